// SPDX-License-Identifier: Apache-2.0
// lfsr: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Pseudo-random numbers: a Galois shift register to the right, which makes `STEPS` single steps at
// once, so that successive numbers share no bits. The number is the lowest `OUT` bits of the
// register.
module lfsr (
    input  wire       clock,   // Clock.
    input  wire       reset,   // Synchronous reset, active high.
    input  wire       advance, // Go on to the next number.
    output wire [9:0] value    // The number.
);

    localparam [15:0] MASK = 16'hb400; // Bits that a one shifted out inverts.

    reg  [15:0] state;

    assign value = state[9:0];

    always @(posedge clock) begin : update_state
        integer step;
        reg [15:0] following;
        if (reset) begin
            state <= 16'hace1;
        end else begin
            following = state;
            if (advance) begin
                for (step = 0; step < 16; step = step + 1) begin
                    if (following[0]) begin
                        following = (following >> 1) ^ MASK;
                    end else begin
                        following = following >> 1;
                    end
                end
            end
            if (advance) begin
                state <= following;
            end
        end
    end

endmodule

`default_nettype wire
