// SPDX-License-Identifier: Apache-2.0
// mask_l2bypass_variant: part of mask, configuration variant
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

module mask_l2bypass_variant (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    input  wire [43:0] wm_addr,     // Its physical address.
    input  wire [2:0]  wm_depth,    // Its depth, 1 for the root; 0 for data.
    input  wire [4:0]  bypass_bits, // Bit d-1: reads of depth d bypass, as `mask_epoch` has it.
    input  wire        en_l2bypass, // Walk reads can bypass.
    output wire        wm_bypass    // The read neither looks into the L2 cache nor fills it.
);

    mask_l2bypass #(
        .LEVELS (5),
        .PA     (44),
        .GROUP  (0)
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
