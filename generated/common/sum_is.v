// SPDX-License-Identifier: Apache-2.0
// sum_is: part of cta_prefetch, apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Whether `a + b` and `c` are equal modulo 2^W but for the lowest bits, those of the mask `low` of
// at most 8 bits. Only those are added.
// Above them no carry has to be waited for: if the sum is `c` up to some bit, the bits of `a`, `b`
// and `c` there say what is carried into the next one, so each bit is compared by itself.
module sum_is #(
    parameter W = 32,
    parameter LOW = 127   // Bits that are left out.
) (
    input  wire [W-1:0] a,     // Addends.
    input  wire [W-1:0] b,
    input  wire [W-1:0] c,     // What they should add up to.
    output wire         equal  // They do.
);


    wire [W-1:0] left_out;
    // The sum of the bits that are left out; above them there is at most a carry.
    wire [W-1:0] low_sum;
    wire [W-1:0] carries;  // What is carried into each bit above the lowest one that is compared.
    wire [W-1:0] differs;

    assign left_out = {{(W - 8){1'b0}}, LOW[7:0]};
    assign low_sum = (a & left_out) + (b & left_out);

    // A bit that is c carries if a and b are 1, or one of them is and c is not.
    assign carries = (((a & b) | ((a | b) & ~c)) & ~left_out) << 1;
    assign differs = (a ^ b ^ c ^ (carries | low_sum)) & ~left_out;
    assign equal = differs == 0;

endmodule

`default_nettype wire
