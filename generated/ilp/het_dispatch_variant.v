// SPDX-License-Identifier: Apache-2.0
// het_dispatch_variant: part of ilp, configuration variant
//   (Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU
//   Architecture (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warp_size=32 simd=16 n_warps=23 sb_entries=5 n_src=2 tag_w=10 data_w=12 alu_lat=6 br_stage=5
//   pht_entries=128 pc_lo=2 hist_mode=per_warp commit_beats=1 chain=0 spec_mem=1 class_warps=24
//   class_threads=5000 spill=drained n_tlp=6 n_ilp=5 sm_tbs=5 sm_threads=700 sm_regs=9000
//   sm_smem=12000 tb_w=11 sb_en=0 bypass_en=0 bp_mode=static front_lat=0

`default_nettype none

module het_dispatch_variant (
    input  wire        clock,           // Clock.
    input  wire        reset,           // Synchronous reset, active high.
    input  wire [10:0] pool,            // A bit for each SM: it is an ILP SM. It stays as it is.
    input  wire        k_valid,         // A kernel is launched; it is taken if `k_ready`.
    input  wire [10:0] k_tbs,           // Its thread blocks.
    input  wire [9:0]  k_threads,       // What a thread block needs: threads,
    input  wire [14:0] k_regs,          // registers,
    input  wire [13:0] k_smem,          // bytes of shared memory.
    input  wire [5:0]  k_conc_warps,    // Warps of it that an SM can hold at a time.
    input  wire [31:0] k_total_threads, // Its threads.
    input  wire        l_ready,         // The offered launch is taken.
    input  wire        d_valid,         // A thread block has ended.
    input  wire [3:0]  d_sm,            // Its SM.
    input  wire        d_kid,           // The number of its kernel.
    output wire        k_ready,         // A kernel is taken.
    output wire        k_kid,           // The number that it gets; 0 while none is taken.
    // A thread block is to be launched; it stays until `l_ready`.
    output wire        l_valid,
    output wire [3:0]  l_sm,            // The SM; 0 without one, like the ports that follow.
    output wire        l_kid,           // The number of its kernel.
    output wire [10:0] l_tb,            // The thread block.
    output wire        kdone_valid,     // All thread blocks of a kernel have ended.
    output wire        kdone_kid        // The kernel; 0 without one.
);

    het_dispatch #(
        .CLASS_WARPS   (24),
        .CLASS_THREADS (5000),
        .SPILL         (2),
        .N_TLP         (6),
        .N_ILP         (5),
        .ALL_TBS       (5),
        .ALL_THREADS   (700),
        .ALL_REGS      (9000),
        .ALL_SMEM      (12000),
        .TB            (11)
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
