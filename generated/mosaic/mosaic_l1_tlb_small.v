// SPDX-License-Identifier: Apache-2.0
// mosaic_l1_tlb_small: part of mosaic, configuration small
//   (Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   warps_per_core=12 va_w=48 pa_w=40 base_page_log2=12 l1_base=8 l1_large=4 l1_mshrs=4 asid_w=4
//   pt_levels=4 eng_out=3 verify=1 mig_out=5 num_apps=1 frames=4 slot_bits=9 cac_thresh=256
//   channels=6 chan_interleave_log2=8 num_cores=4 l2_ports=2 l2_base=16 l2_ways=4 l2_large=6
//   l2_lat=4 l2_serial=1 walk_ctx=4

`default_nettype none

module mosaic_l1_tlb_small (
    input  wire        clock,        // Clock.
    input  wire        reset,        // Synchronous reset, active high.
    input  wire        lk_valid,     // A lookup of a warp.
    input  wire [35:0] lk_vpn,       // Its virtual base page.
    input  wire [3:0]  lk_warp,      // Its warp slot, below `warps_per_core`.
    input  wire        miss_ready,   // The request at `miss_*` is taken.
    input  wire        fill_valid,   // An answer of the shared TLB; always accepted.
    input  wire [35:0] fill_vpn,     // The base page that was asked for.
    input  wire        fill_large,   // It lies in a large page.
    input  wire [27:0] fill_ppn,     // Its frame; of a large page the lowest 9 bits do not count.
    input  wire [3:0]  fill_perm,    // Its permissions.
    input  wire        fill_fault,   // It has no frame: a far-fault.
    // A flush, behind the answer of the same cycle; always accepted.
    input  wire        flush_valid,
    input  wire [26:0] flush_lvpn,   // The large page that it is of.
    // 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    input  wire        flush_kind,
    input  wire        flush_all,    // Of all pages, whatever the two before say.
    // The lookup of the last cycle has hit, and this is the answer.
    output wire        res_hit,
    // It has missed, and is answered at `wake_*`. With neither it has missed without a free MSHR,
    // and must be made again.
    output wire        res_pending,
    output wire        res_large,    // It has hit a large page.
    // The frame of a hit, of a large page with 0 as its lowest 9 bits; 0 without, as the one that
    // follows.
    output wire [27:0] res_ppn,
    output wire [3:0]  res_perm,     // Its permissions.
    // A page that the shared TLB is asked for, which stays until it is taken.
    output wire        miss_valid,
    output wire [35:0] miss_vpn,     // That page; 0 without `miss_valid`.
    output wire        wake_valid,   // The page of an MSHR was answered in the last cycle.
    // The warps that wait for it; 0 without `wake_valid`, as all that follows.
    output wire [11:0] wake_waiters,
    output wire        wake_large,   // It lies in a large page.
    // Its frame, as `res_ppn`; 0 of a fault, as the one that follows.
    output wire [27:0] wake_ppn,
    output wire [3:0]  wake_perm,    // Its permissions.
    output wire        wake_fault,   // It has no frame.
    output wire        flush_ack     // The flush of the last cycle is done.
);

    mosaic_l1_tlb #(
        .WARPS          (12),
        .VA_W           (48),
        .PA_W           (40),
        .BASE_PAGE_LOG2 (12),
        .BASE           (8),
        .LARGE          (4),
        .MSHRS          (4)
    ) unit (
        .clock        (clock),
        .reset        (reset),
        .lk_valid     (lk_valid),
        .lk_vpn       (lk_vpn),
        .lk_warp      (lk_warp),
        .miss_ready   (miss_ready),
        .fill_valid   (fill_valid),
        .fill_vpn     (fill_vpn),
        .fill_large   (fill_large),
        .fill_ppn     (fill_ppn),
        .fill_perm    (fill_perm),
        .fill_fault   (fill_fault),
        .flush_valid  (flush_valid),
        .flush_lvpn   (flush_lvpn),
        .flush_kind   (flush_kind),
        .flush_all    (flush_all),
        .res_hit      (res_hit),
        .res_pending  (res_pending),
        .res_large    (res_large),
        .res_ppn      (res_ppn),
        .res_perm     (res_perm),
        .miss_valid   (miss_valid),
        .miss_vpn     (miss_vpn),
        .wake_valid   (wake_valid),
        .wake_waiters (wake_waiters),
        .wake_large   (wake_large),
        .wake_ppn     (wake_ppn),
        .wake_perm    (wake_perm),
        .wake_fault   (wake_fault),
        .flush_ack    (flush_ack)
    );

endmodule

`default_nettype wire
