// SPDX-License-Identifier: Apache-2.0
// scaled: part of cta_prefetch, apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A base address and a stride times a distance, both two's complement, as the sum of two words: the
// stride shifted once for each bit of the distance, added by carry-save adders. `BITS` are those of
// the distance without its sign, at least 2.
module scaled #(
    parameter STRIDE = 32,
    parameter ADDRESS = 32,
    parameter BITS = 6,
    // What follows from these; not to be set.
    parameter DISTANCE = BITS + 1,
    parameter PARTS = BITS + 2
) (
    input  wire                enable,   // Something is added to the base address.
    input  wire [ADDRESS-1:0]  base,     // Base address.
    input  wire [STRIDE-1:0]   stride,   // Stride, two's complement.
    input  wire [DISTANCE-1:0] distance, // Distance, two's complement.
    output reg  [ADDRESS-1:0]  sum,      // Two words that add up to the address.
    output reg  [ADDRESS-1:0]  carry
);

    localparam SIGN_AT = STRIDE - 1;
    localparam SECOND = BITS - 1;

    reg  [ADDRESS-1:0]              step;          // The stride, sign-extended.
    reg  [ADDRESS-1:0]              shifted;
    // It times each bit of the distance. The highest bit counts negative.
    reg  [(DISTANCE * ADDRESS)-1:0] part;
    reg  [(PARTS * ADDRESS)-1:0]    adder_addends;
    wire [ADDRESS-1:0]              adder_sum;
    wire [ADDRESS-1:0]              adder_carry;

    carry_save #(.N(PARTS), .W(ADDRESS)) adder (
        .enable  (enable),
        .addends (adder_addends),
        .sum     (adder_sum),
        .carry   (adder_carry)
    );

    always @* begin
        step = 0;
        if (stride[SIGN_AT]) begin
            step = ~step;
        end
        step[STRIDE-1:0] = stride;
    end

    always @* begin : compute_shifted
        integer i;
        i = 0;
        shifted = step;
        part = 0;
        if (enable) begin
            for (i = 0; i < BITS; i = i + 1) begin
                if (distance[i]) begin
                    part[(i * ADDRESS) +: ADDRESS] = shifted;
                end
                shifted = shifted << 1;
            end
            // Its complement, and the 1 that negation adds where the part before has no bits.
            if (distance[BITS]) begin
                part[(BITS * ADDRESS) +: ADDRESS] = ~shifted;
                part[(SECOND * ADDRESS) +: ADDRESS] = part[(SECOND * ADDRESS) +: ADDRESS]
                    | {{(ADDRESS - 1){1'b0}}, 1'b1};
            end
        end
    end

    always @* begin : compute_adder_addends
        integer i;
        for (i = 0; i < PARTS; i = i + 1)
            adder_addends[(i * ADDRESS) +: ADDRESS] = base;
        adder_addends[(DISTANCE * ADDRESS)-1:0] = part;
    end

    // Otherwise the adders stand still.
    always @* begin
        sum = base;
        carry = 0;
        if (enable) begin
            sum = adder_sum;
            carry = adder_carry;
        end
    end

endmodule

`default_nettype wire
