// SPDX-License-Identifier: Apache-2.0
// Invariant 12: the command of the winner is legal, and unless an urgent request asks for it no row is closed that a
// pending hit waits for. For two groups of two entries.
// For: n=4 age_mode=timestamp
// Engine: pdr
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
    input wire [1:0]                 buffer__each_group_0__group__leaving,
    input wire [1:0]                 buffer__each_group_0__group__valid,
    input wire [1:0]                 buffer__each_group_0__group__urgent,
    input wire [2*BANK-1:0]          buffer__each_group_0__group__banks,
    input wire [2*row_bits-1:0]      buffer__each_group_0__group__rows,
    input wire [1:0]                 buffer__each_group_1__group__leaving,
    input wire [1:0]                 buffer__each_group_1__group__valid,
    input wire [1:0]                 buffer__each_group_1__group__urgent,
    input wire [2*BANK-1:0]          buffer__each_group_1__group__banks,
    input wire [2*row_bits-1:0]      buffer__each_group_1__group__rows,
    input wire [n_bank-1:0]          timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row,
    input wire [n_bank-1:0]          timing_pre_ok,
    input wire [n_bank-1:0]          timing_act_ok,
    input wire [n_bank-1:0]          timing_rd_ok,
    input wire [n_bank-1:0]          timing_wr_ok
);

    wire [3:0] served = {{2{buffer__oldest__pick[1]}} & buffer__each_group_1__group__leaving,
        {2{buffer__oldest__pick[0]}} & buffer__each_group_0__group__leaving};

    winner #(.n_bank(n_bank), .row_bits(row_bits), .choice_cycles(choice_cycles)) winner (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .served(served),
        .valid({buffer__each_group_1__group__valid, buffer__each_group_0__group__valid}),
        .urgent({buffer__each_group_1__group__urgent, buffer__each_group_0__group__urgent}),
        .banks({buffer__each_group_1__group__banks, buffer__each_group_0__group__banks}),
        .rows({buffer__each_group_1__group__rows, buffer__each_group_0__group__rows}), .open(timing_open),
        .open_row(timing_open_row), .pre_ok(timing_pre_ok), .act_ok(timing_act_ok), .rd_ok(timing_rd_ok),
        .wr_ok(timing_wr_ok)
    );

endmodule
