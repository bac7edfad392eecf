// SPDX-License-Identifier: Apache-2.0
// round_robin_8: part of sms, configuration cpu4
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=4 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20 dcs_fifo=15
//   p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10 mpkc_hi=100
//   mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10 mpkc_bits=10
//   pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12
//   t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// Cyclic arbiter: the first request from `start` on, in cyclic order. Who moves `start` decides on fairness:
// behind the granted one it is round robin.
module round_robin_8 (
    input  wire [7:0] requests, // Bits to choose from.
    input  wire [2:0] start,    // The first to be considered.
    output wire [7:0] grant,    // The chosen one alone; zero without requests.
    output wire [2:0] index     // Its number; zero without requests.
);

    wire [7:0] from_start;
    reg  [7:0] candidates;

    first_set_8 lowest (
        .requests (candidates),
        .first    (grant),
        .index    (index)
    );

    assign from_start = (requests >> start) << start;

    always @* begin
        candidates = requests;
        if (from_start != 8'd0) begin
            candidates = from_start;
        end
    end

endmodule
