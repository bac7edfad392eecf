// SPDX-License-Identifier: Apache-2.0
// lfsr_16: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

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
