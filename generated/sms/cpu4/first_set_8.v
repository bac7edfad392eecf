// SPDX-License-Identifier: Apache-2.0
// first_set_8: part of sms, configuration cpu4
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=4 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20 dcs_fifo=15
//   p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10 mpkc_hi=100
//   mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10 mpkc_bits=10
//   pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12
//   t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_8 (
    input  wire [7:0] requests, // Bits to choose from.
    output reg  [7:0] first,    // The lowest one alone; zero without requests.
    output reg  [2:0] index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [8:0] DISTANCE = {3'd4, 3'd2, 3'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [23:0] WITH_BIT = {8'd240, 8'd204, 8'd170};

    reg  [7:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 8'd0;
        first = 8'd0;
        index = 3'd0;
        if (requests != 8'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 3; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 3) +: 3]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 3; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 8) +: 8]) != 8'd0;
        end
    end

endmodule
