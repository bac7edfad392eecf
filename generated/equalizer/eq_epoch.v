// SPDX-License-Identifier: Apache-2.0
// eq_epoch: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Epoch timing of one SM: which cycles are samples, and when the epoch is decided (specification
// sections 2.2 and 5.1, decisions W8, W11, W14).
module eq_epoch #(
    parameter CYCLE = 12,
    // A cycle is a sample if all these bits of its number are ones: sample_period - 1.
    parameter SAMPLE_MASK = 127,
    // Counts pass a register before they are added: sample_period >= 4.
    parameter [0:0] STAGED = 1'b1
) (
    input  wire clock,        // SM clock.
    input  wire reset,        // Synchronous reset, active high.
    input  wire en,           // 0: no samples and no decisions; the epoch counter runs on.
    input  wire kernel_start, // A kernel starts; a sample in this cycle is lost.
    output wire sample,       // The warp states are counted in this cycle.
    // The sums of the last epoch are complete and decided on in this cycle.
    output reg  decide
);


    reg  [CYCLE-1:0] cycle;   // Cycle of the epoch; wraps at the epoch's length.
    reg              ended_1; // The previous cycle ended an epoch.
    reg              ended_2; // The cycle before the previous one ended an epoch.

    always @(posedge clock) begin
        if (reset) begin
            cycle <= 0;
            ended_1 <= 1'b0;
            ended_2 <= 1'b0;
        end else begin
            cycle <= cycle + 1'b1;
            ended_1 <= &cycle;
            ended_2 <= ended_1;
        end
    end

    assign sample = en
        && !kernel_start
        && ((cycle & SAMPLE_MASK[CYCLE-1:0]) == SAMPLE_MASK[CYCLE-1:0]);

    // The staged counters need two cycles more for the epoch's last sample.
    always @* begin
        if (STAGED) begin
            decide = en && ended_2;
        end else begin
            decide = en && (&cycle);
        end
    end

endmodule

`default_nettype wire
