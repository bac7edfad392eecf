// SPDX-License-Identifier: Apache-2.0
// min_tree_8x5: part of mascar, configuration single
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=8 n_sched=1 mshr_entries=8 mq_entries=4 mshr_margin=2 mq_margin=1 rexq_entries=1
//   addr_bits=32 line_bytes=32 warp_size=8 reg_bits=6 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_8x5 (
    input  wire [7:0]  candidates, // Members that take part.
    input  wire [39:0] keys,       // Key of each member.
    output wire [2:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd8;
    localparam [31:0] SIGN = 32'd4;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [14:0] some;
    reg  [74:0] key;        // Smallest key below each node.
    reg  [44:0] member;     // Member that has it.
    reg  [4:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {7'd0, candidates};
        difference = 5'd0;
        key = 75'd0;
        member = 45'd0;
        if (candidates != 8'd0) begin
            for (i = 0; i < 8; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 5) +: 5] = keys[(i * 5) +: 5];
                    member[(i * 3) +: 3] = i[2:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 7; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 5) +: 5] - key[((2 * k) * 5) +: 5];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 8) * 5) +: 5] = key[(((2 * k) + 1) * 5) +: 5];
                        member[((k + 8) * 3) +: 3] = member[(((2 * k) + 1) * 3) +: 3];
                    end else begin
                        key[((k + 8) * 5) +: 5] = key[((2 * k) * 5) +: 5];
                        member[((k + 8) * 3) +: 3] = member[((2 * k) * 3) +: 3];
                    end
                end
            end
        end
    end

    assign index = member[44:42];

endmodule
