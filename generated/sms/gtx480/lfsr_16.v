// SPDX-License-Identifier: Apache-2.0
// lfsr_16: part of sms, configuration gtx480
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=0 n_gpu=1 n_bank=16 row_bits=15 col_bits=6 id_bits=10 cpu_fifo=10 gpu_fifo=20
//   dcs_fifo=15 p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10
//   mpkc_hi=100 mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10
//   mpkc_bits=10 pick_checks_space=0 t_rcd=12 t_cl=12 t_rp=12 t_ras=28 t_rc=40 t_rrd=6 t_wtr=5
//   t_rtp=2 t_wr=12 t_cwl=4 t_ccd=3 t_bl=2 t_faw=24

// Pseudo-random numbers: a Galois shift register to the right, which makes `STEPS` single steps at once, so that
// successive numbers share no bits. The number is the lowest `OUT` bits of the register.
module lfsr_16 (
    input  wire       clock,   // Clock.
    input  wire       reset,   // Synchronous reset, active high.
    input  wire       advance, // Go on to the next number.
    output wire [9:0] value    // The number.
);

    localparam [15:0] MASK = 16'd46080; // Bits that a one shifted out inverts.

    reg  [15:0] state;

    assign value = state[9:0];

    always @(posedge clock) begin : update_state
        integer step;
        reg [15:0] following;
        if (reset) begin
            state <= 16'd44257;
        end else begin
            following = state;
            for (step = 0; step < 16; step = step + 1) begin
                if (following[0]) begin
                    following = (following >> 1) ^ MASK;
                end else begin
                    following = following >> 1;
                end
            end
            if (advance) begin
                state <= following;
            end
        end
    end

endmodule
