// SPDX-License-Identifier: Apache-2.0
// sb_data_l4: part of ilp, configuration l4
//   (Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU
//   Architecture (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warp_size=32 simd=8 n_warps=32 sb_entries=8 n_src=3 tag_w=9 data_w=32 alu_lat=4 br_stage=4
//   pht_entries=512 pc_lo=3 hist_mode=shared commit_beats=4 chain=1 spec_mem=0 class_warps=16
//   class_threads=32768 spill=absent n_tlp=20 n_ilp=18 sm_tbs=8 sm_threads=1024 sm_regs=16384
//   sm_smem=16384 tb_w=20 sb_en=1 bypass_en=1 bp_mode=gshare front_lat=8

`default_nettype none

module sb_data_l4 (
    input  wire         clock,    // Clock.
    input  wire         reset,    // Synchronous reset, active high.
    input  wire         wa_valid, // The ALU writes results.
    input  wire [2:0]   wa_entry, // Their entry.
    input  wire [1:0]   wa_beat,  // Their beat.
    input  wire [7:0]   wa_mask,  // The lanes that are written.
    input  wire [255:0] wa_data,  // Their results, from lane 0 on.
    input  wire         wl_valid, // A load or an SFU writes results; where both write, these stay.
    input  wire [2:0]   wl_entry, // Their entry.
    input  wire [1:0]   wl_beat,  // Their beat.
    input  wire [7:0]   wl_mask,  // The lanes that are written.
    input  wire [255:0] wl_data,  // Their results, from lane 0 on.
    input  wire [8:0]   rd_entry, // The entry of each operand that is read, from source 0 on.
    input  wire [5:0]   rd_beat,  // Its beat.
    input  wire [2:0]   cm_entry, // The entry that commits.
    input  wire [1:0]   cm_beat,  // The beat of the commit.
    // The operands, from source 0 on; 0 where nothing has been written since reset.
    output wire [767:0] rd_data,
    output wire [255:0] cm_data   // What is committed, from the lowest thread on.
);

    sb_data #(
        .WARP_SIZE    (32),
        .SIMD         (8),
        .SB_ENTRIES   (8),
        .SRC          (3),
        .W            (32),
        .COMMIT_BEATS (4)
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
