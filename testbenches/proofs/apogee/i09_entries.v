// SPDX-License-Identifier: Apache-2.0
// Invariant 9, what it rests on: what is read of an entry is what was last written to it.
// Engine: induction 1
// For: n_entries=4
module i09_entries #(
    parameter n_entries = 4,
    parameter n_warps = 2,
    parameter warp_size = 4,
    parameter offset_bits = 4,
    parameter conf_bits = 2,
    parameter dist_bits = 3,
    parameter addr_bits = 8,
    parameter ENTRY = $clog2(n_entries),
    parameter WARP = n_warps > 2 ? $clog2(n_warps) : 1,
    parameter LANE = $clog2(warp_size),
    parameter WORD = addr_bits + offset_bits + conf_bits + LANE + dist_bits + 2 * WARP
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           entries__write,
    input wire [ENTRY-1:0]               entries__write_place,
    input wire [addr_bits-1:0]           entries__write_address,
    input wire [offset_bits-1:0]         entries__write_offset,
    input wire [conf_bits-1:0]           entries__write_confidence,
    input wire [LANE-1:0]                entries__write_lane,
    input wire [dist_bits-1:0]           entries__write_distance,
    input wire [WARP-1:0]                entries__write_warp,
    input wire [WARP-1:0]                entries__write_since,
    input wire [ENTRY-1:0]               entries__read,
    input wire [addr_bits-1:0]           entries__read_address,
    input wire [offset_bits-1:0]         entries__read_offset,
    input wire [conf_bits-1:0]           entries__read_confidence,
    input wire [LANE-1:0]                entries__read_lane,
    input wire [dist_bits-1:0]           entries__read_distance,
    input wire [WARP-1:0]                entries__read_warp,
    input wire [WARP-1:0]                entries__read_since,
    input wire [n_entries*addr_bits-1:0] entries__address,
    input wire [n_entries*conf_bits-1:0] entries__confidence,
    input wire [offset_bits-1:0]         entries__offset_0,
    input wire [offset_bits-1:0]         entries__offset_1,
    input wire [offset_bits-1:0]         entries__offset_2,
    input wire [offset_bits-1:0]         entries__offset_3,
    input wire [LANE-1:0]                entries__lane_0,
    input wire [LANE-1:0]                entries__lane_1,
    input wire [LANE-1:0]                entries__lane_2,
    input wire [LANE-1:0]                entries__lane_3,
    input wire [dist_bits-1:0]           entries__distance_0,
    input wire [dist_bits-1:0]           entries__distance_1,
    input wire [dist_bits-1:0]           entries__distance_2,
    input wire [dist_bits-1:0]           entries__distance_3,
    input wire [WARP-1:0]                entries__last_warp_0,
    input wire [WARP-1:0]                entries__last_warp_1,
    input wire [WARP-1:0]                entries__last_warp_2,
    input wire [WARP-1:0]                entries__last_warp_3,
    input wire [WARP-1:0]                entries__since_0,
    input wire [WARP-1:0]                entries__since_1,
    input wire [WARP-1:0]                entries__since_2,
    input wire [WARP-1:0]                entries__since_3
);

    wire [n_entries*WORD-1:0] table_words = {
        entries__address[3*addr_bits +: addr_bits], entries__offset_3, entries__confidence[3*conf_bits +: conf_bits],
        entries__lane_3, entries__distance_3, entries__last_warp_3, entries__since_3,
        entries__address[2*addr_bits +: addr_bits], entries__offset_2, entries__confidence[2*conf_bits +: conf_bits],
        entries__lane_2, entries__distance_2, entries__last_warp_2, entries__since_2,
        entries__address[addr_bits +: addr_bits], entries__offset_1, entries__confidence[conf_bits +: conf_bits],
        entries__lane_1, entries__distance_1, entries__last_warp_1, entries__since_1,
        entries__address[addr_bits-1:0], entries__offset_0, entries__confidence[conf_bits-1:0],
        entries__lane_0, entries__distance_0, entries__last_warp_0, entries__since_0};

    // Entries that have been written, and what.
    reg [n_entries-1:0]      known = 0;
    reg [n_entries*WORD-1:0] written;
    always @(posedge clock) if (entries__write) begin
        known[entries__write_place] <= 1'b1;
        written[entries__write_place*WORD +: WORD] <= {entries__write_address, entries__write_offset, entries__write_confidence,
            entries__write_lane, entries__write_distance, entries__write_warp, entries__write_since};
    end

    integer i;
    always @* begin
        for (i = 0; i < n_entries; i = i + 1)
            if (known[i]) assert (table_words[i*WORD +: WORD] == written[i*WORD +: WORD]);
        if (known[entries__read])
            assert ({entries__read_address, entries__read_offset, entries__read_confidence, entries__read_lane,
                entries__read_distance, entries__read_warp, entries__read_since} == written[entries__read*WORD +: WORD]);
    end

endmodule
