// SPDX-License-Identifier: Apache-2.0
// cta_pf_engine_nb32: part of cta_prefetch, configuration nb32
//   (Jeon, Koo & Annavaram, USC CENG-2014-08 (2014)).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_cta=8 n_warps=48 ready_entries=8 percta_entries=2 dist_entries=2 n_base=32 pc_w=32 addr_w=32
//   stride_w=32 mis_w=8 mis_thresh=128 line_log2=7 cmp_log2=7 percta_repl=lru_update
//   skip_own_done=1 job_depth=4 wake_depth=8 lead_scope=1 hold_fill_en=1 wake_check=1
//   excl_indirect=0 ctaa_en=1 pf_en=1 wake_en=1

`default_nettype none

module cta_pf_engine_nb32 (
    input  wire          clock,           // Clock.
    input  wire          reset,           // Synchronous reset, active high.
    // A kernel starts: tables, jobs and the generator are cleared.
    input  wire          kernel_start,
    input  wire          cta_start_valid, // A CTA starts.
    input  wire [2:0]    cta_start_slot,  // Its slot, below `n_cta`.
    input  wire [5:0]    cta_start_first, // Its first warp.
    input  wire [5:0]    cta_start_nw,    // Its warps, at least 1; they are contiguous.
    input  wire          cta_end_valid,   // A CTA ends.
    input  wire [2:0]    cta_end_slot,    // Its slot.
    input  wire          ld_valid,        // A warp load has been coalesced. Always accepted.
    input  wire [31:0]   ld_pc,           // PC of the load.
    input  wire [2:0]    ld_cta,          // CTA slot of the warp.
    input  wire [5:0]    ld_widx,         // The warp's number in its CTA.
    input  wire [5:0]    ld_n,            // Its requests; `n_base` + 1 for more than `n_base`.
    input  wire [1023:0] ld_addr,         // Address of each request, the first lowest.
    input  wire          ld_indirect,     // The address comes from a load.
    input  wire [2:0]    lead_cta,        // The leading CTA, from the scheduler.
    input  wire          lead_valid,      // There is one.
    input  wire          pf_ready,        // The L1D accepts the prefetch.
    // A prefetch is asked for; it stays until it is accepted, its CTA ends or its entry is
    // rewritten.
    output wire          pf_valid,
    output wire [31:0]   pf_addr,         // Address of the line; 0 without a prefetch.
    output wire [5:0]    pf_warp,         // The warp that it serves; 0 without a prefetch.
    output wire          job_full,        // No further job can be taken.
    output wire          st_reg,          // Pulse: a leading warp's base addresses are registered.
    output wire          st_stride,       // Pulse: a stride is installed.
    // Pulse: an entry is dropped, since its requests have no common stride.
    output wire          st_nonstride,
    output wire          st_verify,       // Pulse: a load is compared with its prediction.
    output wire          st_mis,          // Pulse: and differs.
    // Pulse: a job is lost, since no further one can be taken.
    output wire          st_jobdrop
);

    cta_pf_engine #(
        .CTAS          (8),
        .N_WARPS       (48),
        .ENTRIES       (2),
        .STRIDES       (2),
        .BASES         (32),
        .PC            (32),
        .ADDRESS       (32),
        .STRIDE        (32),
        .MIS           (8),
        .THRESHOLD     (128),
        .LINE_LOG2     (7),
        .CMP_LOG2      (7),
        .PERCTA_REPL   (0),
        .SKIP_OWN_DONE (1'b1),
        .JOBS          (4),
        .EXCL_INDIRECT (1'b0),
        .PF_EN         (1'b1)
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
        .ld_valid        (ld_valid),
        .ld_pc           (ld_pc),
        .ld_cta          (ld_cta),
        .ld_widx         (ld_widx),
        .ld_n            (ld_n),
        .ld_addr         (ld_addr),
        .ld_indirect     (ld_indirect),
        .lead_cta        (lead_cta),
        .lead_valid      (lead_valid),
        .pf_ready        (pf_ready),
        .pf_valid        (pf_valid),
        .pf_addr         (pf_addr),
        .pf_warp         (pf_warp),
        .job_full        (job_full),
        .st_reg          (st_reg),
        .st_stride       (st_stride),
        .st_nonstride    (st_nonstride),
        .st_verify       (st_verify),
        .st_mis          (st_mis),
        .st_jobdrop      (st_jobdrop)
    );

endmodule

`default_nettype wire
