// SPDX-License-Identifier: Apache-2.0
// sb_data_variant: part of ilp, configuration variant
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

module sb_data_variant (
    input  wire         clock,    // Clock.
    input  wire         reset,    // Synchronous reset, active high.
    input  wire         wa_valid, // The ALU writes results.
    input  wire [2:0]   wa_entry, // Their entry.
    input  wire [0:0]   wa_beat,  // Their beat.
    input  wire [15:0]  wa_mask,  // The lanes that are written.
    input  wire [191:0] wa_data,  // Their results, from lane 0 on.
    input  wire         wl_valid, // A load or an SFU writes results; where both write, these stay.
    input  wire [2:0]   wl_entry, // Their entry.
    input  wire [0:0]   wl_beat,  // Their beat.
    input  wire [15:0]  wl_mask,  // The lanes that are written.
    input  wire [191:0] wl_data,  // Their results, from lane 0 on.
    input  wire [5:0]   rd_entry, // The entry of each operand that is read, from source 0 on.
    input  wire [1:0]   rd_beat,  // Its beat.
    input  wire [2:0]   cm_entry, // The entry that commits.
    input  wire [0:0]   cm_beat,  // The beat of the commit.
    // The operands, from source 0 on; 0 where nothing has been written since reset.
    output wire [383:0] rd_data,
    output wire [383:0] cm_data   // What is committed, from the lowest thread on.
);

    sb_data #(
        .WARP_SIZE    (32),
        .SIMD         (16),
        .SB_ENTRIES   (5),
        .SRC          (2),
        .W            (12),
        .COMMIT_BEATS (1)
    ) unit (
        .clock    (clock),
        .reset    (reset),
        .wa_valid (wa_valid),
        .wa_entry (wa_entry),
        .wa_beat  (wa_beat),
        .wa_mask  (wa_mask),
        .wa_data  (wa_data),
        .wl_valid (wl_valid),
        .wl_entry (wl_entry),
        .wl_beat  (wl_beat),
        .wl_mask  (wl_mask),
        .wl_data  (wl_data),
        .rd_entry (rd_entry),
        .rd_beat  (rd_beat),
        .cm_entry (cm_entry),
        .cm_beat  (cm_beat),
        .rd_data  (rd_data),
        .cm_data  (cm_data)
    );

endmodule

`default_nettype wire
