// SPDX-License-Identifier: Apache-2.0
// mask_l2_tlb_paper: part of mask, configuration paper
//   (Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   num_cores=30 warps_per_core=64 issue_ports=2 num_apps=30 asid_w=9 pt_levels=4
//   l2tlb_entries=512 l2tlb_ways=16 l2tlb_ports=2 l2tlb_latency=10 bypass_entries=32 walk_ctx=64
//   replay_depth=64 va_w=48 pa_w=40 page_bits=12 epoch_len=100000 init_tokens_q8=205 miss_thr=1311
//   step_q8=26 token_min=1 token_policy=threshold token_order=warp_major l2b_min_samples=128
//   l2b_leader_log2=5 thresh_max=500 golden_depth=16 silver_depth=64 normal_depth=192 n_bank=8
//   row_bits=14 col_bits=7 id_bits=16 en_tokens=1 en_l2bypass=1

`default_nettype none

module mask_l2_tlb_paper (
    input  wire         clock,       // Clock.
    input  wire         reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit. An SM is at one port at
    // most.
    input  wire [1:0]   lk_valid,
    input  wire [9:0]   lk_core,     // Its SM, below `num_cores`.
    input  wire [11:0]  lk_warp,     // Its warp slot, below `warps_per_core`.
    input  wire [71:0]  lk_vpn,      // Its virtual page, which the SM does not wait for yet.
    input  wire         wm_ready,    // The walk read at `wm_*` is taken.
    input  wire         wd_valid,    // The entry that a walk read has found; always accepted.
    input  wire [5:0]   wd_tag,      // Its `wm_tag`.
    // The entry: bit 0 valid, bits 4 to 1 permissions, from bit 12 on the frame of 4 KB.
    input  wire [63:0]  wd_pte,
    input  wire         root_we,     // Write the root register of an SM that has nothing in flight.
    input  wire [4:0]   root_core,   // That SM.
    input  wire [27:0]  root_ppn,    // Frame of 4 KB of its table of depth 1.
    input  wire [8:0]   root_asid,   // Its address space.
    input  wire [4:0]   root_app,    // Its application, below `num_apps`.
    input  wire         flush_req,   // Begin a flush, accepted if `flush_ready`.
    input  wire         flush_all,   // It is of all address spaces; else of one.
    input  wire [8:0]   flush_asid,  // That one.
    input  wire         en_tokens,   // Tokens decide which walks fill the main array.
    input  wire [29:0]  seen,        // Applications of which an epoch has ended.
    input  wire [269:0] share,       // Warps of each SM that hold a token, 0 to 256, from SM 0 on.
    output wire [1:0]   lk_ready,    // A bit for each port that accepts a lookup in this cycle.
    // A bit for each port: a lookup of `l2tlb_latency` cycles ago has hit or missed; not one that
    // joined a walk.
    output wire [1:0]   res_valid,
    output wire [1:0]   res_hit,     // It has hit, and this is the answer.
    output wire [1:0]   res_bypass,  // The bypass cache had it; 0 without a hit.
    output wire [9:0]   res_core,    // Its SM; 0 without `res_valid`.
    output wire [71:0]  res_vpn,     // The page of a hit; 0 without.
    output wire [55:0]  res_ppn,     // Its frame; 0 without.
    output wire [7:0]   res_perm,    // Its permissions; 0 without.
    output wire         wrsp_valid,  // A walk has ended, or a lookup of the replay FIFO has hit.
    output wire         wrsp_walk,   // It is the end of a walk.
    output wire [29:0]  wrsp_mask,   // The SMs that it is for.
    output wire [35:0]  wrsp_vpn,    // The page; 0 without `wrsp_valid`, as the three that follow.
    output wire [27:0]  wrsp_ppn,    // Its frame; 0 with `wrsp_fault`.
    output wire [3:0]   wrsp_perm,   // Its permissions; 0 with `wrsp_fault`.
    output wire         wrsp_fault,  // An entry on the way was not valid.
    output wire         wm_valid,    // A walk read, which stays until it is taken.
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the three that follow.
    output wire [39:0]  wm_addr,
    output wire [2:0]   wm_depth,    // Its depth, 1 for the root.
    output wire [4:0]   wm_app,      // The application.
    output wire [5:0]   wm_tag,      // The walk context.
    output wire         flush_ready, // A flush is accepted in this cycle.
    output wire         flush_ack,   // Pulse: the flush is over.
    output wire [209:0] ptw_live     // Walks of each application, 7 bits each.
);

    mask_l2_tlb #(
        .CORES          (30),
        .WARPS_PER_CORE (64),
        .APPS           (30),
        .ASID           (9),
        .LEAF           (4),
        .L2TLB_ENTRIES  (512),
        .WAYS           (16),
        .PORTS          (2),
        .L2TLB_LATENCY  (10),
        .BYPASS         (32),
        .CONTEXTS       (64),
        .DEPTH          (64),
        .VA_W           (48),
        .ADDRESS        (40),
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
