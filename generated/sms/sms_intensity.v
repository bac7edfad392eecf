// SPDX-License-Identifier: Apache-2.0
// sms_intensity: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Memory intensity of one CPU: its arrivals in a window of time classify it for the next window
// (specification section 2.1, decision S14), and the class gives the age threshold of its batches.
// The class is known early, but goes to many places, so all thresholds are compared with the age
// before one of the answers is taken.
module sms_intensity #(
    parameter COUNT = 10,
    parameter LOW_BELOW = 10,    // Fewer arrivals are low: mpkc_lo / mpkc_scale, rounded up.
    parameter HIGH_ABOVE = 100   // More arrivals are high: mpkc_hi / mpkc_scale, rounded down.
) (
    input  wire       clock,            // Clock.
    input  wire       reset,            // Synchronous reset, active high.
    input  wire       arrival,          // A request of the CPU is accepted.
    // This cycle is the last one of a window; its arrival counts for the next one.
    input  wire       window_end,
    input  wire [9:0] threshold_low,    // Age threshold of the class low.
    input  wire [9:0] threshold_medium, // Age threshold of the class medium.
    input  wire [9:0] threshold_high,   // Age threshold of the class high.
    input  wire [9:0] age,              // Age of the CPU's youngest batch.
    output reg  [1:0] intensity,        // 0 low, 1 medium, 2 high.
    output wire       low,              // The class is low.
    output reg        late              // The age is above the threshold of the class.
);

    localparam [1:0] IS_LOW = 2'd0;
    localparam [1:0] IS_MEDIUM = 2'd1;
    localparam [1:0] IS_HIGH = 2'd2;

    reg  [COUNT-1:0] arrivals; // Arrivals of this window, saturating.

    assign low = intensity == IS_LOW;

    always @(posedge clock) begin
        if (reset) begin
            arrivals <= 0;
            intensity <= 2'd1;
        end else begin
            if (arrival && !(&arrivals)) begin
                arrivals <= arrivals + 1'b1;
            end
            if (window_end) begin
                arrivals <= 0;
                if (arrival) begin
                    arrivals <= 1;
                end
            end
            if (window_end) begin
                intensity <= IS_MEDIUM;
                if (arrivals < LOW_BELOW[COUNT-1:0]) begin
                    intensity <= IS_LOW;
                end else if (arrivals > HIGH_ABOVE[COUNT-1:0]) begin
                    intensity <= IS_HIGH;
                end
            end
        end
    end

    always @* begin
        late = age > threshold_medium;
        if (intensity == IS_LOW) begin
            late = age > threshold_low;
        end else if (intensity == IS_HIGH) begin
            late = age > threshold_high;
        end
    end

endmodule

`default_nettype wire
