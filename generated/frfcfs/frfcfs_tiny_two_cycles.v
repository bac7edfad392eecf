// SPDX-License-Identifier: Apache-2.0
// frfcfs_tiny_two_cycles: part of frfcfs, configuration tiny_two_cycles
//   (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation
//   (2017), chapter 5).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=timestamp age_bits=8
//   choice_cycles=2 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=2 t_wr=2 t_cwl=1
//   t_ccd=2 t_bl=1 t_faw=10

`default_nettype none

module frfcfs_tiny_two_cycles (
    input  wire       clock,     // Clock.
    input  wire       reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire       req_valid,
    input  wire [0:0] req_src,   // Its source: CPUs from 0, then GPUs.
    input  wire [2:0] req_id,    // Its identification, which `cmd_id` repeats.
    input  wire       req_wr,    // 0 read, 1 write.
    input  wire [1:0] req_bank,  // Its bank.
    input  wire [0:0] req_row,   // Its row.
    input  wire [0:0] req_col,   // Its column, in bursts.
    output wire [1:0] src_ready, // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire       cmd_valid, // A command goes to the DRAM in this cycle; it is never stalled.
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0] cmd,
    output wire [1:0] cmd_bank,  // Bank of the command.
    output wire [0:0] cmd_row,   // Row of the request that the command serves.
    output wire [0:0] cmd_col,   // Column of the request that the command serves.
    output wire [2:0] cmd_id,    // Identification of the request that the command serves.
    output wire [0:0] cmd_src    // Source of the request that the command serves.
);

    frfcfs #(
        .CPUS          (1),
        .N_GPU         (1),
        .BANKS         (4),
        .ROW           (1),
        .COL           (1),
        .ID            (3),
        .N             (4),
        .AGE           (8),
        .CHOICE_CYCLES (2),
        .T_RCD         (2),
        .T_CL          (2),
        .T_RP          (2),
        .T_RAS         (4),
        .T_RC          (7),
        .T_RRD         (2),
        .T_WTR         (1),
        .T_RTP         (2),
        .T_WR          (2),
        .T_CWL         (1),
        .T_CCD         (2),
        .T_BL          (1),
        .T_FAW         (10)
    ) unit (
        .clock     (clock),
        .reset     (reset),
        .req_valid (req_valid),
        .req_src   (req_src),
        .req_id    (req_id),
        .req_wr    (req_wr),
        .req_bank  (req_bank),
        .req_row   (req_row),
        .req_col   (req_col),
        .src_ready (src_ready),
        .cmd_valid (cmd_valid),
        .cmd       (cmd),
        .cmd_bank  (cmd_bank),
        .cmd_row   (cmd_row),
        .cmd_col   (cmd_col),
        .cmd_id    (cmd_id),
        .cmd_src   (cmd_src)
    );

endmodule

`default_nettype wire
