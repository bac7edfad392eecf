// SPDX-License-Identifier: Apache-2.0
// carry_save: part of cta_prefetch, apogee, medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The sum of `N` addends modulo 2^W as the sum of two words, by a tree of carry-save adders: three
// words become two, without waiting for carries, until two are left. `NODES` is the number of all
// words.
module carry_save #(
    parameter N = 8,
    parameter W = 32,
    // What follows from these; not to be set.
    parameter NODES = (3 * N) - 4
) (
    // There are addends; while it is low the adders stand still and the sum is 0.
    input  wire               enable,
    input  wire [(N * W)-1:0] addends, // The addends.
    output wire [W-1:0]       sum,     // The two words.
    output wire [W-1:0]       carry
);

    localparam LAST = NODES - 1;
    localparam LAST_BUT_ONE = NODES - 2;

    // The addends, then the two words that each adder makes of the three first ones that are left.
    reg  [(NODES * W)-1:0] word;
    reg  [W-1:0]           first;    // Those of the adder at hand.
    reg  [W-1:0]           second;
    reg  [W-1:0]           third;
    reg  [W-1:0]           majority;

    always @* begin : compute_word
        integer k;
        k = 0;
        word = 0;
        first = 0;
        second = 0;
        third = 0;
        majority = 0;
        // The words 3k, 3k+1 and 3k+2 become the words N+2k and N+2k+1.
        if (enable) begin
            word[(N * W)-1:0] = addends;
            for (k = 0; k < N - 2; k = k + 1) begin
                first = word[((3 * k) * W) +: W];
                second = word[(((3 * k) + 1) * W) +: W];
                third = word[(((3 * k) + 2) * W) +: W];
                majority = (first & second) | (third & (first | second));
                word[(((2 * k) + N) * W) +: W] = first ^ second ^ third;
                word[(((2 * k) + (1 + N)) * W) +: W] = majority << 1;
            end
        end
    end

    assign sum = word[(LAST_BUT_ONE * W) +: W];
    assign carry = word[(LAST * W) +: W];

endmodule

`default_nettype wire
