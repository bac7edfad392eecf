// SPDX-License-Identifier: Apache-2.0
// ilp_bypass_tiny: part of ilp, configuration tiny
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

module ilp_bypass_tiny (
    input  wire       clock,           // Clock.
    input  wire       reset,           // Synchronous reset, active high.
    input  wire       bypass_en,       // There is a path from the last EX stage to the first.
    input  wire       iss_valid,       // An instruction is issued, in a slot.
    input  wire [1:0] iss_warp,        // Its warp.
    input  wire [1:0] iss_src_valid,   // Its source registers that count.
    input  wire [5:0] iss_src_tag,     // Their numbers, from source 0 on.
    input  wire       iss_dst_valid,   // It writes a register.
    input  wire [2:0] iss_dst_tag,     // The number of that.
    input  wire       iss_fixed,       // Its latency is fixed: an ALU instruction.
    input  wire       iss_spec,        // It is issued under an unresolved branch.
    input  wire       iss_entry_valid, // It has an entry of the scoreboard.
    input  wire [0:0] iss_entry,       // The entry.
    input  wire       iss_solo,        // It has none and is alone in flight.
    // Instructions of a warp are removed: those behind its branch.
    input  wire       kill_valid,
    input  wire [1:0] kill_warp,       // The warp.
    input  wire       kill_all,        // All of them, after a fault.
    // Sources of the instruction issued last that every lane takes from its last EX stage, in the
    // cycles of its EX1.
    output wire [1:0] byp_sel,
    // The value of an entry can be used by an instruction that issues in the next cycle.
    output wire       av_valid,
    output wire [0:0] av_entry,        // The entry; 0 without one.
    // An instruction alone in flight is over as far as its warp's next one must know.
    output wire       dwb_valid,
    output wire [1:0] dwb_warp         // The warp; 0 without one.
);

    ilp_bypass #(
        .WARP_SIZE  (4),
        .SIMD       (2),
        .N_WARPS    (4),
        .SB_ENTRIES (2),
        .SRC        (2),
        .TAG        (3),
        .L          (3)
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
