// SPDX-License-Identifier: Apache-2.0
// min_tree_4x5: part of mascar, configuration small
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=8 n_sched=2 mshr_entries=8 mq_entries=4 mshr_margin=2 mq_margin=1 rexq_entries=4
//   addr_bits=32 line_bytes=32 warp_size=8 reg_bits=6 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_4x5 (
    input  wire [3:0]  candidates, // Members that take part.
    input  wire [19:0] keys,       // Key of each member.
    output wire [1:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd4;
    localparam [31:0] SIGN = 32'd4;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [6:0]  some;
    reg  [34:0] key;        // Smallest key below each node.
    reg  [13:0] member;     // Member that has it.
    reg  [4:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {3'd0, candidates};
        difference = 5'd0;
        key = 35'd0;
        member = 14'd0;
        if (candidates != 4'd0) begin
            for (i = 0; i < 4; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 5) +: 5] = keys[(i * 5) +: 5];
                    member[(i * 2) +: 2] = i[1:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 3; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 5) +: 5] - key[((2 * k) * 5) +: 5];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 4) * 5) +: 5] = key[(((2 * k) + 1) * 5) +: 5];
                        member[((k + 4) * 2) +: 2] = member[(((2 * k) + 1) * 2) +: 2];
                    end else begin
                        key[((k + 4) * 5) +: 5] = key[((2 * k) * 5) +: 5];
                        member[((k + 4) * 2) +: 2] = member[((2 * k) * 2) +: 2];
                    end
                end
            end
        end
    end

    assign index = member[13:12];

endmodule
