// SPDX-License-Identifier: Apache-2.0
// cta_pf_compare: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Compares a load with the base addresses of its CTA: which stride the two show, and whether a
// known stride has predicted the load (specification section 2.2).
module cta_pf_compare #(
    parameter BASES = 4,
    parameter ADDRESS = 32,
    parameter STRIDE = 32,
    parameter WARP = 6,
    parameter LOW = 127,  // Bits that are left out.
    // What follows from these; not to be set.
    parameter LAST = ($clog2(BASES) > 1 ? $clog2(BASES) : 1),
    parameter ADDRESSES = BASES * ADDRESS,
    parameter EXTRA = ADDRESS + 1 - STRIDE,
    parameter DISTANCE = WARP + 1
) (
    input  wire [ADDRESSES-1:0] bases,      // Base addresses.
    input  wire [LAST-1:0]      bases_last, // Their number, less one.
    input  wire [ADDRESSES-1:0] addresses,  // Addresses of the load.
    input  wire [LAST-1:0]      last,       // Their number, less one.
    input  wire [DISTANCE-1:0]  distance,   // The load's warp less that of the base addresses.
    input  wire [STRIDE-1:0]    stride,     // Known stride of the load's PC.
    output wire                 adjacent,   // The two warps are neighbours.
    // If they are: the stride from the lower to the higher one.
    output wire [STRIDE-1:0]    step,
    output wire                 uniform,    // All requests that both have agree on it.
    // Some base address and the known stride predict a request that the load has not.
    output wire                 differs
);

    localparam [DISTANCE-1:0] ONE = 1;
    localparam HIGH_AT = STRIDE - 1; // Lowest bit that a stride does not hold, but for its sign.

    reg  [(BASES * ADDRESS)-1:0] base;
    reg  [(BASES * ADDRESS)-1:0] address;
    // Requests that the bases predict, and those that the load has.
    reg  [BASES-1:0]             predicted;
    reg  [BASES-1:0]             asked;
    wire                         behind;
    wire                         ahead;
    reg  [(BASES * ADDRESS)-1:0] delta;
    reg  [BASES-1:0]             equal;
    wire [EXTRA-1:0]             high;
    wire [BASES-1:0]             met;
    wire                         product_enable;
    wire [ADDRESS-1:0]           product_sum;
    wire [ADDRESS-1:0]           product_carry;
    wire [BASES-1:0]             prediction_met;

    genvar g;

    scaled #(.STRIDE(STRIDE), .ADDRESS(ADDRESS), .BITS(WARP)) product (
        .enable   (product_enable),
        .base     ({ADDRESS{1'b0}}),
        .stride   (stride),
        .distance (distance),
        .sum      (product_sum),
        .carry    (product_carry)
    );

    for (g = 0; g < BASES; g = g + 1) begin : each_prediction
        cta_pf_predicts #(.ADDRESS(ADDRESS), .LOW(LOW)) prediction (
            .base    (base[(g * ADDRESS) +: ADDRESS]),
            .sum     (product_sum),
            .carry   (product_carry),
            .address (address[(g * ADDRESS) +: ADDRESS]),
            .met     (prediction_met[g])
        );
    end

    always @* begin : compute_base
        integer i;
        for (i = 0; i < BASES; i = i + 1) begin
            base[(i * ADDRESS) +: ADDRESS] = bases[(i * ADDRESS) +: ADDRESS];
            address[(i * ADDRESS) +: ADDRESS] = addresses[(i * ADDRESS) +: ADDRESS];
        end
    end

    always @* begin : compute_predicted
        integer i;
        predicted = 0;
        asked = 0;
        for (i = 0; i < BASES; i = i + 1) begin
            predicted[i] = bases_last >= i[LAST-1:0];
            asked[i] = last >= i[LAST-1:0];
        end
    end

    // The stride that the two warps show, from the lower to the higher one.
    assign behind = &distance;
    assign ahead = distance == ONE;
    assign adjacent = behind || ahead;

    always @* begin : compute_delta
        integer i;
        for (i = 0; i < BASES; i = i + 1) begin
            delta[(i * ADDRESS) +: ADDRESS] = address[(i * ADDRESS) +: ADDRESS]
                - base[(i * ADDRESS) +: ADDRESS];
            if (behind) begin
                delta[(i * ADDRESS) +: ADDRESS] = base[(i * ADDRESS) +: ADDRESS]
                    - address[(i * ADDRESS) +: ADDRESS];
            end
        end
    end

    always @* begin : compute_equal
        integer i;
        equal = 0;
        for (i = 0; i < BASES; i = i + 1)
            equal[i] = delta[(i * ADDRESS) +: ADDRESS] == delta[(0 * ADDRESS) +: ADDRESS];
    end

    // A stride must be wide enough for the difference (P7).
    assign high = delta[((0 * ADDRESS) + HIGH_AT) +: EXTRA];
    assign step = delta[(0 * ADDRESS) +: STRIDE];
    assign uniform = ((high == 0) || (&high)) && ((predicted & asked & ~equal) == {BASES{1'b0}});

    // Every predicted request must be there, at its position (A5).
    assign product_enable = distance != 0;
    assign met = prediction_met;
    assign differs = (predicted & ~(asked & met)) != {BASES{1'b0}};

endmodule

`default_nettype wire
