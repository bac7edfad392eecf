// SPDX-License-Identifier: Apache-2.0
// mask_epoch_warps256: part of mask, configuration warps256
//   (Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   num_cores=30 warps_per_core=256 issue_ports=2 num_apps=30 asid_w=9 pt_levels=4
//   l2tlb_entries=512 l2tlb_ways=16 l2tlb_ports=2 l2tlb_latency=10 bypass_entries=32 walk_ctx=64
//   replay_depth=64 va_w=48 pa_w=40 page_bits=12 epoch_len=100000 init_tokens_q8=205 miss_thr=1311
//   step_q8=26 token_min=1 token_policy=threshold token_order=warp_major l2b_min_samples=128
//   l2b_leader_log2=5 thresh_max=500 golden_depth=16 silver_depth=64 normal_depth=192 n_bank=8
//   row_bits=14 col_bits=7 id_bits=16 en_tokens=1 en_l2bypass=1

`default_nettype none

module mask_epoch_warps256 (
    input  wire         clock,       // Clock.
    input  wire         reset,       // Synchronous reset, active high.
    // A bit for each port of the shared TLB: a lookup is resolved there that is counted as a hit or
    // a miss.
    input  wire [1:0]   res_valid,
    input  wire [1:0]   res_hit,     // It is a hit.
    input  wire [9:0]   res_core,    // Its SM, below `num_cores`, from port 0 on.
    input  wire [209:0] ptw_live,    // Walks of each application under way, 7 bits each.
    // Requests of this cycle that look for their line in the L2 cache: of data, then of each depth;
    // 6 bits each.
    input  wire [29:0]  l2_acc,
    input  wire [29:0]  l2_hit,      // Those of them that find it there.
    // Warps that have issued in each SM in the epoch that ended last, 8 bits each, `uniq` of
    // `mask_monitor`.
    input  wire [239:0] uniq,
    // The most warps that a page has stalled in each SM, 6 bits each, `warps_peak` of
    // `mask_monitor`.
    input  wire [179:0] warps_peak,
    input  wire [149:0] core_app,    // Application of each SM, below `num_apps`.
    input  wire [29:0]  core_on,     // SMs that take part.
    input  wire [29:0]  app_active,  // Applications that take part.
    output wire         epoch_tick,  // The last cycle of an epoch.
    output wire [3:0]   bypass_bits, // Bit d-1: walk reads of depth d go past the L2 cache.
    // Requests of a turn of each application in the silver queues, 10 bits each.
    output wire [299:0] quota,
    output wire         quota_we,    // Pulse: what follows from an epoch shows for the first time.
    // Warps of each SM that hold a token, the lowest ones, 9 bits each.
    output wire [269:0] share,
    // Applications that have had an epoch with lookups, whose warps need tokens.
    output wire [29:0]  seen
);

    mask_epoch #(
        .CORES        (30),
        .APPS         (30),
        .LEVELS       (4),
        .PORTS        (2),
        .EPOCH_LEN    (100000),
        .FIRST_TOKENS (205),
        .THRESHOLD    (1311),
        .STEP_TOKENS  (26),
        .FEWEST       (1),
        .TOKEN_POLICY (0),
        .TOKEN_ORDER  (0),
        .LEAST        (128),
        .BASE         (500)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .res_valid   (res_valid),
        .res_hit     (res_hit),
        .res_core    (res_core),
        .ptw_live    (ptw_live),
        .l2_acc      (l2_acc),
        .l2_hit      (l2_hit),
        .uniq        (uniq),
        .warps_peak  (warps_peak),
        .core_app    (core_app),
        .core_on     (core_on),
        .app_active  (app_active),
        .epoch_tick  (epoch_tick),
        .bypass_bits (bypass_bits),
        .quota       (quota),
        .quota_we    (quota_we),
        .share       (share),
        .seen        (seen)
    );

endmodule

`default_nettype wire
