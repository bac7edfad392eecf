// SPDX-License-Identifier: Apache-2.0
// cta_sched_baseline: part of cta_prefetch, configuration baseline
//   (Jeon, Koo & Annavaram, USC CENG-2014-08 (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_cta=8 n_warps=48 ready_entries=8 percta_entries=2 dist_entries=2 n_base=4 pc_w=32 addr_w=32
//   stride_w=32 mis_w=8 mis_thresh=128 line_log2=7 cmp_log2=7 percta_repl=lru_update
//   skip_own_done=1 job_depth=4 wake_depth=8 lead_scope=1 hold_fill_en=1 wake_check=1
//   excl_indirect=0 ctaa_en=0 pf_en=0 wake_en=0

`default_nettype none

module cta_sched_baseline (
    input  wire        clock,           // Clock.
    input  wire        reset,           // Synchronous reset, active high.
    input  wire        kernel_start,    // A kernel starts.
    input  wire        cta_start_valid, // A CTA starts.
    input  wire [2:0]  cta_start_slot,  // Its slot, below `n_cta`.
    input  wire [5:0]  cta_start_first, // Its first warp.
    // Its warps, at least 1; they are contiguous and none of them lives.
    input  wire [5:0]  cta_start_nw,
    input  wire        cta_end_valid,   // A CTA ends.
    input  wire [2:0]  cta_end_slot,    // Its slot.
    input  wire        hold_fill,       // The initial distribution of CTAs to this SM goes on.
    input  wire [47:0] w_can_issue,     // The warp can issue an instruction.
    // The warp waits for a long-latency operation, a barrier or a fence.
    input  wire [47:0] w_stall,
    input  wire        warp_done_valid, // A warp has finished.
    input  wire [5:0]  warp_done,       // That warp.
    input  wire        wake_valid,      // A prefetched line has arrived.
    input  wire [5:0]  wake_warp,       // The warp that it serves.
    output wire        issue_valid,     // A warp issues an instruction in this cycle.
    output wire [5:0]  issue_warp,      // That warp; 0 if none does.
    output wire [47:0] ready_mask,      // Warps in the ready queue.
    output wire [2:0]  lead_cta,        // The leading CTA; 0 if there is none.
    output wire        lead_valid,      // There is one.
    // Pulse: a warp has entered a free place of the ready queue.
    output wire        st_promote,
    output wire        st_demote,       // Pulse: a stalled warp has left it.
    output wire        st_swap,         // Pulse: a woken warp has taken the place of another.
    output wire        st_wakedrop      // Pulse: a wake-up was lost, since no further one can wait.
);

    cta_sched #(
        .CTAS         (8),
        .WARPS        (48),
        .QUEUE        (8),
        .WAKES        (8),
        .LEAD_SCOPE   (1'b1),
        .HOLD_FILL_EN (1'b1),
        .WAKE_CHECK   (1'b1),
        .CTAA_EN      (1'b0),
        .WAKE_EN      (1'b0)
    ) unit (
        .clock           (clock),
        .reset           (reset),
        .kernel_start    (kernel_start),
        .cta_start_valid (cta_start_valid),
        .cta_start_slot  (cta_start_slot),
        .cta_start_first (cta_start_first),
        .cta_start_nw    (cta_start_nw),
        .cta_end_valid   (cta_end_valid),
        .cta_end_slot    (cta_end_slot),
        .hold_fill       (hold_fill),
        .w_can_issue     (w_can_issue),
        .w_stall         (w_stall),
        .warp_done_valid (warp_done_valid),
        .warp_done       (warp_done),
        .wake_valid      (wake_valid),
        .wake_warp       (wake_warp),
        .issue_valid     (issue_valid),
        .issue_warp      (issue_warp),
        .ready_mask      (ready_mask),
        .lead_cta        (lead_cta),
        .lead_valid      (lead_valid),
        .st_promote      (st_promote),
        .st_demote       (st_demote),
        .st_swap         (st_swap),
        .st_wakedrop     (st_wakedrop)
    );

endmodule

`default_nettype wire
