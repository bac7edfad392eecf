// SPDX-License-Identifier: Apache-2.0
// Invariant 10: a lookup hits or waits, and is refused only while every MSHR is in use; who waits for a page is woken by its answer, once.
// Shown of any one page and warp: `waits` says whether the warp waits for the page.
// Engine: induction 2
module i10_answers #(
    parameter warps_per_core = 4,
    parameter l1_mshrs = 2,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter VPN = va_w - base_page_log2,
    parameter LVPN = VPN - 9,
    parameter WARP = $clog2(warps_per_core)
) (
    input wire                               clock,
    input wire                               reset,
    input wire                               lk_valid,
    input wire [VPN-1:0]                     lk_vpn,
    input wire [WARP-1:0]                    lk_warp,
    input wire                               fill_valid,
    input wire [VPN-1:0]                     fill_vpn,
    input wire                               fill_large,
    input wire                               fill_fault,
    input wire                               flush_valid,
    input wire [LVPN-1:0]                    flush_lvpn,
    input wire                               flush_kind,
    input wire                               flush_all,
    input wire                               res_hit,
    input wire                               res_pending,
    input wire                               wake_valid,
    input wire [warps_per_core-1:0]          wake_waiters,
    input wire [l1_mshrs-1:0]                misses__busy,
    input wire [l1_mshrs*VPN-1:0]            misses__page,
    input wire [l1_mshrs*warps_per_core-1:0] misses__warps
);

    // Any page and any warp: what the inputs are in the last cycle of a reset.
    reg [VPN-1:0]  page;
    reg [WARP-1:0] warp;
    always @(posedge clock) if (reset) {page, warp} <= {lk_vpn, lk_warp};

    wire dropped = flush_valid && !fill_fault
        && (flush_all || (fill_vpn[VPN-1:9] == flush_lvpn && (flush_kind || fill_large)));
    reg  waits;                   // Before the lookup of the last cycle.
    reg  looked, mine, answered;  // A lookup; of the page by the warp; the page is answered.
    wire now = waits || (mine && res_pending);
    always @(posedge clock) begin
        waits <= !reset && now && !(fill_valid && fill_vpn == page && !dropped);
        looked <= !reset && lk_valid;
        mine <= !reset && lk_valid && lk_vpn == page && lk_warp == warp;
        answered <= !reset && now && fill_valid && fill_vpn == page && !dropped;
    end

    reg     held;
    integer i, j;
    always @* begin
        held = 1'b0;
        for (i = 0; i < l1_mshrs; i = i + 1)
            if (misses__busy[i] && misses__page[i*VPN +: VPN] == page && misses__warps[i*warps_per_core + warp]) held = 1'b1;
    end

    always @* if (!reset) begin
        assert (!(res_hit && res_pending));
        assert (looked || !(res_hit || res_pending));
        assert (!looked || res_hit || res_pending || &misses__busy);
        assert (held == now);
        if (answered) assert (wake_valid && wake_waiters[warp]);
        for (i = 0; i < l1_mshrs; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                assert (!misses__busy[i] || !misses__busy[j] || misses__page[i*VPN +: VPN] != misses__page[j*VPN +: VPN]);
    end

endmodule
