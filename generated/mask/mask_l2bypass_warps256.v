// SPDX-License-Identifier: Apache-2.0
// mask_l2bypass_warps256: part of mask, configuration warps256
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

module mask_l2bypass_warps256 (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    input  wire [39:0] wm_addr,     // Its physical address.
    input  wire [2:0]  wm_depth,    // Its depth, 1 for the root; 0 for data.
    input  wire [3:0]  bypass_bits, // Bit d-1: reads of depth d bypass, as `mask_epoch` has it.
    input  wire        en_l2bypass, // Walk reads can bypass.
    output wire        wm_bypass    // The read neither looks into the L2 cache nor fills it.
);

    mask_l2bypass #(
        .LEVELS (4),
        .PA     (40),
        .GROUP  (5)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .wm_addr     (wm_addr),
        .wm_depth    (wm_depth),
        .bypass_bits (bypass_bits),
        .en_l2bypass (en_l2bypass),
        .wm_bypass   (wm_bypass)
    );

endmodule

`default_nettype wire
