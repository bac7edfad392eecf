// SPDX-License-Identifier: Apache-2.0
// cta_pf_predicts: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Whether a base address and a stride times a distance, which is the sum of two words, predict an
// address, but for the lowest bits, those of the mask `low`.
module cta_pf_predicts #(
    parameter ADDRESS = 32,
    parameter LOW = 127   // Bits that are left out.
) (
    input  wire [ADDRESS-1:0] base,    // Base address.
    input  wire [ADDRESS-1:0] sum,     // The product, in two words.
    input  wire [ADDRESS-1:0] carry,
    input  wire [ADDRESS-1:0] address, // The address.
    output wire               met      // It is predicted.
);

    reg  [(3 * ADDRESS)-1:0] adder_addends;
    wire [ADDRESS-1:0]       adder_sum;
    wire [ADDRESS-1:0]       adder_carry;

    carry_save #(.N(3), .W(ADDRESS)) adder (
        .enable  (1'b1),
        .addends (adder_addends),
        .sum     (adder_sum),
        .carry   (adder_carry)
    );

    sum_is #(.W(ADDRESS), .LOW(LOW)) prediction (
        .a     (adder_sum),
        .b     (adder_carry),
        .c     (address),
        .equal (met)
    );

    always @* begin
        adder_addends[(0 * ADDRESS) +: ADDRESS] = base;
        adder_addends[ADDRESS +: ADDRESS] = sum;
        adder_addends[(2 * ADDRESS) +: ADDRESS] = carry;
    end

endmodule

`default_nettype wire
