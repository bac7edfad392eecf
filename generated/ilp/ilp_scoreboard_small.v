// SPDX-License-Identifier: Apache-2.0
// ilp_scoreboard_small: part of ilp, configuration small
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

module ilp_scoreboard_small (
    input  wire        clock,           // Clock.
    input  wire        reset,           // Synchronous reset, active high.
    // There is a scoreboard; 0: every instruction issues solo, as in a TLP core.
    input  wire        sb_en,
    // A warp has a new next instruction, at least a cycle after its predecessor has issued.
    input  wire        chk_valid,
    input  wire [2:0]  chk_warp,        // The warp, below `n_warps`.
    input  wire [2:0]  chk_src_valid,   // Its source registers that count.
    input  wire [14:0] chk_src_tag,     // Their numbers, from source 0 on.
    input  wire        chk_dst_valid,   // It writes a register.
    input  wire [4:0]  chk_dst_tag,     // The number of that.
    input  wire [15:0] chk_active,      // Its active threads.
    // Bit 0: load, 1: store, 2: barrier, fence or exit, 3: conditional branch.
    input  wire [3:0]  chk_class,
    // The next instruction of a warp is issued, which must be ready.
    input  wire        iss_valid,
    input  wire [2:0]  iss_warp,        // The warp.
    input  wire [2:0]  iss_src_valid,   // Its source registers that count.
    input  wire [14:0] iss_src_tag,     // Their numbers, from source 0 on.
    input  wire        iss_dst_valid,   // It writes a register.
    input  wire [4:0]  iss_dst_tag,     // The number of that.
    input  wire [15:0] iss_active,      // Its active threads.
    input  wire        iss_fixed,       // Its latency is fixed: an ALU instruction.
    input  wire        iss_store,       // It is a store.
    input  wire        iss_branch,      // It is a predicted conditional branch.
    input  wire        wa_valid,        // The ALU writes results of an entry.
    input  wire [1:0]  wa_entry,        // The entry.
    input  wire [1:0]  wa_beat,         // The beat: threads from `simd` times this on.
    input  wire [3:0]  wa_mask,         // Those of them that are written.
    input  wire        wl_valid,        // A load or an SFU writes results of an entry.
    input  wire [1:0]  wl_entry,        // The entry.
    input  wire [1:0]  wl_beat,         // The beat.
    input  wire [3:0]  wl_mask,         // The threads of it that are written.
    // The first results of an entry of fixed latency can be used by an instruction that issues in
    // the next cycle.
    input  wire        av_valid,
    input  wire [1:0]  av_entry,        // The entry.
    // Warps whose instruction, alone in flight, has written the register file.
    input  wire [5:0]  dwb_mask,
    input  wire [5:0]  st_done_mask,    // Warps whose store is complete.
    input  wire        br_res_valid,    // A branch is resolved.
    input  wire [2:0]  br_res_warp,     // Its warp.
    input  wire        br_res_mis,      // It was predicted wrongly.
    // The threads that follow the predicted path, where it was not.
    input  wire [15:0] br_res_mask,
    // An entry's instruction has faulted; no later than in the cycle of its last results.
    input  wire        flt_valid,
    input  wire [1:0]  flt_entry,       // The entry.
    // All entries of a warp are removed: only in answer to `trap_valid`.
    input  wire        sq_valid,
    input  wire [2:0]  sq_warp,         // The warp.
    input  wire        cm_ready,        // The register file takes a beat of the commit.
    output wire [5:0]  ready,           // Warps whose next instruction may issue in this cycle.
    output wire [5:0]  in_board,        // Warps with instructions in entries.
    output wire [5:0]  in_store,        // Warps with a store that is not complete.
    output wire        iss_entry_valid, // The issued instruction gets an entry.
    output wire [1:0]  iss_entry,       // The entry; 0 without one.
    output wire        iss_solo,        // It gets none and is alone in flight.
    output wire [2:0]  src_hit,         // Sources of the issued instruction that are in an entry.
    output wire [5:0]  src_entry,       // The entry of each, from source 0 on; 0 without one.
    output wire [47:0] src_lanes,       // The threads whose operands are in it, from source 0 on.
    // A beat is committed to the register file, if `cm_ready`; else it stays.
    output wire        cm_valid,
    output wire [2:0]  cm_warp,         // Its warp; 0 without a beat, like the ports that follow.
    output wire [1:0]  cm_entry,        // Its entry.
    output wire [4:0]  cm_tag,          // The register.
    // The beat of the commit: threads from `warp_size / commit_beats` times this on.
    output wire [1:0]  cm_beat,
    output wire [3:0]  cm_mask,         // Those of them that are written.
    // The oldest instruction of a warp has faulted and all before it are in the register file.
    output wire        trap_valid,
    output wire [2:0]  trap_warp,       // The warp, the lowest if there are several; 0 without one.
    output wire [3:0]  kill_mask,       // Entries that are removed in this cycle.
    output wire [2:0]  free_count       // Free entries.
);

    ilp_scoreboard #(
        .M        (16),
        .SIMD     (4),
        .WARPS    (6),
        .E        (4),
        .SRC      (3),
        .TAG      (5),
        .CBEATS   (4),
        .CHAIN    (1'b1),
        .SPEC_MEM (1'b1)
    ) unit (
        .clock           (clock),
        .reset           (reset),
        .sb_en           (sb_en),
        .chk_valid       (chk_valid),
        .chk_warp        (chk_warp),
        .chk_src_valid   (chk_src_valid),
        .chk_src_tag     (chk_src_tag),
        .chk_dst_valid   (chk_dst_valid),
        .chk_dst_tag     (chk_dst_tag),
        .chk_active      (chk_active),
        .chk_class       (chk_class),
        .iss_valid       (iss_valid),
        .iss_warp        (iss_warp),
        .iss_src_valid   (iss_src_valid),
        .iss_src_tag     (iss_src_tag),
        .iss_dst_valid   (iss_dst_valid),
        .iss_dst_tag     (iss_dst_tag),
        .iss_active      (iss_active),
        .iss_fixed       (iss_fixed),
        .iss_store       (iss_store),
        .iss_branch      (iss_branch),
        .wa_valid        (wa_valid),
        .wa_entry        (wa_entry),
        .wa_beat         (wa_beat),
        .wa_mask         (wa_mask),
        .wl_valid        (wl_valid),
        .wl_entry        (wl_entry),
        .wl_beat         (wl_beat),
        .wl_mask         (wl_mask),
        .av_valid        (av_valid),
        .av_entry        (av_entry),
        .dwb_mask        (dwb_mask),
        .st_done_mask    (st_done_mask),
        .br_res_valid    (br_res_valid),
        .br_res_warp     (br_res_warp),
        .br_res_mis      (br_res_mis),
        .br_res_mask     (br_res_mask),
        .flt_valid       (flt_valid),
        .flt_entry       (flt_entry),
        .sq_valid        (sq_valid),
        .sq_warp         (sq_warp),
        .cm_ready        (cm_ready),
        .ready           (ready),
        .in_board        (in_board),
        .in_store        (in_store),
        .iss_entry_valid (iss_entry_valid),
        .iss_entry       (iss_entry),
        .iss_solo        (iss_solo),
        .src_hit         (src_hit),
        .src_entry       (src_entry),
        .src_lanes       (src_lanes),
        .cm_valid        (cm_valid),
        .cm_warp         (cm_warp),
        .cm_entry        (cm_entry),
        .cm_tag          (cm_tag),
        .cm_beat         (cm_beat),
        .cm_mask         (cm_mask),
        .trap_valid      (trap_valid),
        .trap_warp       (trap_warp),
        .kill_mask       (kill_mask),
        .free_count      (free_count)
    );

endmodule

`default_nettype wire
