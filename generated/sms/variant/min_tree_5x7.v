// SPDX-License-Identifier: Apache-2.0
// min_tree_5x7: part of sms, configuration variant
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=3 n_gpu=2 n_bank=4 row_bits=6 col_bits=3 id_bits=6 cpu_fifo=5 gpu_fifo=6 dcs_fifo=3
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=60
//   mpkc_scale=3 gb_thr=5 gb_scope=dcs cpu_inflight_bits=3 gpu_inflight_bits=5 mpkc_bits=5
//   pick_checks_space=1 t_rcd=8 t_cl=8 t_rp=8 t_ras=20 t_rc=27 t_rrd=4 t_wtr=4 t_rtp=4 t_wr=6
//   t_cwl=6 t_ccd=4 t_bl=4 t_faw=20

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_5x7 (
    input  wire [4:0]  candidates, // Members that take part.
    input  wire [34:0] keys,       // Key of each member.
    output wire [2:0]  index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd8;
    localparam [31:0] SIGN = 32'd6;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [14:0]  some;
    reg  [104:0] key;        // Smallest key below each node.
    reg  [44:0]  member;     // Member that has it.
    reg  [6:0]   difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {10'd0, candidates};
        difference = 7'd0;
        key = 105'd0;
        member = 45'd0;
        if (candidates != 5'd0) begin
            for (i = 0; i < 5; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 7) +: 7] = keys[(i * 7) +: 7];
                    member[(i * 3) +: 3] = i[2:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 7; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 7) +: 7] - key[((2 * k) * 7) +: 7];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 8) * 7) +: 7] = key[(((2 * k) + 1) * 7) +: 7];
                        member[((k + 8) * 3) +: 3] = member[(((2 * k) + 1) * 3) +: 3];
                    end else begin
                        key[((k + 8) * 7) +: 7] = key[((2 * k) * 7) +: 7];
                        member[((k + 8) * 3) +: 3] = member[((2 * k) * 3) +: 3];
                    end
                end
            end
        end
    end

    assign index = member[44:42];

endmodule
