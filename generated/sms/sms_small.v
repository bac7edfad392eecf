// SPDX-License-Identifier: Apache-2.0
// sms_small: part of sms, configuration small
//   (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_cpu=2 n_gpu=1 n_bank=4 row_bits=6 col_bits=3 id_bits=6 cpu_fifo=3 gpu_fifo=4 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 full_closes=2 gb_scope=mc cpu_inflight_bits=3 gpu_inflight_bits=5
//   mpkc_bits=5 pick_checks_space=0 low_path=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5
//   t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

`default_nettype none

module sms_small (
    input  wire        clock,          // Clock.
    input  wire        reset,          // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire        req_valid,
    input  wire [1:0]  req_src,        // Its source: CPUs from 0, then GPUs.
    input  wire [5:0]  req_id,         // Its identification, which `cmd_id` repeats.
    input  wire        req_wr,         // 0 read, 1 write.
    input  wire [1:0]  req_bank,       // Its bank.
    input  wire [5:0]  req_row,        // Its row.
    input  wire [2:0]  req_col,        // Its column, in bursts.
    // The data transfer of a request has finished: tCL + tBL cycles after RD, tCWL + tBL after WR.
    input  wire        cpl_valid,
    input  wire [1:0]  cpl_src,        // Source of that request.
    input  wire [10:0] cfg_p_q10,      // Probability of a shortest-job-first pick x 1024, 0..=1024.
    // Age thresholds in cycles, 10 bits each: low, medium, high intensity, GPU; low lowest.
    input  wire [39:0] cfg_thr,
    // Global bypass below this many requests, from the next cycle on; 0 is off.
    input  wire [6:0]  cfg_gb_thr,
    // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire [2:0]  src_ready,
    // A command goes to the DRAM in this cycle; it is never stalled.
    output wire        cmd_valid,
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0]  cmd,
    output wire [1:0]  cmd_bank,       // Bank of the command.
    output wire [5:0]  cmd_row,        // Row of the request that the command serves.
    output wire [2:0]  cmd_col,        // Column of the request that the command serves.
    output wire [5:0]  cmd_id,         // Identification of the request that the command serves.
    output wire [1:0]  cmd_src,        // Source of the request that the command serves.
    // Pulse: the last request of a picked batch has moved to its bank's FIFO.
    output wire        stat_pick,
    // Source of that batch; 0 without the pulse, like the ports that follow.
    output wire [1:0]  stat_pick_src,
    output wire        stat_sjf,       // The batch was picked shortest job first, not round robin.
    output wire [2:0]  stat_batch_len, // Requests of the batch.
    // Intensity class of each CPU (0 low, 1 medium, 2 high), two bits each, CPU 0 lowest; one bit
    // of 0 without CPUs.
    output wire [3:0]  stat_class
);

    sms #(
        .CPUS              (2),
        .GPUS              (1),
        .BANKS             (4),
        .ROW               (6),
        .COL               (3),
        .ID                (6),
        .CPU_DEPTH         (3),
        .GPU_DEPTH         (4),
        .DCS_DEPTH         (2),
        .MPKC_WINDOW       (256),
        .MPKC_LO           (4),
        .MPKC_HI           (20),
        .MPKC_SCALE        (1),
        .FULL_CLOSES       (2),
        .GB_SCOPE          (0),
        .CPU_INFLIGHT      (3),
        .GPU_INFLIGHT      (5),
        .ARRIVALS          (5),
        .PICK_CHECKS_SPACE (1'b0),
        .LOW_PATH          (1'b0),
        .T_RCD             (10),
        .T_CL              (10),
        .T_RP              (10),
        .T_RAS             (28),
        .T_RC              (38),
        .T_RRD             (5),
        .T_WTR             (6),
        .T_RTP             (6),
        .T_WR              (12),
        .T_CWL             (8),
        .T_CCD             (4),
        .T_BL              (4),
        .T_FAW             (32)
    ) unit (
        .clock          (clock),
        .reset          (reset),
        .req_valid      (req_valid),
        .req_src        (req_src),
        .req_id         (req_id),
        .req_wr         (req_wr),
        .req_bank       (req_bank),
        .req_row        (req_row),
        .req_col        (req_col),
        .cpl_valid      (cpl_valid),
        .cpl_src        (cpl_src),
        .cfg_p_q10      (cfg_p_q10),
        .cfg_thr        (cfg_thr),
        .cfg_gb_thr     (cfg_gb_thr),
        .src_ready      (src_ready),
        .cmd_valid      (cmd_valid),
        .cmd            (cmd),
        .cmd_bank       (cmd_bank),
        .cmd_row        (cmd_row),
        .cmd_col        (cmd_col),
        .cmd_id         (cmd_id),
        .cmd_src        (cmd_src),
        .stat_pick      (stat_pick),
        .stat_pick_src  (stat_pick_src),
        .stat_sjf       (stat_sjf),
        .stat_batch_len (stat_batch_len),
        .stat_class     (stat_class)
    );

endmodule

`default_nettype wire
