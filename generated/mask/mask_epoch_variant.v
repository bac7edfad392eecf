// SPDX-License-Identifier: Apache-2.0
// mask_epoch_variant: part of mask, configuration variant
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

module mask_epoch_variant (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each port of the shared TLB: a lookup is resolved there that is counted as a hit or
    // a miss.
    input  wire [0:0]  res_valid,
    input  wire [0:0]  res_hit,     // It is a hit.
    input  wire [3:0]  res_core,    // Its SM, below `num_cores`, from port 0 on.
    input  wire [34:0] ptw_live,    // Walks of each application under way, 7 bits each.
    // Requests of this cycle that look for their line in the L2 cache: of data, then of each depth;
    // 6 bits each.
    input  wire [35:0] l2_acc,
    input  wire [35:0] l2_hit,      // Those of them that find it there.
    // Warps that have issued in each SM in the epoch that ended last, 8 bits each, `uniq` of
    // `mask_monitor`.
    input  wire [87:0] uniq,
    // The most warps that a page has stalled in each SM, 6 bits each, `warps_peak` of
    // `mask_monitor`.
    input  wire [65:0] warps_peak,
    input  wire [32:0] core_app,    // Application of each SM, below `num_apps`.
    input  wire [10:0] core_on,     // SMs that take part.
    input  wire [4:0]  app_active,  // Applications that take part.
    output wire        epoch_tick,  // The last cycle of an epoch.
    output wire [4:0]  bypass_bits, // Bit d-1: walk reads of depth d go past the L2 cache.
    // Requests of a turn of each application in the silver queues, 10 bits each.
    output wire [49:0] quota,
    output wire        quota_we,    // Pulse: what follows from an epoch shows for the first time.
    // Warps of each SM that hold a token, the lowest ones, 9 bits each.
    output wire [98:0] share,
    // Applications that have had an epoch with lookups, whose warps need tokens.
    output wire [4:0]  seen
);

    mask_epoch #(
        .CORES        (11),
        .APPS         (5),
        .LEVELS       (5),
        .PORTS        (1),
        .EPOCH_LEN    (1500),
        .FIRST_TOKENS (150),
        .THRESHOLD    (700),
        .STEP_TOKENS  (40),
        .FEWEST       (0),
        .TOKEN_POLICY (1),
        .TOKEN_ORDER  (1),
        .LEAST        (20),
        .BASE         (37)
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
