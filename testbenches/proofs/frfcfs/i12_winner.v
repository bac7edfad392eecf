// SPDX-License-Identifier: Apache-2.0
// Invariant 12: the command of the winner is legal, and unless an urgent request asks for it no row is closed that a
// pending hit waits for. For two groups of two entries, and four banks.
// For: n=4 n_bank=4 age_mode=timestamp
// Engine: induction 3
module i12_winner #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter choice_cycles = 1,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [1:0]                 cmd,
    input wire [BANK-1:0]            cmd_bank,
    input wire [1:0]                 buffer__oldest__pick,
    input wire [1:0]                 buffer__entries__leaving_0,
    input wire [1:0]                 buffer__entries__leaving_1,
    input wire [1:0]                 buffer__entries__valid_0,
    input wire [1:0]                 buffer__entries__valid_1,
    input wire [1:0]                 buffer__entries__urgent_0,
    input wire [1:0]                 buffer__entries__urgent_1,
    input wire [1:0]                 buffer__entries__banks_0,
    input wire [1:0]                 buffer__entries__banks_1,
    input wire [1:0]                 buffer__entries__banks_2,
    input wire [1:0]                 buffer__entries__banks_3,
    input wire [1:0]                 buffer__entries__filled_0,
    input wire [1:0]                 buffer__entries__filled_1,
    input wire [1:0]                 buffer__entries__hits_0,
    input wire [1:0]                 buffer__entries__hits_1,
    input wire [1:0]                 buffer__entries__writes_0,
    input wire [1:0]                 buffer__entries__writes_1,
    input wire [row_bits-1:0]        buffer__entries__rows_0,
    input wire [row_bits-1:0]        buffer__entries__rows_1,
    input wire [row_bits-1:0]        buffer__entries__rows_2,
    input wire [row_bits-1:0]        buffer__entries__rows_3,
    input wire [n_bank-1:0]          buffer__rows__misses,
    input wire [n_bank-1:0]          buffer__rows__reads,
    input wire [n_bank-1:0]          buffer__rows__writes,
    input wire                       buffer__rows__served,
    input wire                       buffer__rows__changed,
    input wire                       buffer__rows__opened,
    input wire [BANK-1:0]            buffer__rows__served_bank,
    input wire [row_bits-1:0]        buffer__rows__served_row,
    input wire [2:0]                 occupied,
    input wire [n_bank-1:0]          timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row,
    input wire [n_bank-1:0]          timing_pre_ok,
    input wire [n_bank-1:0]          timing_act_ok,
    input wire [n_bank-1:0]          timing_rd_ok,
    input wire [n_bank-1:0]          timing_wr_ok
);

    // From words with the entries of all groups at one place to entries, group by group.
    reg [3:0]        served, valid, urgent, hits, writes;
    reg [4*BANK-1:0] banks;
    integer g;
    always @* for (g = 0; g < 2; g = g + 1) begin
        served[2*g +: 2] = {2{buffer__oldest__pick[g]}} & {buffer__entries__leaving_1[g], buffer__entries__leaving_0[g]};
        valid[2*g +: 2] = {buffer__entries__valid_1[g], buffer__entries__valid_0[g]};
        urgent[2*g +: 2] = {buffer__entries__urgent_1[g], buffer__entries__urgent_0[g]};
        hits[2*g +: 2] = {buffer__entries__hits_1[g], buffer__entries__hits_0[g]};
        writes[2*g +: 2] = {buffer__entries__writes_1[g], buffer__entries__writes_0[g]};
        banks[2*g*BANK +: 2*BANK] = {buffer__entries__banks_3[g], buffer__entries__banks_1[g],
            buffer__entries__banks_2[g], buffer__entries__banks_0[g]};
    end

    winner #(.n_bank(n_bank), .row_bits(row_bits), .choice_cycles(choice_cycles)) winner (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .served(served),
        .valid(valid), .urgent(urgent), .banks(banks),
        .rows({buffer__entries__rows_3, buffer__entries__rows_2, buffer__entries__rows_1, buffer__entries__rows_0}),
        .open(timing_open), .open_row(timing_open_row), .pre_ok(timing_pre_ok), .act_ok(timing_act_ok),
        .rd_ok(timing_rd_ok), .wr_ok(timing_wr_ok), .hit_bits(hits), .writes(writes),
        .misses_of(buffer__rows__misses), .reads_of(buffer__rows__reads), .writes_of(buffer__rows__writes),
        .commanded(buffer__rows__served), .changed(buffer__rows__changed), .opened(buffer__rows__opened),
        .commanded_bank(buffer__rows__served_bank), .commanded_row(buffer__rows__served_row), .occupied(occupied)
    );

    // The entries up to one are in use; the proof needs it.
    always @* if (!reset) assert (buffer__entries__filled_0 == buffer__entries__valid_0
        && buffer__entries__filled_1 == (buffer__entries__valid_0 & buffer__entries__valid_1));

endmodule
