// SPDX-License-Identifier: Apache-2.0
// first_set: part of mascar, sms, frfcfs, cta_prefetch, apogee, medic, mask, ilp, mosaic, for all
// configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set #(
    parameter N = 2,
    // What follows from these; not to be set.
    parameter W = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0] requests, // Bits to choose from.
    output reg  [N-1:0] first,    // The lowest one alone; zero without requests.
    output reg  [W-1:0] index     // Its number; zero without requests.
);

    // Numbers that have the bit, for each bit of a number.
    function [(W * N)-1:0] with_bit_of(input value);
        integer k, i;
        for (k = 0; k < W; k = k + 1)
            for (i = 0; i < N; i = i + 1)
                with_bit_of[(k * N) + i] = i[k] == value;
    endfunction
    localparam [(W * N)-1:0] WITH_BIT = with_bit_of(1'b1);

    reg  [N-1:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 0;
        first = 0;
        index = 0;
        if (requests != 0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < W; step = step + 1)
                seen = seen | (seen << (1 << step));
            first = requests & ~(seen << 1);
            for (b = 0; b < W; b = b + 1)
                index[b] = (first & WITH_BIT[(b * N) +: N]) != {N{1'b0}};
        end
    end

endmodule

`default_nettype wire
