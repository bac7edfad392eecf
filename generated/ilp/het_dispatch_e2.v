// SPDX-License-Identifier: Apache-2.0
// het_dispatch_e2: part of ilp, configuration e2
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

module het_dispatch_e2 (
    input  wire        clock,           // Clock.
    input  wire        reset,           // Synchronous reset, active high.
    input  wire [37:0] pool,            // A bit for each SM: it is an ILP SM. It stays as it is.
    input  wire        k_valid,         // A kernel is launched; it is taken if `k_ready`.
    input  wire [19:0] k_tbs,           // Its thread blocks.
    input  wire [10:0] k_threads,       // What a thread block needs: threads,
    input  wire [15:0] k_regs,          // registers,
    input  wire [14:0] k_smem,          // bytes of shared memory.
    input  wire [5:0]  k_conc_warps,    // Warps of it that an SM can hold at a time.
    input  wire [31:0] k_total_threads, // Its threads.
    input  wire        l_ready,         // The offered launch is taken.
    input  wire        d_valid,         // A thread block has ended.
    input  wire [5:0]  d_sm,            // Its SM.
    input  wire        d_kid,           // The number of its kernel.
    output wire        k_ready,         // A kernel is taken.
    output wire        k_kid,           // The number that it gets; 0 while none is taken.
    // A thread block is to be launched; it stays until `l_ready`.
    output wire        l_valid,
    output wire [5:0]  l_sm,            // The SM; 0 without one, like the ports that follow.
    output wire        l_kid,           // The number of its kernel.
    output wire [19:0] l_tb,            // The thread block.
    output wire        kdone_valid,     // All thread blocks of a kernel have ended.
    output wire        kdone_kid        // The kernel; 0 without one.
);

    het_dispatch #(
        .CLASS_WARPS   (16),
        .CLASS_THREADS (32768),
        .SPILL         (1),
        .N_TLP         (20),
        .N_ILP         (18),
        .ALL_TBS       (8),
        .ALL_THREADS   (1024),
        .ALL_REGS      (16384),
        .ALL_SMEM      (16384),
        .TB            (20)
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
