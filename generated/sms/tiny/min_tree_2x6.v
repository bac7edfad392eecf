// SPDX-License-Identifier: Apache-2.0
// min_tree_2x6: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_2x6 (
    input  wire [1:0]  candidates, // Members that take part.
    input  wire [11:0] keys,       // Key of each member.
    output wire [0:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd2;
    localparam [31:0] SIGN = 32'd5;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [2:0]  some;
    reg  [17:0] key;        // Smallest key below each node.
    reg  [2:0]  member;     // Member that has it.
    reg  [5:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {1'b0, candidates};
        difference = 6'd0;
        key = 18'd0;
        member = 3'd0;
        if (candidates != 2'd0) begin
            for (i = 0; i < 2; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 6) +: 6] = keys[(i * 6) +: 6];
                    member[i] = i[0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 1; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 6) +: 6] - key[((2 * k) * 6) +: 6];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 2) * 6) +: 6] = key[(((2 * k) + 1) * 6) +: 6];
                        member[k + 2] = member[(2 * k) + 1];
                    end else begin
                        key[((k + 2) * 6) +: 6] = key[((2 * k) * 6) +: 6];
                        member[k + 2] = member[2 * k];
                    end
                end
            end
        end
    end

    assign index = member[2];

endmodule
