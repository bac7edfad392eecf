// SPDX-License-Identifier: Apache-2.0
// sms_intensity: part of sms, configuration cpu4
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=4 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20 dcs_fifo=15
//   p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10 mpkc_hi=100
//   mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10 mpkc_bits=10
//   pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12
//   t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

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
    localparam [9:0] LOW_BELOW = 10'd10; // Fewer arrivals are low: mpkc_lo / mpkc_scale, rounded up.
    localparam [9:0] HIGH_ABOVE = 10'd100; // More arrivals are high: mpkc_hi / mpkc_scale, rounded down.

    reg  [9:0] arrivals; // Arrivals of this window, saturating.

    always @(posedge clock) begin
        if (reset) begin
            arrivals <= 10'd0;
            intensity <= 2'd1;
        end else begin
            if (arrival && !(&arrivals)) begin
                arrivals <= arrivals + 10'd1;
            end
            if (window_end) begin
                arrivals <= 10'd0;
                if (arrival) begin
                    arrivals <= 10'd1;
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
