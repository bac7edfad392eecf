// SPDX-License-Identifier: Apache-2.0
// het_dispatch_small: part of ilp, configuration small
//   (Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU
//   Architecture (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warp_size=16 simd=4 n_warps=6 sb_entries=4 n_src=3 tag_w=5 data_w=8 alu_lat=5 br_stage=4
//   pht_entries=16 pc_lo=3 hist_mode=shared commit_beats=4 chain=1 spec_mem=1 class_warps=16
//   class_threads=32768 spill=absent n_tlp=3 n_ilp=2 sm_tbs=3 sm_threads=96 sm_regs=500
//   sm_smem=300 tb_w=6 sb_en=1 bypass_en=1 bp_mode=gshare front_lat=8

`default_nettype none

module het_dispatch_small (
    input  wire        clock,           // Clock.
    input  wire        reset,           // Synchronous reset, active high.
    input  wire [4:0]  pool,            // A bit for each SM: it is an ILP SM. It stays as it is.
    input  wire        k_valid,         // A kernel is launched; it is taken if `k_ready`.
    input  wire [5:0]  k_tbs,           // Its thread blocks.
    input  wire [6:0]  k_threads,       // What a thread block needs: threads,
    input  wire [9:0]  k_regs,          // registers,
    input  wire [8:0]  k_smem,          // bytes of shared memory.
    input  wire [5:0]  k_conc_warps,    // Warps of it that an SM can hold at a time.
    input  wire [31:0] k_total_threads, // Its threads.
    input  wire        l_ready,         // The offered launch is taken.
    input  wire        d_valid,         // A thread block has ended.
    input  wire [2:0]  d_sm,            // Its SM.
    input  wire        d_kid,           // The number of its kernel.
    output wire        k_ready,         // A kernel is taken.
    output wire        k_kid,           // The number that it gets; 0 while none is taken.
    // A thread block is to be launched; it stays until `l_ready`.
    output wire        l_valid,
    output wire [2:0]  l_sm,            // The SM; 0 without one, like the ports that follow.
    output wire        l_kid,           // The number of its kernel.
    output wire [5:0]  l_tb,            // The thread block.
    output wire        kdone_valid,     // All thread blocks of a kernel have ended.
    output wire        kdone_kid        // The kernel; 0 without one.
);

    het_dispatch #(
        .CLASS_WARPS   (16),
        .CLASS_THREADS (32768),
        .SPILL         (1),
        .N_TLP         (3),
        .N_ILP         (2),
        .ALL_TBS       (3),
        .ALL_THREADS   (96),
        .ALL_REGS      (500),
        .ALL_SMEM      (300),
        .TB            (6)
    ) unit (
        .clock           (clock),
        .reset           (reset),
        .pool            (pool),
        .k_valid         (k_valid),
        .k_tbs           (k_tbs),
        .k_threads       (k_threads),
        .k_regs          (k_regs),
        .k_smem          (k_smem),
        .k_conc_warps    (k_conc_warps),
        .k_total_threads (k_total_threads),
        .l_ready         (l_ready),
        .d_valid         (d_valid),
        .d_sm            (d_sm),
        .d_kid           (d_kid),
        .k_ready         (k_ready),
        .k_kid           (k_kid),
        .l_valid         (l_valid),
        .l_sm            (l_sm),
        .l_kid           (l_kid),
        .l_tb            (l_tb),
        .kdone_valid     (kdone_valid),
        .kdone_kid       (kdone_kid)
    );

endmodule

`default_nettype wire
