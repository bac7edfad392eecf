// SPDX-License-Identifier: Apache-2.0
// mask_divider: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A divider of one bit a cycle: the remainder takes in the dividend from its highest bit on. If a
// remainder is loaded too, what is divided is that with the dividend behind it; if it is the
// divisor itself, all bits of the quotient are 1.
module mask_divider (
    input  wire        clock,     // Clock.
    input  wire        load,      // Load dividend, remainder and divisor; no step in this cycle.
    input  wire [21:0] dividend,
    input  wire [23:0] rest,
    input  wire [23:0] divisor,   // Its highest bit is 0.
    input  wire        step,      // One step.
    // The bits of the quotient so far, lowest; above them what is left of the dividend.
    output reg  [21:0] quotient,
    output reg  [23:0] remainder  // The remainder.
);

    localparam [31:0] TOP = 32'd21;

    reg  [23:0] by;

    // A remainder is the divisor at most, so no bit is lost.
    always @(posedge clock) begin : update_quotient
        reg [23:0] shifted;
        shifted = remainder << 1;
        if (quotient[TOP]) begin
            shifted = (remainder << 1) | 24'd1;
        end
        if (load) begin
            quotient <= dividend;
            remainder <= rest;
            by <= divisor;
        end else if (step) begin
            quotient <= quotient << 1;
            remainder <= shifted;
            if (shifted >= by) begin
                quotient <= (quotient << 1) | 22'd1;
                remainder <= shifted - by;
            end
        end
    end

endmodule

`default_nettype wire
