// SPDX-License-Identifier: Apache-2.0
// sms_tiny: part of sms, configuration tiny
//   (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 full_closes=1 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4
//   mpkc_bits=5 pick_checks_space=0 low_path=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2
//   t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

`default_nettype none

module sms_tiny (
    input  wire        clock,          // Clock.
    input  wire        reset,          // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire        req_valid,
    input  wire [0:0]  req_src,        // Its source: CPUs from 0, then GPUs.
    input  wire [2:0]  req_id,         // Its identification, which `cmd_id` repeats.
    input  wire        req_wr,         // 0 read, 1 write.
    input  wire [1:0]  req_bank,       // Its bank.
    input  wire [0:0]  req_row,        // Its row.
    input  wire [0:0]  req_col,        // Its column, in bursts.
    // The data transfer of a request has finished: tCL + tBL cycles after RD, tCWL + tBL after WR.
    input  wire        cpl_valid,
    input  wire [0:0]  cpl_src,        // Source of that request.
    input  wire [10:0] cfg_p_q10,      // Probability of a shortest-job-first pick x 1024, 0..=1024.
    // Age thresholds in cycles, 10 bits each: low, medium, high intensity, GPU; low lowest.
    input  wire [39:0] cfg_thr,
    // Global bypass below this many requests, from the next cycle on; 0 is off.
    input  wire [6:0]  cfg_gb_thr,
    // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire [1:0]  src_ready,
    // A command goes to the DRAM in this cycle; it is never stalled.
    output wire        cmd_valid,
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0]  cmd,
    output wire [1:0]  cmd_bank,       // Bank of the command.
    output wire [0:0]  cmd_row,        // Row of the request that the command serves.
    output wire [0:0]  cmd_col,        // Column of the request that the command serves.
    output wire [2:0]  cmd_id,         // Identification of the request that the command serves.
    output wire [0:0]  cmd_src,        // Source of the request that the command serves.
    // Pulse: the last request of a picked batch has moved to its bank's FIFO.
    output wire        stat_pick,
    // Source of that batch; 0 without the pulse, like the ports that follow.
    output wire [0:0]  stat_pick_src,
    output wire        stat_sjf,       // The batch was picked shortest job first, not round robin.
    output wire [1:0]  stat_batch_len, // Requests of the batch.
    // Intensity class of each CPU (0 low, 1 medium, 2 high), two bits each, CPU 0 lowest; one bit
    // of 0 without CPUs.
    output wire [1:0]  stat_class
);

    sms #(
        .CPUS              (1),
        .GPUS              (1),
        .BANKS             (4),
        .ROW               (1),
        .COL               (1),
        .ID                (3),
        .CPU_DEPTH         (2),
        .GPU_DEPTH         (3),
        .DCS_DEPTH         (2),
        .MPKC_WINDOW       (256),
        .MPKC_LO           (4),
        .MPKC_HI           (20),
        .MPKC_SCALE        (1),
        .FULL_CLOSES       (1),
        .GB_SCOPE          (0),
        .CPU_INFLIGHT      (2),
        .GPU_INFLIGHT      (4),
        .ARRIVALS          (5),
        .PICK_CHECKS_SPACE (1'b0),
        .LOW_PATH          (1'b0),
        .T_RCD             (2),
        .T_CL              (2),
        .T_RP              (2),
        .T_RAS             (4),
        .T_RC              (7),
        .T_RRD             (2),
        .T_WTR             (1),
        .T_RTP             (1),
        .T_WR              (2),
        .T_CWL             (1),
        .T_CCD             (2),
        .T_BL              (1),
        .T_FAW             (10)
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
