// SPDX-License-Identifier: Apache-2.0
// mask_monitor_paper: part of mask, configuration paper
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

module mask_monitor_paper (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    // A bit for each issue port: a warp issues an instruction there.
    input  wire [1:0]  issue_valid,
    input  wire [11:0] issue_warp,  // Its slot, below `warps_per_core`, from port 0 on.
    // The most warps that wait for a page whose L1 MSHR was allocated, joined or released in this
    // cycle, at most 63; 0 without one.
    input  wire [5:0]  stalled,
    input  wire        tick,        // The last cycle of an epoch, `epoch_tick` of `mask_epoch`.
    output wire [7:0]  uniq,        // Different warps that have issued, at most 255.
    output wire [5:0]  warps_peak   // The most warps that waited for a page.
);

    mask_monitor #(
        .WARPS (64),
        .PORTS (2)
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
