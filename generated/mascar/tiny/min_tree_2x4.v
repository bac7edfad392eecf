// SPDX-License-Identifier: Apache-2.0
// min_tree_2x4: part of mascar, configuration tiny
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 sched_en=1 rexq_en=1

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_2x4 (
    input  wire [1:0] candidates, // Members that take part.
    input  wire [7:0] keys,       // Key of each member.
    output wire [0:0] index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd2;
    localparam [31:0] SIGN = 32'd3;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [2:0]  some;
    reg  [11:0] key;        // Smallest key below each node.
    reg  [2:0]  member;     // Member that has it.
    reg  [3:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {1'b0, candidates};
        difference = 4'd0;
        key = 12'd0;
        member = 3'd0;
        if (candidates != 2'd0) begin
            for (i = 0; i < 2; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 4) +: 4] = keys[(i * 4) +: 4];
                    member[i] = i[0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 1; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 4) +: 4] - key[((2 * k) * 4) +: 4];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 2) * 4) +: 4] = key[(((2 * k) + 1) * 4) +: 4];
                        member[k + 2] = member[(2 * k) + 1];
                    end else begin
                        key[((k + 2) * 4) +: 4] = key[((2 * k) * 4) +: 4];
                        member[k + 2] = member[2 * k];
                    end
                end
            end
        end
    end

    assign index = member[2];

endmodule
