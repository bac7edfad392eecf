// SPDX-License-Identifier: Apache-2.0
// min_tree_3x6: part of mascar, configuration variant
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=11 n_sched=4 mshr_entries=10 mq_entries=6 mshr_margin=3 mq_margin=2 rexq_entries=5
//   addr_bits=40 line_bytes=64 warp_size=16 reg_bits=8 release_waits=0 grandfather=0
//   nonowner_merge=1 owner_bypass_full=1 sched_en=1 rexq_en=1

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_3x6 (
    input  wire [2:0]  candidates, // Members that take part.
    input  wire [17:0] keys,       // Key of each member.
    output wire [1:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd4;
    localparam [31:0] SIGN = 32'd5;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [6:0]  some;
    reg  [41:0] key;        // Smallest key below each node.
    reg  [13:0] member;     // Member that has it.
    reg  [5:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {4'd0, candidates};
        difference = 6'd0;
        key = 42'd0;
        member = 14'd0;
        if (candidates != 3'd0) begin
            for (i = 0; i < 3; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 6) +: 6] = keys[(i * 6) +: 6];
                    member[(i * 2) +: 2] = i[1:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 3; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 6) +: 6] - key[((2 * k) * 6) +: 6];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 4) * 6) +: 6] = key[(((2 * k) + 1) * 6) +: 6];
                        member[((k + 4) * 2) +: 2] = member[(((2 * k) + 1) * 2) +: 2];
                    end else begin
                        key[((k + 4) * 6) +: 6] = key[((2 * k) * 6) +: 6];
                        member[((k + 4) * 2) +: 2] = member[((2 * k) * 2) +: 2];
                    end
                end
            end
        end
    end

    assign index = member[13:12];

endmodule
