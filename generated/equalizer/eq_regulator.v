// SPDX-License-Identifier: Apache-2.0
// eq_regulator: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Voltage and frequency level of one domain, which moves one step at a time and takes effect after
// the regulator's latency (specification sections 2.6 and 5.2, A10, decision W19).
module eq_regulator #(
    parameter LATENCY_LESS_ONE = 511   // Start value of the timer: vr_cycles - 1.
) (
    input  wire       clock,  // SM clock.
    input  wire       reset,  // Synchronous reset, active high.
    input  wire       step,   // Move one step towards `target`; must be low while `busy`.
    input  wire [1:0] target, // Level to go to: 0 LOW, 1 NOMINAL, 2 HIGH.
    output reg  [1:0] level,  // Level in force.
    output reg        change, // The level is new in this cycle.
    output reg        busy    // A step is under way.
);

    localparam LATENCY = 1'b1; // The regulator has a latency: vr_cycles > 0.

    reg  [1:0]  level_next; // Level after the step under way.
    reg  [11:0] timer;      // Cycles of the step that are left after this one.

    always @(posedge clock) begin : update_level
        reg [1:0] wanted;
        if (reset) begin
            level <= 2'd1;
            level_next <= 2'd1;
            change <= 1'b0;
            busy <= 1'b0;
            timer <= 12'd0;
        end else begin
            wanted = level;
            if (target > level) begin
                wanted = level + 2'd1;
            end else if (target < level) begin
                wanted = level - 2'd1;
            end
            change <= 1'b0;
            if (busy) begin
                timer <= timer - 12'd1;
                if (timer == 12'd0) begin
                    level <= level_next;
                    change <= 1'b1;
                    busy <= 1'b0;
                    timer <= 12'd0;
                end
            end else if (step && (wanted != level)) begin
                if (LATENCY) begin
                    level_next <= wanted;
                    busy <= 1'b1;
                    timer <= LATENCY_LESS_ONE[11:0];
                end else begin
                    // No latency: the step is done at once.
                    level <= wanted;
                    change <= 1'b1;
                end
            end
        end
    end

endmodule

`default_nettype wire
