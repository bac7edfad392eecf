// SPDX-License-Identifier: Apache-2.0
// upward: part of frfcfs, cta_prefetch, mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// All places from the lowest one of `bits` on, in logarithmic depth. None if `bits` is zero.
module upward #(
    parameter N = 300,
    // What follows from these; not to be set.
    parameter STEPS = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0] bits, // Word to look at.
    output wire [N-1:0] from  // The lowest one and all places above it.
);


    reg  [N-1:0] seen;

    always @* begin : compute_seen
        integer step;
        seen = bits;
        for (step = 0; step < STEPS; step = step + 1)
            seen = seen | (seen << (1 << step));
    end

    assign from = seen;

endmodule

`default_nettype wire
