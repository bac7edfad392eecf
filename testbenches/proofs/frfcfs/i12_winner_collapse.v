// SPDX-License-Identifier: Apache-2.0
// Invariant 12: as i12_winner, of a buffer that is kept in the order of arrival.
// For: age_mode=collapse
// Engine: induction 3
module i12_winner_collapse #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter n = 4,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [1:0]                 cmd,
    input wire [BANK-1:0]            cmd_bank,
    input wire [n-1:0]               buffer__encoder__first,
    input wire [n-1:0]               buffer__valid,
    input wire [n*BANK-1:0]          buffer__banks,
    input wire [n*row_bits-1:0]      buffer__rows,
    input wire [n-1:0]               buffer__hits,
    input wire [n-1:0]               buffer__writes,
    input wire [n_bank-1:0]          buffer__rows_open__misses,
    input wire [n_bank-1:0]          buffer__rows_open__reads,
    input wire [n_bank-1:0]          buffer__rows_open__writes,
    input wire                       buffer__rows_open__served,
    input wire                       buffer__rows_open__changed,
    input wire                       buffer__rows_open__opened,
    input wire [BANK-1:0]            buffer__rows_open__served_bank,
    input wire [row_bits-1:0]        buffer__rows_open__served_row,
    input wire [$clog2(n+1)-1:0]     occupied,
    input wire [n_bank-1:0]          timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row,
    input wire [n_bank-1:0]          timing_pre_ok,
    input wire [n_bank-1:0]          timing_act_ok,
    input wire [n_bank-1:0]          timing_rd_ok,
    input wire [n_bank-1:0]          timing_wr_ok
);

    winner #(.n_bank(n_bank), .row_bits(row_bits), .n(n)) winner (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .served(buffer__encoder__first),
        .valid(buffer__valid), .urgent({n{1'b0}}), .banks(buffer__banks), .rows(buffer__rows), .open(timing_open),
        .open_row(timing_open_row), .pre_ok(timing_pre_ok), .act_ok(timing_act_ok),
        .rd_ok(timing_rd_ok), .wr_ok(timing_wr_ok), .hit_bits(buffer__hits), .writes(buffer__writes),
        .misses_of(buffer__rows_open__misses), .reads_of(buffer__rows_open__reads), .writes_of(buffer__rows_open__writes),
        .commanded(buffer__rows_open__served), .changed(buffer__rows_open__changed), .opened(buffer__rows_open__opened),
        .commanded_bank(buffer__rows_open__served_bank), .commanded_row(buffer__rows_open__served_row), .occupied(occupied)
    );

    // Entries in use are the first ones; the proof needs it.
    always @* if (!reset) assert ((buffer__valid & (buffer__valid + 1'b1)) == 0);

endmodule
