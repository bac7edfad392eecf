// SPDX-License-Identifier: Apache-2.0
// ilp_bypass_half: part of ilp, configuration half
//   (Xiang, Yang, Mantor, Rubin, Zhou, Revisiting ILP Designs for Throughput-Oriented GPGPU
//   Architecture (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warp_size=32 simd=8 n_warps=32 sb_entries=8 n_src=3 tag_w=9 data_w=32 alu_lat=8 br_stage=8
//   pht_entries=512 pc_lo=3 hist_mode=shared commit_beats=4 chain=1 spec_mem=0 class_warps=16
//   class_threads=32768 spill=absent n_tlp=15 n_ilp=15 sm_tbs=8 sm_threads=1024 sm_regs=16384
//   sm_smem=16384 tb_w=20 sb_en=1 bypass_en=1 bp_mode=gshare front_lat=8

`default_nettype none

module ilp_bypass_half (
    input  wire        clock,           // Clock.
    input  wire        reset,           // Synchronous reset, active high.
    input  wire        bypass_en,       // There is a path from the last EX stage to the first.
    input  wire        iss_valid,       // An instruction is issued, in a slot.
    input  wire [4:0]  iss_warp,        // Its warp.
    input  wire [2:0]  iss_src_valid,   // Its source registers that count.
    input  wire [26:0] iss_src_tag,     // Their numbers, from source 0 on.
    input  wire        iss_dst_valid,   // It writes a register.
    input  wire [8:0]  iss_dst_tag,     // The number of that.
    input  wire        iss_fixed,       // Its latency is fixed: an ALU instruction.
    input  wire        iss_spec,        // It is issued under an unresolved branch.
    input  wire        iss_entry_valid, // It has an entry of the scoreboard.
    input  wire [2:0]  iss_entry,       // The entry.
    input  wire        iss_solo,        // It has none and is alone in flight.
    // Instructions of a warp are removed: those behind its branch.
    input  wire        kill_valid,
    input  wire [4:0]  kill_warp,       // The warp.
    input  wire        kill_all,        // All of them, after a fault.
    // Sources of the instruction issued last that every lane takes from its last EX stage, in the
    // cycles of its EX1.
    output wire [2:0]  byp_sel,
    // The value of an entry can be used by an instruction that issues in the next cycle.
    output wire        av_valid,
    output wire [2:0]  av_entry,        // The entry; 0 without one.
    // An instruction alone in flight is over as far as its warp's next one must know.
    output wire        dwb_valid,
    output wire [4:0]  dwb_warp         // The warp; 0 without one.
);

    ilp_bypass #(
        .WARP_SIZE  (32),
        .SIMD       (8),
        .N_WARPS    (32),
        .SB_ENTRIES (8),
        .SRC        (3),
        .TAG        (9),
        .L          (8)
    ) unit (
        .clock           (clock),
        .reset           (reset),
        .bypass_en       (bypass_en),
        .iss_valid       (iss_valid),
        .iss_warp        (iss_warp),
        .iss_src_valid   (iss_src_valid),
        .iss_src_tag     (iss_src_tag),
        .iss_dst_valid   (iss_dst_valid),
        .iss_dst_tag     (iss_dst_tag),
        .iss_fixed       (iss_fixed),
        .iss_spec        (iss_spec),
        .iss_entry_valid (iss_entry_valid),
        .iss_entry       (iss_entry),
        .iss_solo        (iss_solo),
        .kill_valid      (kill_valid),
        .kill_warp       (kill_warp),
        .kill_all        (kill_all),
        .byp_sel         (byp_sel),
        .av_valid        (av_valid),
        .av_entry        (av_entry),
        .dwb_valid       (dwb_valid),
        .dwb_warp        (dwb_warp)
    );

endmodule

`default_nettype wire
