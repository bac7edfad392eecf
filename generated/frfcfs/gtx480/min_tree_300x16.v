// SPDX-License-Identifier: Apache-2.0
// min_tree_300x16: part of frfcfs, configuration gtx480
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=0 n_gpu=1 n_bank=16 row_bits=15 col_bits=6 id_bits=10 n=300 age_mode=timestamp
//   age_bits=16 t_rcd=12 t_cl=12 t_rp=12 t_ras=28 t_rc=40 t_rrd=6 t_wtr=5 t_rtp=2 t_wr=12 t_cwl=4
//   t_ccd=3 t_bl=2 t_faw=24

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_300x16 (
    input  wire [299:0]  candidates, // Members that take part.
    input  wire [4799:0] keys,       // Key of each member.
    output wire [8:0]    index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd512;
    localparam [31:0] SIGN = 32'd15;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [1022:0]  some;
    reg  [16367:0] key;        // Smallest key below each node.
    reg  [9206:0]  member;     // Member that has it.
    reg  [15:0]    difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {723'd0, candidates};
        difference = 16'd0;
        key = 16368'd0;
        member = 9207'd0;
        if (candidates != 300'd0) begin
            for (i = 0; i < 300; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 16) +: 16] = keys[(i * 16) +: 16];
                    member[(i * 9) +: 9] = i[8:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 511; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 16) +: 16] - key[((2 * k) * 16) +: 16];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 512) * 16) +: 16] = key[(((2 * k) + 1) * 16) +: 16];
                        member[((k + 512) * 9) +: 9] = member[(((2 * k) + 1) * 9) +: 9];
                    end else begin
                        key[((k + 512) * 16) +: 16] = key[((2 * k) * 16) +: 16];
                        member[((k + 512) * 9) +: 9] = member[((2 * k) * 9) +: 9];
                    end
                end
            end
        end
    end

    assign index = member[9206:9198];

endmodule
