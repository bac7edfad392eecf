// SPDX-License-Identifier: Apache-2.0
// apogee_line: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Whether the lanes of a beat have addresses that are linear in the lane's number, with a given
// offset from lane to lane (specification section 2.2): each lane against the first active one of
// its beat, and that against the one of the beat before.
module apogee_line #(
    parameter LANES = 8,
    parameter LANE = 5,
    parameter OFFSET = 8,
    // What follows from these; not to be set.
    parameter PLACE = ($clog2(LANES) > 1 ? $clog2(LANES) : 1),
    parameter SPAN = OFFSET + LANE,
    parameter DISTANCE = LANE + 1,
    parameter MULTIPLES = LANES + 1
) (
    // There is a beat; while it is low the answers mean nothing.
    input  wire                      enable,
    input  wire [LANES-1:0]          mask,      // Active lanes.
    input  wire [PLACE-1:0]          first,     // The first of them.
    input  wire [(LANES * SPAN)-1:0] away,      // Address of each lane less that of the first one.
    // That of the first lane less that of the first lane of the beat before.
    input  wire [SPAN-1:0]           step,
    input  wire [LANE-1:0]           gap,       // Lanes between those two.
    input  wire [OFFSET-1:0]         offset,    // Offset from lane to lane, two's complement.
    output wire                      linear,    // The lanes of the beat are linear.
    output wire                      continues  // The first one continues the beat before.
);

    localparam SIGN_AT = OFFSET - 1;

    reg  [SPAN-1:0]               wide;
    reg  [(MULTIPLES * SPAN)-1:0] multiple;       // The offset times 0, 1, 2, ...
    wire [SPAN-1:0]               first_multiple;
    reg  [LANES-1:0]              met;
    wire [SPAN-1:0]               product_sum;
    wire [SPAN-1:0]               product_carry;

    scaled #(.STRIDE(OFFSET), .ADDRESS(SPAN), .BITS(LANE)) product (
        .enable   (enable),
        .base     ({SPAN{1'b0}}),
        .stride   (offset),
        .distance ({{(DISTANCE - LANE){1'b0}}, gap}),
        .sum      (product_sum),
        .carry    (product_carry)
    );

    always @* begin
        wide = 0;
        if (offset[SIGN_AT]) begin
            wide = ~wide;
        end
        wide[OFFSET-1:0] = offset;
    end

    // Each is twice another one, or one more than that.
    always @* begin : compute_multiple
        integer k;
        k = 0;
        multiple = 0;
        if (enable) begin
            for (k = 0; k < (LANES + 1) / 2; k = k + 1) begin
                multiple[((2 * k) * SPAN) +: SPAN] = multiple[(k * SPAN) +: SPAN] << 1;
                multiple[(((2 * k) + 1) * SPAN) +: SPAN] = (multiple[(k * SPAN) +: SPAN] << 1)
                    + wide;
            end
        end
    end

    assign first_multiple = multiple[(first * SPAN) +: SPAN];

    always @* begin : compute_met
        integer i;
        i = 0;
        met = 0;
        if (enable) begin
            for (i = 0; i < LANES; i = i + 1)
                met[i] = (away[(i * SPAN) +: SPAN] + first_multiple)
                    == multiple[(i * SPAN) +: SPAN];
        end
    end

    assign linear = (mask & ~met) == {LANES{1'b0}};
    assign continues = (product_sum + product_carry) == step;

endmodule

`default_nettype wire
