// SPDX-License-Identifier: Apache-2.0
// sb_data: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The results of the scoreboard's entries, a beat of a warp instruction at a time (specification
// section 5, U1d). A bank has each beat that is the same part of a beat of the commit.
// Protocol: two write ports, of which that of loads is behind; reads answer in the same cycle and
// see its writes.
module sb_data #(
    parameter WARP_SIZE = 32,    // Threads of a warp
    parameter SIMD = 8,          // Lanes of an SM
    parameter SB_ENTRIES = 8,    // Entries of the scoreboard
    parameter SRC = 3,           // Source registers of an instruction
    parameter W = 32,            // Bits of a lane's result
    parameter COMMIT_BEATS = 4,  // Cycles of the register file that a commit takes
    // What follows from these; not to be set.
    parameter K = ($clog2(SB_ENTRIES) > 1 ? $clog2(SB_ENTRIES) : 1),
    parameter NUMBERS = SRC * K,
    parameter BEAT = ($clog2(WARP_SIZE / SIMD) > 1 ? $clog2(WARP_SIZE / SIMD) : 1),
    parameter BEATS_READ = SRC * BEAT,
    parameter ROW = SIMD * W,
    parameter RD = SRC * ROW,
    parameter CBEAT = ($clog2(COMMIT_BEATS) > 1 ? $clog2(COMMIT_BEATS) : 1),
    parameter BANKS = (WARP_SIZE / SIMD) / COMMIT_BEATS,
    parameter CM_ROWS = BANKS * ROW,
    parameter SHIFT = $clog2(BANKS),
    parameter ADDRESS = K + CBEAT,
    parameter ADDRESSES = 4 * ADDRESS,
    parameter ROWS = 4 * ROW,
    parameter DEPTH = SB_ENTRIES << CBEAT
) (
    input  wire                  clock,    // Fast clock.
    input  wire                  reset,    // Synchronous reset, active high.
    input  wire                  wa_valid, // The ALU writes results.
    input  wire [K-1:0]          wa_entry, // Their entry.
    input  wire [BEAT-1:0]       wa_beat,  // Their beat.
    input  wire [SIMD-1:0]       wa_mask,  // The lanes that are written.
    input  wire [ROW-1:0]        wa_data,  // Their results, from lane 0 on.
    // A load or an SFU writes results; where both write, these stay.
    input  wire                  wl_valid,
    input  wire [K-1:0]          wl_entry, // Their entry.
    input  wire [BEAT-1:0]       wl_beat,  // Their beat.
    input  wire [SIMD-1:0]       wl_mask,  // The lanes that are written.
    input  wire [ROW-1:0]        wl_data,  // Their results, from lane 0 on.
    // The entry of each operand that is read, from source 0 on.
    input  wire [NUMBERS-1:0]    rd_entry,
    input  wire [BEATS_READ-1:0] rd_beat,  // Its beat.
    input  wire [K-1:0]          cm_entry, // The entry that commits.
    input  wire [CBEAT-1:0]      cm_beat,  // The beat of the commit.
    // The operands, from source 0 on; 0 where nothing has been written since reset.
    output reg  [RD-1:0]         rd_data,
    output reg  [CM_ROWS-1:0]    cm_data   // What is committed, from the lowest thread on.
);

    localparam LAST_PART = BANKS - 1;
    localparam COMMIT_AT = 3 * ADDRESS; // The commit is the fourth read.
    localparam COMMIT_ROW = 3 * ROW;

    wire [BEAT-1:0]                a_beat;         // Beats of the commit, and of them the parts.
    wire [BEAT-1:0]                l_beat;
    wire [BEAT-1:0]                a_part;
    wire [BEAT-1:0]                l_part;
    wire [ADDRESS-1:0]             a_address;
    wire [ADDRESS-1:0]             l_address;
    reg  [SIMD-1:0]                a_lanes;
    reg  [SIMD-1:0]                l_lanes;
    reg  [K-1:0]                   entry;
    reg  [BEAT-1:0]                beat;
    reg  [BEAT-1:0]                high;
    reg  [ADDRESS-1:0]             address;
    reg  [ADDRESSES-1:0]           reads;
    wire [ADDRESS-1:0]             cm_address;
    reg  [BEAT-1:0]                source;
    reg  [ROWS-1:0]                rows;
    reg  [ROW-1:0]                 row;
    reg  [ROWS-1:0]                cm_rows;
    reg  [ROW-1:0]                 cm_row;
    wire                           unused;         // Each of them is read in parts.
    reg  [(BANKS * SIMD)-1:0]      bank_a_lanes;
    reg  [(BANKS * SIMD)-1:0]      bank_l_lanes;
    reg  [(BANKS * ADDRESSES)-1:0] bank_addresses;
    wire [(BANKS * ROWS)-1:0]      bank_rows;

    genvar g;

    for (g = 0; g < BANKS; g = g + 1) begin : each_bank
        sb_bank #(.DEPTH(DEPTH), .ADDRESS(ADDRESS), .W(W), .SIMD(SIMD)) bank (
            .clock     (clock),
            .reset     (reset),
            .a_lanes   (bank_a_lanes[(g * SIMD) +: SIMD]),
            .a_address (a_address),
            .a_data    (wa_data),
            .l_lanes   (bank_l_lanes[(g * SIMD) +: SIMD]),
            .l_address (l_address),
            .l_data    (wl_data),
            .addresses (bank_addresses[(g * ADDRESSES) +: ADDRESSES]),
            .rows      (bank_rows[(g * ROWS) +: ROWS])
        );
    end

    assign a_beat = wa_beat >> SHIFT;
    assign l_beat = wl_beat >> SHIFT;
    assign a_part = wa_beat & LAST_PART[BEAT-1:0];
    assign l_part = wl_beat & LAST_PART[BEAT-1:0];
    assign a_address = {wa_entry, a_beat[CBEAT-1:0]};
    assign l_address = {wl_entry, l_beat[CBEAT-1:0]};

    always @* begin
        a_lanes = 0;
        if (wa_valid) begin
            a_lanes = wa_mask;
        end
    end

    always @* begin
        l_lanes = 0;
        if (wl_valid) begin
            l_lanes = wl_mask;
        end
    end

    // What is read: a beat for each source, and all parts of a beat of the commit.
    always @* begin : compute_entry
        integer s;
        entry = 0;
        beat = 0;
        high = 0;
        address = 0;
        reads = 0;
        for (s = 0; s < SRC; s = s + 1) begin
            entry = rd_entry[(s * K) +: K];
            beat = rd_beat[(s * BEAT) +: BEAT];
            high = beat >> SHIFT;
            address = {entry, high[CBEAT-1:0]};
            reads = reads | ({{(ADDRESSES - ADDRESS){1'b0}}, address} << (s * ADDRESS));
        end
    end

    assign cm_address = {cm_entry, cm_beat};

    always @* begin : compute_bank_addresses
        integer b;
        for (b = 0; b < BANKS; b = b + 1)
            bank_addresses[(b * ADDRESSES) +: ADDRESSES] = reads
                | ({{(ADDRESSES - ADDRESS){1'b0}}, cm_address} << COMMIT_AT);
    end

    always @* begin : compute_bank_a_lanes
        integer b;
        for (b = 0; b < BANKS; b = b + 1) begin
            bank_a_lanes[(b * SIMD) +: SIMD] = 0;
            if (a_part == b[BEAT-1:0]) begin
                bank_a_lanes[(b * SIMD) +: SIMD] = a_lanes;
            end
        end
    end

    always @* begin : compute_bank_l_lanes
        integer b;
        for (b = 0; b < BANKS; b = b + 1) begin
            bank_l_lanes[(b * SIMD) +: SIMD] = 0;
            if (l_part == b[BEAT-1:0]) begin
                bank_l_lanes[(b * SIMD) +: SIMD] = l_lanes;
            end
        end
    end

    // Each operand from the bank of its beat.
    always @* begin : compute_rd_data
        integer b;
        integer s;
        source = 0;
        rows = 0;
        row = 0;
        rd_data = 0;
        for (s = 0; s < SRC; s = s + 1) begin
            source = rd_beat[(s * BEAT) +: BEAT] & LAST_PART[BEAT-1:0];
            row = 0;
            for (b = 0; b < BANKS; b = b + 1) begin
                rows = bank_rows[(b * ROWS) +: ROWS];
                if (source == b[BEAT-1:0]) begin
                    row = rows[(s * ROW) +: ROW];
                end
            end
            rd_data = rd_data | ({{(RD - ROW){1'b0}}, row} << (s * ROW));
        end
    end

    always @* begin : compute_cm_data
        integer b;
        cm_rows = 0;
        cm_row = 0;
        cm_data = 0;
        for (b = 0; b < BANKS; b = b + 1) begin
            cm_rows = bank_rows[(b * ROWS) +: ROWS];
            cm_row = cm_rows[COMMIT_ROW +: ROW];
            cm_data = cm_data | ({{(CM_ROWS - ROW){1'b0}}, cm_row} << (b * ROW));
        end
    end

    assign unused = (rows != 0) || (cm_rows != 0);

endmodule

`default_nettype wire
