// SPDX-License-Identifier: Apache-2.0
// popcount: part of equalizer, apogee, ilp, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount #(
    parameter N = 48,
    // What follows from these; not to be set.
    parameter W = $clog2(N + 1)
) (
    input  wire         enable, // Count; while it is low the tree stands still.
    input  wire [N-1:0] bits,   // Word to count in.
    output wire [W-1:0] ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    function [(($clog2(N) > 1 ? $clog2(N) : 1) * N)-1:0] lower_of(input value);
        integer k, i;
        for (k = 0; k < ($clog2(N) > 1 ? $clog2(N) : 1); k = k + 1)
            for (i = 0; i < N; i = i + 1)
                lower_of[(k * N) + i] = i[k] == value;
    endfunction
    localparam [(($clog2(N) > 1 ? $clog2(N) : 1) * N)-1:0] LOWER = lower_of(1'b0);

    reg  [N-1:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < ($clog2(N) > 1 ? $clog2(N) : 1); level = level + 1)
                sum = (sum & LOWER[(level * N) +: N])
                    + ((sum >> (1 << level)) & LOWER[(level * N) +: N]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[W-1:0];

endmodule

`default_nettype wire
