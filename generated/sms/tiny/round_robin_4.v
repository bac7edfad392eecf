// SPDX-License-Identifier: Apache-2.0
// round_robin_4: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

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
