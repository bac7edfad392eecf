// SPDX-License-Identifier: Apache-2.0
// min_tree_24x8: part of mascar, configuration rexq0
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=48 n_sched=2 mshr_entries=64 mq_entries=8 mshr_margin=8 mq_margin=1 rexq_entries=0
//   addr_bits=64 line_bytes=128 warp_size=32 reg_bits=7 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_24x8 (
    input  wire [23:0]  candidates, // Members that take part.
    input  wire [191:0] keys,       // Key of each member.
    output wire [4:0]   index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd32;
    localparam [31:0] SIGN = 32'd7;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [62:0]  some;
    reg  [503:0] key;        // Smallest key below each node.
    reg  [314:0] member;     // Member that has it.
    reg  [7:0]   difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {39'd0, candidates};
        difference = 8'd0;
        key = 504'd0;
        member = 315'd0;
        if (candidates != 24'd0) begin
            for (i = 0; i < 24; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 8) +: 8] = keys[(i * 8) +: 8];
                    member[(i * 5) +: 5] = i[4:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 31; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 8) +: 8] - key[((2 * k) * 8) +: 8];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 32) * 8) +: 8] = key[(((2 * k) + 1) * 8) +: 8];
                        member[((k + 32) * 5) +: 5] = member[(((2 * k) + 1) * 5) +: 5];
                    end else begin
                        key[((k + 32) * 8) +: 8] = key[((2 * k) * 8) +: 8];
                        member[((k + 32) * 5) +: 5] = member[((2 * k) * 5) +: 5];
                    end
                end
            end
        end
    end

    assign index = member[314:310];

endmodule
