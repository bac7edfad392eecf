// SPDX-License-Identifier: Apache-2.0
// count_down: part of sms, frfcfs, medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What `N` counters of `W` bits are a step later if they count down to 0. A word has one bit of
// every counter, so that a step takes as many operations as a counter has bits.
module count_down #(
    parameter N = 8
) (
    input  wire [(6 * N)-1:0] count,     // Bit k of all counters, for each k.
    output reg  [(6 * N)-1:0] next,      // The same a step later.
    output wire [N-1:0]       above_one  // Counters above 1.
);

    reg  [N-1:0] above;
    reg  [N-1:0] borrow; // Counters with no one below the bit that is looked at.

    always @* begin : compute_above
        integer k;
        above = 0;
        for (k = 0; k < 5; k = k + 1)
            above = above | count[((k + 1) * N) +: N];
    end

    assign above_one = above;

    always @* begin : compute_next
        integer k;
        borrow = above | count[(0 * N) +: N];
        for (k = 0; k < 6; k = k + 1) begin
            next[(k * N) +: N] = count[(k * N) +: N] ^ borrow;
            borrow = borrow & ~count[(k * N) +: N];
        end
    end

endmodule

`default_nettype wire
