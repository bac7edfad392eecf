// SPDX-License-Identifier: Apache-2.0
// first_index: part of cta_prefetch, apogee, ilp, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The number of the lowest one of `requests`, by a tree of selectors: each step joins neighbouring
// groups of places to one of twice the size. It does not say which place it is one-hot, as
// `first_set` does, but is faster.
module first_index #(
    parameter N = 48,
    // What follows from these; not to be set.
    parameter W = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0] requests, // Bits to choose from.
    output reg  [W-1:0] index     // The number of the lowest one; zero without requests.
);

    // Numbers that have the bit, for each bit of a number.
    function [(W * N)-1:0] with_bit_of(input value);
        integer k, i;
        for (k = 0; k < W; k = k + 1)
            for (i = 0; i < N; i = i + 1)
                with_bit_of[(k * N) + i] = i[k] == value;
    endfunction
    localparam [(W * N)-1:0] WITH_BIT = with_bit_of(1'b1);

    reg  [N-1:0] some;   // Where a group begins: it has a request.
    reg  [N-1:0] chosen; // There: a bit of the number of its lowest request.

    always @* begin : compute_index
        integer b;
        integer step;
        b = 0;
        step = 0;
        some = 0;
        chosen = 0;
        index = 0;
        if (requests != 0) begin
            for (b = 0; b < W; b = b + 1) begin
                some = requests;
                chosen = WITH_BIT[(b * N) +: N];
                // Of two groups that become one, the lower if it has a request, else the upper.
                for (step = 0; step < W; step = step + 1) begin
                    chosen = (chosen & some) | ((chosen >> (1 << step)) & ~some);
                    some = some | (some >> (1 << step));
                end
                index[b] = chosen[0];
            end
        end
    end

endmodule

`default_nettype wire
