// SPDX-License-Identifier: Apache-2.0
// min_tree_3x7: part of sms, configuration small
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=2 n_gpu=1 n_bank=4 row_bits=6 col_bits=3 id_bits=6 cpu_fifo=3 gpu_fifo=4 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=3 gpu_inflight_bits=5 mpkc_bits=5
//   pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12
//   t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_3x7 (
    input  wire [2:0]  candidates, // Members that take part.
    input  wire [20:0] keys,       // Key of each member.
    output wire [1:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd4;
    localparam [31:0] SIGN = 32'd6;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [6:0]  some;
    reg  [48:0] key;        // Smallest key below each node.
    reg  [13:0] member;     // Member that has it.
    reg  [6:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {4'd0, candidates};
        difference = 7'd0;
        key = 49'd0;
        member = 14'd0;
        if (candidates != 3'd0) begin
            for (i = 0; i < 3; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 7) +: 7] = keys[(i * 7) +: 7];
                    member[(i * 2) +: 2] = i[1:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 3; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 7) +: 7] - key[((2 * k) * 7) +: 7];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 4) * 7) +: 7] = key[(((2 * k) + 1) * 7) +: 7];
                        member[((k + 4) * 2) +: 2] = member[(((2 * k) + 1) * 2) +: 2];
                    end else begin
                        key[((k + 4) * 7) +: 7] = key[((2 * k) * 7) +: 7];
                        member[((k + 4) * 2) +: 2] = member[((2 * k) * 2) +: 2];
                    end
                end
            end
        end
    end

    assign index = member[13:12];

endmodule
