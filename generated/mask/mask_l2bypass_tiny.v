// SPDX-License-Identifier: Apache-2.0
// mask_l2bypass_tiny: part of mask, configuration tiny
//   (Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   num_cores=2 warps_per_core=8 issue_ports=2 num_apps=2 asid_w=2 pt_levels=2 l2tlb_entries=4
//   l2tlb_ways=2 l2tlb_ports=2 l2tlb_latency=3 bypass_entries=2 walk_ctx=2 replay_depth=4 va_w=16
//   pa_w=16 page_bits=12 epoch_len=192 init_tokens_q8=205 miss_thr=1311 step_q8=26 token_min=1
//   token_policy=threshold token_order=warp_major l2b_min_samples=4 l2b_leader_log2=3
//   thresh_max=16 golden_depth=2 silver_depth=2 normal_depth=3 n_bank=4 row_bits=2 col_bits=1
//   id_bits=3 en_tokens=1 en_l2bypass=1

`default_nettype none

module mask_l2bypass_tiny (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    input  wire [15:0] wm_addr,     // Its physical address.
    input  wire [2:0]  wm_depth,    // Its depth, 1 for the root; 0 for data.
    input  wire [1:0]  bypass_bits, // Bit d-1: reads of depth d bypass, as `mask_epoch` has it.
    input  wire        en_l2bypass, // Walk reads can bypass.
    output wire        wm_bypass    // The read neither looks into the L2 cache nor fills it.
);

    mask_l2bypass #(
        .LEVELS (2),
        .PA     (16),
        .GROUP  (3)
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
