// SPDX-License-Identifier: Apache-2.0
// medic_classify: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The type of a warp with so many hits of so many accesses (specification section 2.1). Percentages
// are compared without a division: 100 * hits with the boundary * accesses, both as sums of shifted
// words, which carry-save adders put together.
module medic_classify #(
    parameter CNT = 10,
    // What follows from these; not to be set.
    parameter W = CNT + 8
) (
    // There is a warp to classify; while it is low the types mean nothing.
    input  wire           enable,
    input  wire [CNT-1:0] hits,          // Hits, at most the accesses.
    input  wire [CNT-1:0] accesses,      // Accesses, not 0.
    input  wire [5:0]     boundary,      // Boundary in percent up to which a warp is mostly miss.
    input  wire [6:0]     high_boundary, // That from which on it is mostly hit.
    output reg  [1:0]     warp_type,     // 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    // The type of five: 0 all miss, 1 mostly miss, 2 balanced, 3 mostly hit, 4 all hit.
    output reg  [2:0]     of_five
);

    localparam SIGN = W - 1;
    localparam [1:0] MISS = 2'd0;
    localparam [1:0] BALANCED = 2'd1;
    localparam [1:0] HIT = 2'd2;
    localparam [1:0] EVERY = 2'd3;
    localparam [2:0] ALL_MISS_OF_FIVE = 3'd0;
    localparam [2:0] MOSTLY_MISS_OF_FIVE = 3'd1;
    localparam [2:0] BALANCED_OF_FIVE = 3'd2;
    localparam [2:0] MOSTLY_HIT_OF_FIVE = 3'd3;
    localparam [2:0] ALL_HIT_OF_FIVE = 3'd4;

    wire [W-1:0]        wide_hits;
    wire [W-1:0]        wide_accesses;
    reg  [(6 * W)-1:0]  low_part;      // The boundary times the accesses, a word for each bit.
    reg  [(7 * W)-1:0]  high_part;
    reg  [W-1:0]        shifted;
    reg  [W-1:0]        shifted_high;
    wire [W-1:0]        below;         // The differences, two's complement.
    wire [W-1:0]        above;
    wire                mostly_miss;
    wire                mostly_hit;
    wire                all_hit;
    wire                none_hit;
    reg  [(9 * W)-1:0]  low_addends;
    wire [W-1:0]        low_sum;
    wire [W-1:0]        low_carry;
    reg  [(10 * W)-1:0] high_addends;
    wire [W-1:0]        high_sum;
    wire [W-1:0]        high_carry;

    carry_save #(.N(9), .W(W)) low (
        .enable  (enable),
        .addends (low_addends),
        .sum     (low_sum),
        .carry   (low_carry)
    );

    carry_save #(.N(10), .W(W)) high (
        .enable  (enable),
        .addends (high_addends),
        .sum     (high_sum),
        .carry   (high_carry)
    );

    assign wide_hits = {{(W - CNT){1'b0}}, hits};
    assign wide_accesses = {{(W - CNT){1'b0}}, accesses};

    // boundary * accesses - 100 * hits. The three ones that negation adds are where a shifted word
    // has no bits.
    always @* begin : compute_low_part
        integer i;
        i = 0;
        low_part = 0;
        shifted = wide_accesses;
        if (enable) begin
            for (i = 0; i < 6; i = i + 1) begin
                if (boundary[i]) begin
                    low_part[(i * W) +: W] = shifted;
                end
                shifted = shifted << 1;
            end
        end
    end

    always @* begin
        low_addends[(6 * W)-1:0] = low_part;
        low_addends[(2 * W) +: W] = low_part[(2 * W) +: W] | {{(W - 2){1'b0}}, 2'd3};
        low_addends[(6 * W) +: W] = ~(wide_hits << 2);
        low_addends[(7 * W) +: W] = ~(wide_hits << 5);
        low_addends[(8 * W) +: W] = ~(wide_hits << 6);
    end

    assign below = low_sum + low_carry;
    assign mostly_miss = !below[SIGN];

    // 100 * hits - the high boundary * accesses; here negation adds seven ones.
    always @* begin : compute_high_part
        integer i;
        i = 0;
        high_part = 0;
        shifted_high = wide_accesses;
        if (enable) begin
            for (i = 0; i < 7; i = i + 1) begin
                if (high_boundary[i]) begin
                    high_part[(i * W) +: W] = shifted_high;
                end
                shifted_high = shifted_high << 1;
            end
        end
    end

    always @* begin : compute_high_addends
        integer i;
        for (i = 0; i < 7; i = i + 1)
            high_addends[(i * W) +: W] = ~high_part[(i * W) +: W];
        high_addends[(7 * W) +: W] = wide_hits << 2;
        high_addends[(8 * W) +: W] = wide_hits << 5;
        high_addends[(9 * W) +: W] = (wide_hits << 6) | {{(W - 3){1'b0}}, 3'd7};
    end

    assign above = high_sum + high_carry;
    assign mostly_hit = !above[SIGN];
    assign all_hit = hits == accesses;
    assign none_hit = hits == 0;

    // The order matters: without a boundary only warps that never hit are mostly miss.
    always @* begin
        warp_type = BALANCED;
        if (mostly_miss) begin
            warp_type = MISS;
        end else if (all_hit) begin
            warp_type = EVERY;
        end else if (mostly_hit) begin
            warp_type = HIT;
        end
    end

    always @* begin
        of_five = BALANCED_OF_FIVE;
        if (none_hit) begin
            of_five = ALL_MISS_OF_FIVE;
        end else if (all_hit) begin
            of_five = ALL_HIT_OF_FIVE;
        end else if (mostly_hit) begin
            of_five = MOSTLY_HIT_OF_FIVE;
        end else if (mostly_miss) begin
            of_five = MOSTLY_MISS_OF_FIVE;
        end
    end

endmodule

`default_nettype wire
