// SPDX-License-Identifier: Apache-2.0
// frfcfs_two_cycles: part of frfcfs, configuration two_cycles
//   (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation
//   (2017), chapter 5).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=300 age_mode=timestamp
//   age_bits=16 choice_cycles=2 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6
//   t_wr=12 t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

`default_nettype none

module frfcfs_two_cycles (
    input  wire        clock,     // Clock.
    input  wire        reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire        req_valid,
    input  wire [4:0]  req_src,   // Its source: CPUs from 0, then GPUs.
    input  wire [9:0]  req_id,    // Its identification, which `cmd_id` repeats.
    input  wire        req_wr,    // 0 read, 1 write.
    input  wire [2:0]  req_bank,  // Its bank.
    input  wire [14:0] req_row,   // Its row.
    input  wire [4:0]  req_col,   // Its column, in bursts.
    output wire [16:0] src_ready, // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire        cmd_valid, // A command goes to the DRAM in this cycle; it is never stalled.
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0]  cmd,
    output wire [2:0]  cmd_bank,  // Bank of the command.
    output wire [14:0] cmd_row,   // Row of the request that the command serves.
    output wire [4:0]  cmd_col,   // Column of the request that the command serves.
    output wire [9:0]  cmd_id,    // Identification of the request that the command serves.
    output wire [4:0]  cmd_src    // Source of the request that the command serves.
);

    frfcfs #(
        .CPUS          (16),
        .N_GPU         (1),
        .BANKS         (8),
        .ROW           (15),
        .COL           (5),
        .ID            (10),
        .N             (300),
        .AGE           (16),
        .CHOICE_CYCLES (2),
        .T_RCD         (10),
        .T_CL          (10),
        .T_RP          (10),
        .T_RAS         (28),
        .T_RC          (38),
        .T_RRD         (5),
        .T_WTR         (6),
        .T_RTP         (6),
        .T_WR          (12),
        .T_CWL         (8),
        .T_CCD         (4),
        .T_BL          (4),
        .T_FAW         (32)
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
