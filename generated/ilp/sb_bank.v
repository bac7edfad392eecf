// SPDX-License-Identifier: Apache-2.0
// sb_bank: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The results of those beats that are committed as one part of a beat of the commit: a memory for
// each lane. Three operands and the commit are read at once.
module sb_bank #(
    parameter DEPTH = 32,
    parameter ADDRESS = 5,
    parameter W = 32,
    parameter SIMD = 8,
    // What follows from these; not to be set.
    parameter ROW = SIMD * W,
    parameter ADDRESSES = 4 * ADDRESS,
    parameter ROWS = 4 * ROW,
    parameter WORDS = 4 * W
) (
    input  wire                 clock,     // Fast clock.
    input  wire                 reset,     // Synchronous reset, active high.
    input  wire [SIMD-1:0]      a_lanes,   // Lanes that the ALU writes, and their results.
    input  wire [ADDRESS-1:0]   a_address,
    input  wire [ROW-1:0]       a_data,
    input  wire [SIMD-1:0]      l_lanes,   // Lanes that a load or an SFU writes.
    input  wire [ADDRESS-1:0]   l_address,
    input  wire [ROW-1:0]       l_data,
    // The beats that are read: of three operands, then of the commit.
    input  wire [ADDRESSES-1:0] addresses,
    output reg  [ROWS-1:0]      rows
);


    reg  [WORDS-1:0]          words;
    reg  [W-1:0]              word;
    reg  [ROW-1:0]            row;
    wire [(SIMD * WORDS)-1:0] lane_words;

    genvar g;

    for (g = 0; g < SIMD; g = g + 1) begin : each_lane
        sb_lane #(.DEPTH(DEPTH), .ADDRESS(ADDRESS), .W(W)) lane (
            .clock     (clock),
            .reset     (reset),
            .a_write   (a_lanes[g]),
            .a_address (a_address),
            .a_data    (a_data[(g * W) +: W]),
            .l_write   (l_lanes[g]),
            .l_address (l_address),
            .l_data    (l_data[(g * W) +: W]),
            .addresses (addresses),
            .words     (lane_words[(g * WORDS) +: WORDS])
        );
    end

    // The words of the lanes side by side.
    always @* begin : compute_rows
        integer l;
        integer r;
        words = 0;
        word = 0;
        row = 0;
        rows = 0;
        for (r = 0; r < 4; r = r + 1) begin
            row = 0;
            for (l = 0; l < SIMD; l = l + 1) begin
                words = lane_words[(l * WORDS) +: WORDS];
                word = words[(r * W) +: W];
                row = row | ({{(ROW - W){1'b0}}, word} << (l * W));
            end
            rows = rows | ({{(ROWS - ROW){1'b0}}, row} << (r * ROW));
        end
    end

endmodule

`default_nettype wire
