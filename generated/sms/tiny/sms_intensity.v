// SPDX-License-Identifier: Apache-2.0
// sms_intensity: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

// Memory intensity of one CPU: its arrivals in a window of time classify it for the next window (specification section
// 2.1, decision S14), and the class gives the age threshold of its batches.
module sms_intensity (
    input  wire       clock,            // Clock.
    input  wire       reset,            // Synchronous reset, active high.
    input  wire       arrival,          // A request of the CPU is accepted.
    input  wire       window_end,       // This cycle is the last one of a window; its arrival counts for the next one.
    input  wire [9:0] threshold_low,    // Age threshold of the class low.
    input  wire [9:0] threshold_medium, // Age threshold of the class medium.
    input  wire [9:0] threshold_high,   // Age threshold of the class high.
    input  wire       bypass,           // Batches are not to wait at all.
    output reg  [1:0] intensity,        // 0 low, 1 medium, 2 high.
    output reg  [9:0] threshold         // Age threshold in force.
);

    localparam [1:0] IS_LOW = 2'd0;
    localparam [1:0] IS_MEDIUM = 2'd1;
    localparam [1:0] IS_HIGH = 2'd2;
    localparam [4:0] LOW_BELOW = 5'd4; // Fewer arrivals are low: mpkc_lo / mpkc_scale, rounded up.
    localparam [4:0] HIGH_ABOVE = 5'd20; // More arrivals are high: mpkc_hi / mpkc_scale, rounded down.

    reg  [4:0] arrivals; // Arrivals of this window, saturating.

    always @(posedge clock) begin
        if (reset) begin
            arrivals <= 5'd0;
            intensity <= 2'd1;
        end else begin
            if (arrival && !(&arrivals)) begin
                arrivals <= arrivals + 5'd1;
            end
            if (window_end) begin
                arrivals <= 5'd0;
                if (arrival) begin
                    arrivals <= 5'd1;
                end
            end
            if (window_end) begin
                intensity <= IS_MEDIUM;
                if (arrivals < LOW_BELOW) begin
                    intensity <= IS_LOW;
                end else if (arrivals > HIGH_ABOVE) begin
                    intensity <= IS_HIGH;
                end
            end
        end
    end

    always @* begin
        threshold = threshold_medium;
        if (bypass) begin
            threshold = 10'd0;
        end else if (intensity == IS_LOW) begin
            threshold = threshold_low;
        end else if (intensity == IS_HIGH) begin
            threshold = threshold_high;
        end
    end

endmodule
