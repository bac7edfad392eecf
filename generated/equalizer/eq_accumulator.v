// SPDX-License-Identifier: Apache-2.0
// eq_accumulator: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Sum of one warp count over the samples of an epoch (specification section 2.2, decisions W8, W14,
// W24).
module eq_accumulator #(
    parameter COUNT = 6,
    parameter SUM = 11,
    // Counts pass a register before they are added: sample_period >= 4.
    parameter [0:0] STAGED = 1'b1
) (
    input  wire             clock,  // SM clock.
    input  wire             reset,  // Synchronous reset, active high.
    input  wire             clear,  // Forget the sum and the count under way.
    // The epoch is decided on in this cycle; the next sum starts at 0.
    input  wire             decide,
    input  wire             sample, // `count` is a sample.
    input  wire [COUNT-1:0] count,  // Number of warps in this cycle.
    output reg  [SUM-1:0]   sum     // Sum that a decision in this cycle sees.
);


    reg  [SUM-1:0]   acc;     // Sum so far.
    reg  [COUNT-1:0] counted; // Count of the previous cycle.
    reg              pending; // `counted` is a sample that is not added yet.

    always @(posedge clock) begin
        if (reset) begin
            counted <= 0;
            pending <= 1'b0;
        end else begin
            pending <= STAGED && sample && !clear;
            if (STAGED && sample) begin
                counted <= count;
            end
        end
    end

    always @* begin
        sum = acc;
        if (STAGED && pending) begin
            sum = acc + {{(SUM - COUNT){1'b0}}, counted};
        end
        if (!STAGED && sample) begin
            sum = acc + {{(SUM - COUNT){1'b0}}, count};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            acc <= 0;
        end else begin
            acc <= sum;
            if (clear || decide) begin
                acc <= 0;
            end
        end
    end

endmodule

`default_nettype wire
