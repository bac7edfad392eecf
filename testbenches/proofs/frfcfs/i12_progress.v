// SPDX-License-Identifier: Apache-2.0
// Invariant 12: some command is issued within a bounded time while a request waits: the longest interval that any
// rule of the DRAM's timing sets, which is at most tRC, tFAW, or from a write to a read or a precharge, and the cycles
// that the choice takes. For two groups of two entries.
// For: n=4 age_mode=timestamp
// Engine: bounded 20
module i12_progress #(
    parameter choice_cycles = 1,
    parameter n_bank = 4,
    parameter t_rc = 7,
    parameter t_faw = 10,
    parameter t_cwl = 1,
    parameter t_bl = 1,
    parameter t_wtr = 1,
    parameter t_wr = 2,
    parameter W = $clog2(4 + 1)
) (
    input wire                clock,
    input wire                reset,
    input wire                cmd_valid,
    input wire [W-1:0]        occupied,
    input wire [1:0]          buffer__entries__valid_0,
    input wire [1:0]          buffer__entries__valid_1,
    input wire [6*n_bank-1:0] timing__t_act,
    input wire [6*n_bank-1:0] timing__t_col,
    input wire [6*n_bank-1:0] timing__t_pre,
    input wire [5:0]          timing__t_rd,
    input wire [5:0]          timing__t_wr,
    input wire [5:0]          timing__t_rrd,
    input wire [23:0]         timing__t_faw
);

    progress #(
        .n(4), .choice_cycles(choice_cycles), .n_bank(n_bank), .t_rc(t_rc), .t_faw(t_faw), .t_cwl(t_cwl), .t_bl(t_bl),
        .t_wtr(t_wtr), .t_wr(t_wr)
    ) progress (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .occupied(occupied),
        .valid({buffer__entries__valid_1, buffer__entries__valid_0}),
        .of_banks({timing__t_act, timing__t_col, timing__t_pre}),
        .of_channel({timing__t_rd, timing__t_wr, timing__t_rrd, timing__t_faw})
    );

endmodule
