// SPDX-License-Identifier: Apache-2.0
// round_robin_4: part of sms, configuration variant
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=3 n_gpu=2 n_bank=4 row_bits=6 col_bits=3 id_bits=6 cpu_fifo=5 gpu_fifo=6 dcs_fifo=3
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=60
//   mpkc_scale=3 gb_thr=5 gb_scope=dcs cpu_inflight_bits=3 gpu_inflight_bits=5 mpkc_bits=5
//   pick_checks_space=1 t_rcd=8 t_cl=8 t_rp=8 t_ras=20 t_rc=27 t_rrd=4 t_wtr=4 t_rtp=4 t_wr=6
//   t_cwl=6 t_ccd=4 t_bl=4 t_faw=20

// Cyclic arbiter: the first request from `start` on, in cyclic order. Who moves `start` decides on fairness:
// behind the granted one it is round robin.
module round_robin_4 (
    input  wire [3:0] requests, // Bits to choose from.
    input  wire [1:0] start,    // The first to be considered.
    output wire [3:0] grant,    // The chosen one alone; zero without requests.
    output wire [1:0] index     // Its number; zero without requests.
);

    wire [3:0] from_start;
    reg  [3:0] candidates;

    first_set_4 lowest (
        .requests (candidates),
        .first    (grant),
        .index    (index)
    );

    assign from_start = (requests >> start) << start;

    always @* begin
        candidates = requests;
        if (from_start != 4'd0) begin
            candidates = from_start;
        end
    end

endmodule
