// SPDX-License-Identifier: Apache-2.0
// simt_bpred_tiny: part of ilp, configuration tiny
//   (Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU
//   Architecture (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warp_size=4 simd=2 n_warps=4 sb_entries=2 n_src=2 tag_w=3 data_w=1 alu_lat=3 br_stage=2
//   pht_entries=4 pc_lo=3 hist_mode=shared commit_beats=2 chain=1 spec_mem=1 class_warps=16
//   class_threads=32768 spill=never n_tlp=1 n_ilp=1 sm_tbs=2 sm_threads=3 sm_regs=3 sm_smem=3
//   tb_w=2 sb_en=1 bypass_en=1 bp_mode=gshare front_lat=8

`default_nettype none

module simt_bpred_tiny (
    input  wire        clock,     // Clock.
    input  wire        reset,     // Synchronous reset, active high.
    // 0: branches are not predicted; 1: static; 2: gshare; 3: by their outcome.
    input  wire [1:0]  mode,
    input  wire        lk_valid,  // A conditional branch is looked up.
    input  wire [31:0] lk_pc,     // Its PC.
    input  wire [31:0] lk_target, // Its target.
    input  wire [1:0]  lk_warp,   // Its warp.
    input  wire        lk_oracle, // Its outcome, in mode 3.
    input  wire        rs_valid,  // A branch is resolved.
    input  wire [1:0]  rs_warp,   // Its warp.
    input  wire [3:0]  rs_active, // The threads that execute it.
    input  wire [3:0]  rs_taken,  // Those for which it is taken.
    input  wire        rs_pred,   // Its prediction: `pr_taken` of its lookup.
    input  wire [1:0]  rs_idx,    // Its counter: `pr_idx` of its lookup.
    output wire        pr_valid,  // A branch was looked up in the cycle before.
    output wire        pr_taken,  // It is predicted as taken; 0 without one.
    output wire [1:0]  pr_idx,    // The counter of its PC and its history; 0 without one.
    output wire        rs_div,    // The threads of the resolved branch diverge.
    output wire        rs_mis,    // It was predicted wrongly.
    output wire [3:0]  rs_follow  // The threads that follow the predicted path.
);

    simt_bpred #(
        .M         (4),
        .N_WARPS   (4),
        .COUNTERS  (4),
        .PC_LO     (3),
        .HIST_MODE (0)
    ) unit (
        .clock     (clock),
        .reset     (reset),
        .mode      (mode),
        .lk_valid  (lk_valid),
        .lk_pc     (lk_pc),
        .lk_target (lk_target),
        .lk_warp   (lk_warp),
        .lk_oracle (lk_oracle),
        .rs_valid  (rs_valid),
        .rs_warp   (rs_warp),
        .rs_active (rs_active),
        .rs_taken  (rs_taken),
        .rs_pred   (rs_pred),
        .rs_idx    (rs_idx),
        .pr_valid  (pr_valid),
        .pr_taken  (pr_taken),
        .pr_idx    (pr_idx),
        .rs_div    (rs_div),
        .rs_mis    (rs_mis),
        .rs_follow (rs_follow)
    );

endmodule

`default_nettype wire
