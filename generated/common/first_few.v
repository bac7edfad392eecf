// SPDX-License-Identifier: Apache-2.0
// first_few: part of mask, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The `K` lowest ones of `bits`, in order, all in logarithmic depth.
module first_few #(
    parameter N = 64,
    parameter K = 3,
    // What follows from these; not to be set.
    parameter STEPS = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire [N-1:0]       bits,  // Word to look at.
    output reg  [(K * N)-1:0] each,  // Each of them alone; zero where there are no more.
    output wire [K-1:0]       there  // Bit k: there are more than k ones.
);

    localparam TOP = N - 1;

    // Word k: bits from which on downward there are more than k ones.
    reg  [(K * N)-1:0]       more;
    // The same after a step; what is above word K - 1 is of no interest.
    reg  [((2 * K) * N)-1:0] sum;
    reg  [N-1:0]             left;  // Ones that are left after those that are found.
    reg  [K-1:0]             known;

    always @* begin : compute_more
        integer j;
        integer k;
        integer step;
        for (k = 0; k < K; k = k + 1) begin
            more[(k * N) +: N] = 0;
            sum[(k * N) +: N] = 0;
            sum[((k + K) * N) +: N] = 0;
        end
        more[(0 * N) +: N] = bits;
        for (step = 0; step < STEPS; step = step + 1) begin
            // The ones of twice as many bits: more than j + k + 1 if there are more than j here and
            // more than k below.
            for (k = 0; k < K; k = k + 1)
                sum[(k * N) +: N] = more[(k * N) +: N] | (more[(k * N) +: N] << (1 << step));
            for (j = 0; j < K; j = j + 1) begin
                for (k = 0; k < K; k = k + 1)
                    sum[((j + (k + 1)) * N) +: N] = sum[((j + (k + 1)) * N) +: N]
                        | (more[(j * N) +: N] & (more[(k * N) +: N] << (1 << step)));
            end
            more = sum[(K * N)-1:0];
        end
    end

    always @* begin : compute_known
        integer k;
        known = 0;
        for (k = 0; k < K; k = k + 1)
            known[k] = more[(k * N) + TOP];
    end

    assign there = known;

    always @* begin : compute_each
        integer k;
        left = bits;
        for (k = 0; k < K; k = k + 1) begin
            each[(k * N) +: N] = left & ~(more[(k * N) +: N] << 1);
            left = left & (more[(k * N) +: N] << 1);
        end
    end

endmodule

`default_nettype wire
