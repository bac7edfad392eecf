// SPDX-License-Identifier: Apache-2.0
// mask_monitor_variant: part of mask, configuration variant
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

module mask_monitor_variant (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each issue port: a warp issues an instruction there.
    input  wire [2:0]  issue_valid,
    input  wire [17:0] issue_warp,  // Its slot, below `warps_per_core`, from port 0 on.
    // The most warps that wait for a page whose L1 MSHR was allocated, joined or released in this
    // cycle, at most 63; 0 without one.
    input  wire [5:0]  stalled,
    input  wire        tick,        // The last cycle of an epoch, `epoch_tick` of `mask_epoch`.
    output wire [7:0]  uniq,        // Different warps that have issued, at most 255.
    output wire [5:0]  warps_peak   // The most warps that waited for a page.
);

    mask_monitor #(
        .WARPS (44),
        .PORTS (3)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .issue_valid (issue_valid),
        .issue_warp  (issue_warp),
        .stalled     (stalled),
        .tick        (tick),
        .uniq        (uniq),
        .warps_peak  (warps_peak)
    );

endmodule

`default_nettype wire
