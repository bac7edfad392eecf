// SPDX-License-Identifier: Apache-2.0
// min_tree_4x8: part of frfcfs, configuration tiny
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=timestamp age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_4x8 (
    input  wire [3:0]  candidates, // Members that take part.
    input  wire [31:0] keys,       // Key of each member.
    output wire [1:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd4;
    localparam [31:0] SIGN = 32'd7;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [6:0]  some;
    reg  [55:0] key;        // Smallest key below each node.
    reg  [13:0] member;     // Member that has it.
    reg  [7:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {3'd0, candidates};
        difference = 8'd0;
        key = 56'd0;
        member = 14'd0;
        if (candidates != 4'd0) begin
            for (i = 0; i < 4; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 8) +: 8] = keys[(i * 8) +: 8];
                    member[(i * 2) +: 2] = i[1:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 3; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 8) +: 8] - key[((2 * k) * 8) +: 8];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 4) * 8) +: 8] = key[(((2 * k) + 1) * 8) +: 8];
                        member[((k + 4) * 2) +: 2] = member[(((2 * k) + 1) * 2) +: 2];
                    end else begin
                        key[((k + 4) * 8) +: 8] = key[((2 * k) * 8) +: 8];
                        member[((k + 4) * 2) +: 2] = member[((2 * k) * 2) +: 2];
                    end
                end
            end
        end
    end

    assign index = member[13:12];

endmodule
