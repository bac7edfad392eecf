// SPDX-License-Identifier: Apache-2.0
// apogee_beat: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// One beat of a load, a cycle after it came: its first two active lanes, the last one, and how far
// the address of each lane is from that of the first one. Only differences that lanes of one line
// can have are of use: those of `SPAN` bits.
module apogee_beat #(
    parameter LANES = 8,
    parameter ADDRESS = 28,
    parameter SPAN = 13,
    // What follows from these; not to be set.
    parameter PLACE = ($clog2(LANES) > 1 ? $clog2(LANES) : 1),
    parameter ADDRESSES = LANES * ADDRESS,
    parameter REST = ADDRESS + 1 - SPAN
) (
    input  wire                      clock,          // SM clock.
    input  wire                      reset,          // Synchronous reset, active high.
    input  wire                      clear,          // Forget the beat at the end of this cycle.
    input  wire                      take,           // A beat is taken.
    input  wire                      take_first,     // It is the first, the last one of its load.
    input  wire                      take_last,
    input  wire [LANES-1:0]          take_mask,      // Its active lanes.
    input  wire [ADDRESSES-1:0]      take_addresses, // Their addresses.
    output wire                      valid,          // A beat was taken in the cycle before.
    output reg                       first,          // It is the first, the last one of its load.
    output reg                       last,
    output reg  [LANES-1:0]          mask,           // Its active lanes.
    output reg                       pair,           // It has two of them.
    // The first of them, the second, and the last one.
    output reg  [PLACE-1:0]          place,
    output reg  [PLACE-1:0]          second,
    output reg  [PLACE-1:0]          final_place,
    output reg  [ADDRESS-1:0]        address,        // Address of the first one.
    output reg  [ADDRESS-1:0]        final_address,  // That of the last one.
    // Address of each lane less that of the first one.
    output reg  [(LANES * SPAN)-1:0] away,
    // Lanes for which it has no more bits than that.
    output wire [LANES-1:0]          near,
    output wire [SPAN-1:0]           second_away     // That of the second one.
);

    localparam TOP = LANES - 1;
    localparam TOP_PLACE = LANES - 1;
    localparam SIGN_AT = SPAN - 1; // Sign of a difference.

    wire [LANES-1:0]             others;
    reg  [LANES-1:0]             reversed;
    wire [PLACE-1:0]             highest;
    reg  [(LANES * ADDRESS)-1:0] difference;
    reg  [(LANES * REST)-1:0]    high;
    reg  [LANES-1:0]             fit;
    wire                         unused;         // Which lanes they are is of use as numbers alone.
    reg                          taken;
    reg  [SPAN-1:0]              second_low;
    reg  [(LANES * ADDRESS)-1:0] lane;
    wire [LANES-1:0]             lowest_first;
    wire [PLACE-1:0]             lowest_index;
    wire [LANES-1:0]             next_first;
    wire [PLACE-1:0]             next_index;
    wire [LANES-1:0]             from_top_first;
    wire [PLACE-1:0]             from_top_index;

    first_set #(.N(LANES)) lowest (
        .requests (take_mask),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    first_set #(.N(LANES)) next (
        .requests (others),
        .first    (next_first),
        .index    (next_index)
    );

    first_set #(.N(LANES)) from_top (
        .requests (reversed),
        .first    (from_top_first),
        .index    (from_top_index)
    );

    always @(posedge clock) begin : update_first
        integer i;
        reg [(LANES * ADDRESS)-1:0] incoming;
        for (i = 0; i < LANES; i = i + 1)
            incoming[(i * ADDRESS) +: ADDRESS] = take_addresses[(i * ADDRESS) +: ADDRESS];
        if (take) begin
            lane <= incoming;
            first <= take_first;
            last <= take_last;
            mask <= take_mask;
            pair <= others != 0;
            place <= lowest_index;
            second <= next_index;
            final_place <= highest;
            final_address <= incoming[(highest * ADDRESS) +: ADDRESS];
            address <= incoming[(lowest_index * ADDRESS) +: ADDRESS];
            second_low <= incoming[(next_index * ADDRESS) +: SPAN];
        end
    end

    assign others = take_mask & ~lowest_first;

    always @* begin : compute_reversed
        integer i;
        reversed = 0;
        for (i = 0; i < LANES; i = i + 1)
            reversed[i] = take_mask[TOP - i];
    end

    assign highest = TOP_PLACE[PLACE-1:0] - from_top_index;
    assign unused = (next_first != 0) || (from_top_first != 0);

    always @(posedge clock) begin
        if (reset) begin
            taken <= 1'b0;
        end else begin
            taken <= take && !clear;
        end
    end

    // A cycle later: the differences.
    assign valid = taken;
    assign second_away = second_low - address[SPAN-1:0];

    always @* begin : compute_difference
        integer i;
        i = 0;
        fit = 0;
        difference = 0;
        high = 0;
        if (taken) begin
            for (i = 0; i < LANES; i = i + 1) begin
                difference[(i * ADDRESS) +: ADDRESS] = lane[(i * ADDRESS) +: ADDRESS] - address;
                high[(i * REST) +: REST] = difference[((i * ADDRESS) + SIGN_AT) +: REST];
                fit[i] = (high[(i * REST) +: REST] == 0) || (&high[(i * REST) +: REST]);
            end
        end
    end

    always @* begin : compute_away
        integer i;
        for (i = 0; i < LANES; i = i + 1)
            away[(i * SPAN) +: SPAN] = difference[(i * ADDRESS) +: SPAN];
    end

    assign near = fit;

endmodule

`default_nettype wire
