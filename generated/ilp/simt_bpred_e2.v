// SPDX-License-Identifier: Apache-2.0
// simt_bpred_e2: part of ilp, configuration e2
//   (Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU
//   Architecture (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warp_size=32 simd=8 n_warps=32 sb_entries=2 n_src=3 tag_w=9 data_w=32 alu_lat=8 br_stage=8
//   pht_entries=512 pc_lo=3 hist_mode=shared commit_beats=4 chain=1 spec_mem=0 class_warps=16
//   class_threads=32768 spill=absent n_tlp=20 n_ilp=18 sm_tbs=8 sm_threads=1024 sm_regs=16384
//   sm_smem=16384 tb_w=20 sb_en=1 bypass_en=1 bp_mode=gshare front_lat=8

`default_nettype none

module simt_bpred_e2 (
    input  wire        clock,     // Clock.
    input  wire        reset,     // Synchronous reset, active high.
    // 0: branches are not predicted; 1: static; 2: gshare; 3: by their outcome.
    input  wire [1:0]  mode,
    input  wire        lk_valid,  // A conditional branch is looked up.
    input  wire [31:0] lk_pc,     // Its PC.
    input  wire [31:0] lk_target, // Its target.
    input  wire [4:0]  lk_warp,   // Its warp.
    input  wire        lk_oracle, // Its outcome, in mode 3.
    input  wire        rs_valid,  // A branch is resolved.
    input  wire [4:0]  rs_warp,   // Its warp.
    input  wire [31:0] rs_active, // The threads that execute it.
    input  wire [31:0] rs_taken,  // Those for which it is taken.
    input  wire        rs_pred,   // Its prediction: `pr_taken` of its lookup.
    input  wire [8:0]  rs_idx,    // Its counter: `pr_idx` of its lookup.
    output wire        pr_valid,  // A branch was looked up in the cycle before.
    output wire        pr_taken,  // It is predicted as taken; 0 without one.
    output wire [8:0]  pr_idx,    // The counter of its PC and its history; 0 without one.
    output wire        rs_div,    // The threads of the resolved branch diverge.
    output wire        rs_mis,    // It was predicted wrongly.
    output wire [31:0] rs_follow  // The threads that follow the predicted path.
);

    simt_bpred #(
        .M         (32),
        .N_WARPS   (32),
        .COUNTERS  (512),
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
