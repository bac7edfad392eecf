// SPDX-License-Identifier: Apache-2.0
// mosaic_frames_variant: part of mosaic, configuration variant
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=44 va_w=57 pa_w=44 base_page_log2=14 l1_base=22 l1_large=5 l1_mshrs=9 asid_w=7
//   pt_levels=5 eng_out=7 verify=1 mig_out=11 num_apps=5 frames=23 slot_bits=6 cac_thresh=37
//   channels=7 chan_interleave_log2=16 num_cores=11 l2_ports=1 l2_base=40 l2_ways=5 l2_large=21
//   l2_lat=7 l2_serial=0 walk_ctx=13

`default_nettype none

module mosaic_frames_variant (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    input  wire        cmd_valid,   // A command, taken if `cmd_ready`.
    // 0 ALLOC_LARGE, 1 ALLOC_BASE, 2 FREE_RANGE, 3 SET_COALESCED, 4 SET_SPLINTERED, 5 SET_FREE, 6
    // EMERG_POP, 7 READ_BITMAP.
    input  wire [2:0]  cmd_op,
    // ALLOC_LARGE, ALLOC_BASE, EMERG_POP: the application, below `num_apps`.
    input  wire [2:0]  cmd_app,
    input  wire [33:0] cmd_lvpn,    // ALLOC_LARGE, SET_COALESCED: the virtual large page.
    input  wire [4:0]  cmd_frame,   // The frame, below `frames`; of ALLOC_BASE only with `cmd_at`.
    input  wire [5:0]  cmd_first,   // FREE_RANGE: the first base page.
    // FREE_RANGE: so many; those behind the last one of the frame do not count.
    input  wire [6:0]  cmd_len,
    input  wire        cmd_any,     // ALLOC_BASE: a page of any channel.
    // ALLOC_BASE without `cmd_any`: a page of this channel phase (decision D14).
    input  wire [2:0]  cmd_phase,
    // ALLOC_BASE: a page of `cmd_frame`, not of the first frame with free pages.
    input  wire        cmd_at,
    // ALLOC_BASE: the page is for another application than `cmd_app`, whose frame is mixed from
    // then on.
    input  wire        cmd_foreign,
    output wire        cmd_ready,   // A command is taken.
    output wire        rsp_valid,   // The response to the command that was taken six cycles before.
    // The command was done; 0 without `rsp_valid`, as all other `rsp_*`.
    output wire        rsp_ok,
    // The frame that the command was of or that it has found, done or not; 0 if there was none.
    output wire [4:0]  rsp_frame,
    // ALLOC_BASE: the base page in its frame; 0 without `rsp_ok`, as the five that follow.
    output wire [5:0]  rsp_slot,
    // FREE_RANGE: 0 NONE, 1 TO_FREE, 2 SPLINTER_FREE, 3 SPLINTER_COMPACT, 4 EMERG.
    output wire [2:0]  rsp_action,
    output wire [2:0]  rsp_owner,   // The frame's application.
    // The virtual large page that it is of; of a frame that ALLOC_BASE has begun 0 until
    // SET_COALESCED.
    output wire [33:0] rsp_lvpn,
    output wire [6:0]  rsp_count,   // Its allocated pages after the command.
    output wire [63:0] rsp_bitmap,  // READ_BITMAP: those pages.
    // ALLOC_BASE, READ_BITMAP, done or not: the frame was in the list of its application's frames
    // with free pages, and not as the last.
    output wire        rsp_more,
    output wire [4:0]  rsp_next,    // The frame behind it; 0 without `rsp_more`.
    output wire [4:0]  free_frames, // Frames without an allocated page and without an owner.
    output wire [4:0]  emergency,   // Frames in the emergency list.
    // For each application the free pages of its frames that are no large pages: its free base page
    // list. Application 0 lowest.
    output wire [54:0] free_slots
);

    mosaic_frames #(
        .VA_W                 (57),
        .BASE_PAGE_LOG2       (14),
        .APPS                 (5),
        .FRAMES               (23),
        .SLOT                 (6),
        .THRESHOLD            (37),
        .CHANNELS             (7),
        .CHAN_INTERLEAVE_LOG2 (16)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .cmd_valid   (cmd_valid),
        .cmd_op      (cmd_op),
        .cmd_app     (cmd_app),
        .cmd_lvpn    (cmd_lvpn),
        .cmd_frame   (cmd_frame),
        .cmd_first   (cmd_first),
        .cmd_len     (cmd_len),
        .cmd_any     (cmd_any),
        .cmd_phase   (cmd_phase),
        .cmd_at      (cmd_at),
        .cmd_foreign (cmd_foreign),
        .cmd_ready   (cmd_ready),
        .rsp_valid   (rsp_valid),
        .rsp_ok      (rsp_ok),
        .rsp_frame   (rsp_frame),
        .rsp_slot    (rsp_slot),
        .rsp_action  (rsp_action),
        .rsp_owner   (rsp_owner),
        .rsp_lvpn    (rsp_lvpn),
        .rsp_count   (rsp_count),
        .rsp_bitmap  (rsp_bitmap),
        .rsp_more    (rsp_more),
        .rsp_next    (rsp_next),
        .free_frames (free_frames),
        .emergency   (emergency),
        .free_slots  (free_slots)
    );

endmodule

`default_nettype wire
