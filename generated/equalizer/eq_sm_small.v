// SPDX-License-Identifier: Apache-2.0
// eq_sm_small: part of equalizer, configuration small
//   (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_sm=4 n_warps=16 n_cta=4 epoch_len=512 sample_period=16 hyst_epochs=3 bw_sat=2 vr_cycles=100
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

`default_nettype none

module eq_sm_small (
    input  wire        clock,          // Clock.
    input  wire        reset,          // Synchronous reset, active high.
    // 0: count nothing, vote NONE, `num_blocks` held at the kernel's limit.
    input  wire        en,
    input  wire        grid_active,    // Some grid is in flight on the GPU; 0 forces NONE votes.
    // Pulse: a kernel starts; `w_cta_in` and `nb_max_in` are valid.
    input  wire        kernel_start,
    input  wire [4:0]  w_cta_in,       // Warps per CTA of the kernel.
    // Concurrent CTAs of the kernel at most (resource limit), at least 1.
    input  wire [2:0]  nb_max_in,
    input  wire [15:0] slot_live,      // The warp slot holds a warp.
    input  wire [15:0] ib_valid,       // The head instruction buffer entry is valid.
    input  wire [15:0] at_barrier,     // The warp waits at a barrier.
    // The head instruction's operands are ready in the scoreboard.
    input  wire [15:0] sb_ready,
    input  wire [15:0] is_mem,         // The head instruction is a memory instruction.
    input  wire [15:0] issued,         // The warp issued in this cycle.
    // No further memory instruction can enter the LD/ST queue in this cycle.
    input  wire        lsu_blocked,
    // CTA slot of each warp, `clog2(n_cta)` bits each (at least 1), warp 0 lowest, packed
    // little-endian.
    input  wire [31:0] warp_cta,
    input  wire [3:0]  cta_launch,     // Pulses: the CTA slot becomes resident.
    input  wire [3:0]  cta_done,       // Pulses: the CTA of the slot finishes.
    // The global work distribution engine has no undispatched CTA left.
    input  wire        gwde_empty,
    // The global work distribution engine accepts the request; `cta_launch` follows later.
    input  wire        gwde_gnt,
    output wire        gwde_req,       // Request for one new CTA.
    output wire [15:0] pause_warp,     // The scheduler must not issue these warps.
    output wire [3:0]  pause_cta,      // The same per CTA slot.
    output wire        vote_valid,     // Pulse, once per epoch: `vote` is valid.
    output wire [1:0]  vote,           // 0 NONE, 1 COMP, 2 MEM.
    output wire [2:0]  num_blocks,     // Target of concurrently running CTAs.
    output wire [9:0]  dbg_acc_active, // Sum of Active warps that the last decision used.
    output wire [9:0]  dbg_acc_wait,   // Sum of Waiting warps that the last decision used.
    output wire [9:0]  dbg_acc_xalu,   // Sum of Xalu warps that the last decision used.
    output wire [9:0]  dbg_acc_xmem    // Sum of Xmem warps that the last decision used.
);

    eq_sm #(
        .WARPS              (16),
        .CTAS               (4),
        .EPOCH_LEN          (512),
        .SAMPLE_PERIOD      (16),
        .HYST_EPOCHS        (3),
        .BW_SAT             (2),
        .COMP_GE            (1'b0),
        .BARRIER_ACTIVE     (1'b0),
        .PAUSE_ORDER        (0),
        .NB_RESET_ON_LAUNCH (1'b1)
    ) unit (
        .clock          (clock),
        .reset          (reset),
        .en             (en),
        .grid_active    (grid_active),
        .kernel_start   (kernel_start),
        .w_cta_in       (w_cta_in),
        .nb_max_in      (nb_max_in),
        .slot_live      (slot_live),
        .ib_valid       (ib_valid),
        .at_barrier     (at_barrier),
        .sb_ready       (sb_ready),
        .is_mem         (is_mem),
        .issued         (issued),
        .lsu_blocked    (lsu_blocked),
        .warp_cta       (warp_cta),
        .cta_launch     (cta_launch),
        .cta_done       (cta_done),
        .gwde_empty     (gwde_empty),
        .gwde_gnt       (gwde_gnt),
        .gwde_req       (gwde_req),
        .pause_warp     (pause_warp),
        .pause_cta      (pause_cta),
        .vote_valid     (vote_valid),
        .vote           (vote),
        .num_blocks     (num_blocks),
        .dbg_acc_active (dbg_acc_active),
        .dbg_acc_wait   (dbg_acc_wait),
        .dbg_acc_xalu   (dbg_acc_xalu),
        .dbg_acc_xmem   (dbg_acc_xmem)
    );

endmodule

`default_nettype wire
