// SPDX-License-Identifier: Apache-2.0
// first_few: part of mask, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The `K` lowest ones of `bits`, in order, each in logarithmic depth behind the one before it.
module first_few #(
    parameter N = 64,
    parameter K = 3,
    // What follows from these; not to be set.
    parameter STEPS = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0]       bits, // Word to look at.
    output reg  [(K * N)-1:0] each  // Each of them alone; zero where there are no more.
);


    reg  [N-1:0] left;
    reg  [N-1:0] seen;

    always @* begin : compute_each
        integer k;
        integer step;
        left = bits;
        seen = 0;
        for (k = 0; k < K; k = k + 1) begin
            // A bit is seen if it or a lower one is left.
            seen = left;
            for (step = 0; step < STEPS; step = step + 1)
                seen = seen | (seen << (1 << step));
            each[(k * N) +: N] = left & ~(seen << 1);
            left = left & (seen << 1);
        end
    end

endmodule

`default_nettype wire
