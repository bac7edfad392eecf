// SPDX-License-Identifier: Apache-2.0
// prefix_adder: part of cta_prefetch, apogee, mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// `a + b` modulo 2^W, with all carries found in logarithmic depth: each step doubles the number of
// bits that a carry is known to come from or to pass.
module prefix_adder #(
    parameter W = 32,
    // What follows from these; not to be set.
    parameter STEPS = ($clog2(W) > 1 ? $clog2(W) : 1)
) (
    input  wire [W-1:0] a,   // Addends.
    input  wire [W-1:0] b,
    output wire [W-1:0] sum  // Their sum.
);


    // A carry leaves the bit, and comes from one of those below it that are looked at.
    reg  [W-1:0] carries;
    reg  [W-1:0] passes;  // A carry passes them all.

    always @* begin : compute_carries
        integer step;
        carries = a & b;
        passes = a ^ b;
        for (step = 0; step < STEPS; step = step + 1) begin
            carries = carries | (passes & (carries << (1 << step)));
            passes = passes & (passes << (1 << step));
        end
    end

    // A bit of the sum is 1 if an odd number of both addends and the carry from below is.
    assign sum = a ^ b ^ (carries << 1);

endmodule

`default_nettype wire
