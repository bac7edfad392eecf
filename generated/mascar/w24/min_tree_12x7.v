// SPDX-License-Identifier: Apache-2.0
// min_tree_12x7: part of mascar, configuration w24
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=24 n_sched=2 mshr_entries=64 mq_entries=8 mshr_margin=8 mq_margin=1 rexq_entries=32
//   addr_bits=64 line_bytes=128 warp_size=32 reg_bits=7 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_12x7 (
    input  wire [11:0] candidates, // Members that take part.
    input  wire [83:0] keys,       // Key of each member.
    output wire [3:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd16;
    localparam [31:0] SIGN = 32'd6;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [30:0]  some;
    reg  [216:0] key;        // Smallest key below each node.
    reg  [123:0] member;     // Member that has it.
    reg  [6:0]   difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {19'd0, candidates};
        difference = 7'd0;
        key = 217'd0;
        member = 124'd0;
        if (candidates != 12'd0) begin
            for (i = 0; i < 12; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 7) +: 7] = keys[(i * 7) +: 7];
                    member[(i * 4) +: 4] = i[3:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 15; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 7) +: 7] - key[((2 * k) * 7) +: 7];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 16) * 7) +: 7] = key[(((2 * k) + 1) * 7) +: 7];
                        member[((k + 16) * 4) +: 4] = member[(((2 * k) + 1) * 4) +: 4];
                    end else begin
                        key[((k + 16) * 7) +: 7] = key[((2 * k) * 7) +: 7];
                        member[((k + 16) * 4) +: 4] = member[((2 * k) * 4) +: 4];
                    end
                end
            end
        end
    end

    assign index = member[123:120];

endmodule
