// SPDX-License-Identifier: Apache-2.0
// first_index: part of cta_prefetch, for all configurations
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


    reg  [N-1:0]       some;   // Where a group begins: it has a request.
    // There, by bit of the number: the number of its lowest request in the group.
    reg  [(W * N)-1:0] number;

    always @* begin : compute_index
        integer b;
        integer step;
        b = 0;
        step = 0;
        some = 0;
        index = 0;
        number = 0;
        if (requests != 0) begin
            some = requests;
            for (step = 0; step < W; step = step + 1) begin
                // The lower group's number if it has a request, else the upper group's, and one bit
                // more.
                for (b = 0; b < W; b = b + 1)
                    number[(b * N) +: N] = (number[(b * N) +: N] & some)
                        | ((number[(b * N) +: N] >> (1 << step)) & ~some);
                number[(step * N) +: N] = ~some;
                some = some | (some >> (1 << step));
            end
            for (b = 0; b < W; b = b + 1)
                index[b] = number[b * N];
        end
    end

endmodule

`default_nettype wire
