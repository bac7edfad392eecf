// SPDX-License-Identifier: Apache-2.0
// Invariant 12: as i12_progress, of a buffer that is kept in the order of arrival.
// For: age_mode=collapse
// Engine: bounded 20
module i12_progress_collapse #(
    parameter n = 4,
    parameter n_bank = 4,
    parameter t_rc = 7,
    parameter t_faw = 10,
    parameter t_cwl = 1,
    parameter t_bl = 1,
    parameter t_wtr = 1,
    parameter t_wr = 2,
    parameter W = $clog2(n + 1)
) (
    input wire                clock,
    input wire                reset,
    input wire                cmd_valid,
    input wire [W-1:0]        occupied,
    input wire [n-1:0]        buffer__valid,
    input wire [6*n_bank-1:0] timing__t_act,
    input wire [6*n_bank-1:0] timing__t_col,
    input wire [6*n_bank-1:0] timing__t_pre,
    input wire [5:0]          timing__t_rd,
    input wire [5:0]          timing__t_wr,
    input wire [5:0]          timing__t_rrd,
    input wire [23:0]         timing__t_faw
);

    progress #(
        .n(n), .n_bank(n_bank), .t_rc(t_rc), .t_faw(t_faw), .t_cwl(t_cwl), .t_bl(t_bl), .t_wtr(t_wtr), .t_wr(t_wr)
    ) progress (
        .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .occupied(occupied),
        .valid(buffer__valid),
        .of_banks({timing__t_act, timing__t_col, timing__t_pre}),
        .of_channel({timing__t_rd, timing__t_wr, timing__t_rrd, timing__t_faw})
    );

endmodule
