// SPDX-License-Identifier: Apache-2.0
// apogee_quotient: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The divider of the ratio test (specification section 2.2): the one number that the gap between
// two lanes can be multiplied by to give the difference of their addresses. It is found from the
// lowest bit up, which needs the lowest bits alone: what is left of the difference is even after
// each step. Whether the division is exact is not asked here: the product tells.
module apogee_quotient #(
    parameter OFFSET = 8,
    parameter LANE = 5,
    // What follows from these; not to be set.
    parameter SPAN = OFFSET + LANE
) (
    input  wire              clock,      // SM clock.
    input  wire [SPAN-1:0]   difference, // Lowest bits of the difference of the addresses.
    input  wire [LANE-1:0]   gap,        // Gap between the lanes, not zero.
    output wire [OFFSET-1:0] quotient,   // Lowest bits of the quotient, a cycle later.
    output wire              plain       // The gap was a power of two.
);

    localparam [LANE-1:0] ONE = 1;

    reg  [SPAN-1:0]   left;
    reg  [SPAN-1:0]   shifted;
    reg  [OFFSET-1:0] found;
    reg  [SPAN-1:0]   dividend; // Both without the factors of two that the gap has.
    reg  [LANE-1:0]   divisor;

    always @(posedge clock) begin : update_dividend
        integer step;
        reg [LANE-1:0] odd;
        reg [SPAN-1:0] even;
        odd = gap;
        even = difference;
        for (step = 0; step < LANE; step = step + 1) begin
            if (!odd[0]) begin
                odd = odd >> 1;
                even = even >> 1;
            end
        end
        divisor <= odd;
        dividend <= even;
    end

    // What is left is odd if the bit of the quotient is 1; without its multiple of the odd divisor
    // it is even.
    always @* begin : compute_left
        integer b;
        found = 0;
        left = dividend;
        shifted = {{(SPAN - LANE){1'b0}}, divisor};
        for (b = 0; b < OFFSET; b = b + 1) begin
            if (left[b]) begin
                found[b] = 1'b1;
                left = left - shifted;
            end
            shifted = shifted << 1;
        end
    end

    assign quotient = found;
    assign plain = divisor == ONE;

endmodule

`default_nettype wire
