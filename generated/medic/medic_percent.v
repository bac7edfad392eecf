// SPDX-License-Identifier: Apache-2.0
// medic_percent: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What percentage of a whole a part of it is, rounded down: a restoring divider that finds a bit of
// the quotient a step, in seven steps (specification section 2.3).
module medic_percent #(
    parameter BITS = 16,
    // What follows from these; not to be set.
    parameter WIDE = BITS + 7,
    parameter OVER = BITS + 1
) (
    input  wire            clock,        // SM clock.
    input  wire            start,        // Begin with `part` and `whole`.
    input  wire [BITS-1:0] part,         // The part, at most the whole.
    input  wire [BITS-1:0] whole,        // The whole, not 0.
    input  wire            step,         // Find the next bit.
    output reg  [6:0]      percent,      // The percentage, after seven steps.
    output wire [6:0]      percent_next  // The percentage, in the seventh step.
);


    wire [WIDE-1:0] product;
    wire            next_digit;
    wire [OVER-1:0] shifted;
    wire [OVER-1:0] difference;
    wire            fits;
    wire [6:0]      longer;
    reg  [BITS-1:0] divisor;
    // What is left of the dividend above `digits`, less than the divisor.
    reg  [BITS-1:0] remainder;

    // 100 = 64 + 32 + 4.
    assign product = ({{(WIDE - BITS){1'b0}}, part} << 6)
        + ({{(WIDE - BITS){1'b0}}, part} << 5)
        + ({{(WIDE - BITS){1'b0}}, part} << 2);
    assign next_digit = percent[6];
    assign shifted = {remainder, next_digit};
    assign difference = shifted - {{(OVER - BITS){1'b0}}, divisor};
    assign fits = !difference[BITS];
    assign longer = (percent << 1) | {6'd0, fits};

    always @(posedge clock) begin
        if (start) begin
            divisor <= whole;
            remainder <= product[7 +: BITS];
            percent <= product[6:0];
        end else if (step) begin
            remainder <= shifted[BITS-1:0];
            if (fits) begin
                remainder <= difference[BITS-1:0];
            end
            percent <= longer;
        end
    end

    assign percent_next = longer;

endmodule

`default_nettype wire
