// SPDX-License-Identifier: Apache-2.0
// min_tree_9x12: part of sms, configuration cpu8
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=8 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20 dcs_fifo=15
//   p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10 mpkc_hi=100
//   mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10 mpkc_bits=10
//   pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12
//   t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// The candidate with the smallest key, found by a balanced tree of comparators; of equal ones the lowest.
// Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set. So the keys of all candidates
// must lie within half of the range, as time stamps that wrap do.
// `NODES` is twice the leaves less one, and the leaves are the next power of two from `N` on.
module min_tree_9x12 (
    input  wire [8:0]   candidates, // Members that take part.
    input  wire [107:0] keys,       // Key of each member.
    output wire [3:0]   index       // The chosen member; zero without candidates.
);

    localparam [31:0] LEAVES = 32'd16;
    localparam [31:0] SIGN = 32'd11;

    // Nodes with a candidate below them: the leaves, then each level above them; the last is the
    // root.
    reg  [30:0]  some;
    reg  [371:0] key;        // Smallest key below each node.
    reg  [123:0] member;     // Member that has it.
    reg  [11:0]  difference;

    always @* begin : compute_some
        integer i;
        integer k;
        i = 0;
        k = 0;
        some = {22'd0, candidates};
        difference = 12'd0;
        key = 372'd0;
        member = 124'd0;
        if (candidates != 9'd0) begin
            for (i = 0; i < 9; i = i + 1) begin
                if (candidates[i]) begin
                    key[(i * 12) +: 12] = keys[(i * 12) +: 12];
                    member[(i * 4) +: 4] = i[3:0];
                end
            end
            // The nodes 2k and 2k+1 meet in the node leaves + k.
            for (k = 0; k < 15; k = k + 1) begin
                if (some[2 * k] || some[(2 * k) + 1]) begin
                    some[k + LEAVES] = 1'b1;
                    difference = key[(((2 * k) + 1) * 12) +: 12] - key[((2 * k) * 12) +: 12];
                    if (!some[2 * k] || (some[(2 * k) + 1] && difference[SIGN])) begin
                        key[((k + 16) * 12) +: 12] = key[(((2 * k) + 1) * 12) +: 12];
                        member[((k + 16) * 4) +: 4] = member[(((2 * k) + 1) * 4) +: 4];
                    end else begin
                        key[((k + 16) * 12) +: 12] = key[((2 * k) * 12) +: 12];
                        member[((k + 16) * 4) +: 4] = member[((2 * k) * 4) +: 4];
                    end
                end
            end
        end
    end

    assign index = member[123:120];

endmodule
