// SPDX-License-Identifier: Apache-2.0
// mosaic_page_count: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Number of allocated pages of a frame, two cycles later: first in pieces of about the root of all,
// then their sum by a tree.
module mosaic_page_count #(
    parameter SLOT = 9,
    // What follows from these; not to be set.
    parameter SLOTS = 1 << SLOT,
    parameter PIECES = 1 << (SLOT / 2),
    parameter PIECE = 1 << (SLOT - (SLOT / 2)),
    parameter PART = $clog2(PIECE + 1),
    parameter NODES = (2 * PIECES) - 1,
    parameter COUNT = SLOT + 1
) (
    input  wire             clock,  // Clock.
    input  wire             enable, // Count.
    input  wire [SLOTS-1:0] pages,  // A bit for each page.
    // Those that were set when `enable` was high last, from two cycles later on.
    output reg  [COUNT-1:0] count
);

    localparam ROOT = NODES - 1;

    wire [(PIECES * PART)-1:0] piece_ones;
    reg  [(PIECES * PART)-1:0] part;

    genvar g;

    for (g = 0; g < PIECES; g = g + 1) begin : each_piece
        popcount #(.N(PIECE)) piece (
            .enable (enable),
            .bits   (pages[(g * PIECE) +: PIECE]),
            .ones   (piece_ones[(g * PART) +: PART])
        );
    end

    always @(posedge clock) begin : update_part
        integer i;
        for (i = 0; i < PIECES; i = i + 1) begin
            if (enable) begin
                part[(i * PART) +: PART] <= piece_ones[(i * PART) +: PART];
            end
        end
    end

    always @(posedge clock) begin : update_count
        integer i;
        integer k;
        reg [PART-1:0] one;
        reg [(NODES * COUNT)-1:0] node;
        one = 0;
        node = 0;
        for (i = 0; i < PIECES; i = i + 1) begin
            one = part[(i * PART) +: PART];
            node[(i * COUNT) +: COUNT] = {{(COUNT - PART){1'b0}}, one};
        end
        // The nodes 2k and 2k+1 meet in the node pieces + k.
        for (k = 0; k < PIECES - 1; k = k + 1)
            node[((k + PIECES) * COUNT) +: COUNT] = node[((2 * k) * COUNT) +: COUNT]
                + node[(((2 * k) + 1) * COUNT) +: COUNT];
        count <= node[(ROOT * COUNT) +: COUNT];
    end

endmodule

`default_nettype wire
