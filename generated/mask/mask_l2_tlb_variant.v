// SPDX-License-Identifier: Apache-2.0
// mask_l2_tlb_variant: part of mask, configuration variant
//   (Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   num_cores=11 warps_per_core=44 issue_ports=3 num_apps=5 asid_w=7 pt_levels=5 l2tlb_entries=96
//   l2tlb_ways=12 l2tlb_ports=1 l2tlb_latency=6 bypass_entries=9 walk_ctx=13 replay_depth=20
//   va_w=57 pa_w=44 page_bits=12 epoch_len=1500 init_tokens_q8=150 miss_thr=700 step_q8=40
//   token_min=0 token_policy=hill_climb token_order=core_major l2b_min_samples=20
//   l2b_leader_log2=0 thresh_max=37 golden_depth=5 silver_depth=9 normal_depth=13 n_bank=4
//   row_bits=9 col_bits=5 id_bits=10 en_tokens=0 en_l2bypass=0

`default_nettype none

module mask_l2_tlb_variant (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit. An SM is at one port at
    // most.
    input  wire [0:0]  lk_valid,
    input  wire [3:0]  lk_core,     // Its SM, below `num_cores`.
    input  wire [5:0]  lk_warp,     // Its warp slot, below `warps_per_core`.
    input  wire [44:0] lk_vpn,      // Its virtual page, which the SM does not wait for yet.
    input  wire        wm_ready,    // The walk read at `wm_*` is taken.
    input  wire        wd_valid,    // The entry that a walk read has found; always accepted.
    input  wire [3:0]  wd_tag,      // Its `wm_tag`.
    // The entry: bit 0 valid, bits 4 to 1 permissions, from bit 12 on the frame of 4 KB.
    input  wire [63:0] wd_pte,
    input  wire        root_we,     // Write the root register of an SM that has nothing in flight.
    input  wire [3:0]  root_core,   // That SM.
    input  wire [31:0] root_ppn,    // Frame of 4 KB of its table of depth 1.
    input  wire [6:0]  root_asid,   // Its address space.
    input  wire [2:0]  root_app,    // Its application, below `num_apps`.
    input  wire        flush_req,   // Begin a flush, accepted if `flush_ready`.
    input  wire        flush_all,   // It is of all address spaces; else of one.
    input  wire [6:0]  flush_asid,  // That one.
    input  wire        en_tokens,   // Tokens decide which walks fill the main array.
    input  wire [4:0]  seen,        // Applications of which an epoch has ended.
    input  wire [98:0] share,       // Warps of each SM that hold a token, 0 to 256, from SM 0 on.
    output wire [0:0]  lk_ready,    // A bit for each port that accepts a lookup in this cycle.
    // A bit for each port: a lookup of `l2tlb_latency` cycles ago has hit or missed; not one that
    // joined a walk.
    output wire [0:0]  res_valid,
    output wire [0:0]  res_hit,     // It has hit, and this is the answer.
    output wire [0:0]  res_bypass,  // The bypass cache had it; 0 without a hit.
    output wire [3:0]  res_core,    // Its SM; 0 without `res_valid`.
    output wire [44:0] res_vpn,     // The page of a hit; 0 without.
    output wire [31:0] res_ppn,     // Its frame; 0 without.
    output wire [3:0]  res_perm,    // Its permissions; 0 without.
    output wire        wrsp_valid,  // A walk has ended, or a lookup of the replay FIFO has hit.
    output wire        wrsp_walk,   // It is the end of a walk.
    output wire [10:0] wrsp_mask,   // The SMs that it is for.
    output wire [44:0] wrsp_vpn,    // The page; 0 without `wrsp_valid`, as the three that follow.
    output wire [31:0] wrsp_ppn,    // Its frame; 0 with `wrsp_fault`.
    output wire [3:0]  wrsp_perm,   // Its permissions; 0 with `wrsp_fault`.
    output wire        wrsp_fault,  // An entry on the way was not valid.
    output wire        wm_valid,    // A walk read, which stays until it is taken.
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the three that follow.
    output wire [43:0] wm_addr,
    output wire [2:0]  wm_depth,    // Its depth, 1 for the root.
    output wire [2:0]  wm_app,      // The application.
    output wire [3:0]  wm_tag,      // The walk context.
    output wire        flush_ready, // A flush is accepted in this cycle.
    output wire        flush_ack,   // Pulse: the flush is over.
    output wire [34:0] ptw_live     // Walks of each application, 7 bits each.
);

    mask_l2_tlb #(
        .CORES          (11),
        .WARPS_PER_CORE (44),
        .APPS           (5),
        .ASID           (7),
        .LEAF           (5),
        .L2TLB_ENTRIES  (96),
        .WAYS           (12),
        .PORTS          (1),
        .L2TLB_LATENCY  (6),
        .BYPASS         (9),
        .CONTEXTS       (13),
        .DEPTH          (20),
        .VA_W           (57),
        .ADDRESS        (44),
        .PAGE_BITS      (12)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .lk_valid    (lk_valid),
        .lk_core     (lk_core),
        .lk_warp     (lk_warp),
        .lk_vpn      (lk_vpn),
        .wm_ready    (wm_ready),
        .wd_valid    (wd_valid),
        .wd_tag      (wd_tag),
        .wd_pte      (wd_pte),
        .root_we     (root_we),
        .root_core   (root_core),
        .root_ppn    (root_ppn),
        .root_asid   (root_asid),
        .root_app    (root_app),
        .flush_req   (flush_req),
        .flush_all   (flush_all),
        .flush_asid  (flush_asid),
        .en_tokens   (en_tokens),
        .seen        (seen),
        .share       (share),
        .lk_ready    (lk_ready),
        .res_valid   (res_valid),
        .res_hit     (res_hit),
        .res_bypass  (res_bypass),
        .res_core    (res_core),
        .res_vpn     (res_vpn),
        .res_ppn     (res_ppn),
        .res_perm    (res_perm),
        .wrsp_valid  (wrsp_valid),
        .wrsp_walk   (wrsp_walk),
        .wrsp_mask   (wrsp_mask),
        .wrsp_vpn    (wrsp_vpn),
        .wrsp_ppn    (wrsp_ppn),
        .wrsp_perm   (wrsp_perm),
        .wrsp_fault  (wrsp_fault),
        .wm_valid    (wm_valid),
        .wm_addr     (wm_addr),
        .wm_depth    (wm_depth),
        .wm_app      (wm_app),
        .wm_tag      (wm_tag),
        .flush_ready (flush_ready),
        .flush_ack   (flush_ack),
        .ptw_live    (ptw_live)
    );

endmodule

`default_nettype wire
