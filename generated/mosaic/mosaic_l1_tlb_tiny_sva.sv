// SPDX-License-Identifier: Apache-2.0
// mosaic_l1_tlb_tiny_sva: the invariants of mosaic_l1_tlb_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 6: as a flush is acknowledged no entry is left of what it is of, no lookup hits it, and no warp is woken with it.
module mosaic_l1_tlb_tiny_i06_flushed #(
    parameter l1_base = 2,
    parameter l1_large = 2,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter VPN = va_w - base_page_log2,
    parameter LVPN = VPN - 9
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     lk_valid,
    input wire [VPN-1:0]           lk_vpn,
    input wire [VPN-1:0]           fill_vpn,
    input wire                     flush_valid,
    input wire [LVPN-1:0]          flush_lvpn,
    input wire                     flush_kind,
    input wire                     flush_all,
    input wire                     flush_ack,
    input wire                     res_hit,
    input wire                     res_large,
    input wire                     wake_valid,
    input wire                     wake_large,
    input wire                     wake_fault,
    input wire [l1_base-1:0]       base_set__valid,
    input wire [l1_base*VPN-1:0]   base_set__keys,
    input wire [l1_large-1:0]      large_set__valid,
    input wire [l1_large*LVPN-1:0] large_set__keys
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // The flush of the cycle before, and the pages that met it.
    reg            flushed, of_base, of_all;
    reg [LVPN-1:0] lvpn, looked, answered;
    always @(posedge clock) begin
        flushed <= flush_valid && !reset;
        {of_base, of_all} <= {flush_kind || flush_all, flush_all};
        lvpn <= flush_lvpn;
        looked <= lk_vpn[VPN-1:9];
        answered <= fill_vpn[VPN-1:9];
    end

    integer i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (flush_ack == flushed) else $error("%m: invariant 6"); end
            if (flushed) begin
                for (i = 0; i < l1_large; i = i + 1)
                    begin if (armed) assert (!large_set__valid[i] || (!of_all && large_set__keys[i*LVPN +: LVPN] != lvpn)) else $error("%m: invariant 6"); end
                for (i = 0; i < l1_base; i = i + 1)
                    begin if (armed) assert (!base_set__valid[i] || !of_base || (!of_all && base_set__keys[i*VPN+9 +: LVPN] != lvpn)) else $error("%m: invariant 6"); end
                if (res_hit && (of_all || looked == lvpn)) begin if (armed) assert (!res_large && !of_base) else $error("%m: invariant 6"); end
                if (wake_valid && !wake_fault && (of_all || answered == lvpn)) begin if (armed) assert (!wake_large && !of_base) else $error("%m: invariant 6"); end
            end
        end
    end

endmodule

// Invariant 10: a lookup hits or waits, and is refused only while every MSHR is in use; who waits for a page is woken by its answer, once.
// Shown of any one page and warp: `waits` says whether the warp waits for the page.
module mosaic_l1_tlb_tiny_i10_answers #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!(res_hit && res_pending)) else $error("%m: invariant 10"); end
            begin if (armed) assert (looked || !(res_hit || res_pending)) else $error("%m: invariant 10"); end
            begin if (armed) assert (!looked || res_hit || res_pending || &misses__busy) else $error("%m: invariant 10"); end
            begin if (armed) assert (held == now) else $error("%m: invariant 10"); end
            if (answered) begin if (armed) assert (wake_valid && wake_waiters[warp]) else $error("%m: invariant 10"); end
            for (i = 0; i < l1_mshrs; i = i + 1)
                for (j = 0; j < i; j = j + 1)
                    begin if (armed) assert (!misses__busy[i] || !misses__busy[j] || misses__page[i*VPN +: VPN] != misses__page[j*VPN +: VPN]) else $error("%m: invariant 10"); end
        end
    end

endmodule

bind mosaic_l1_tlb_tiny mosaic_l1_tlb_tiny_i06_flushed #(
    .l1_base(2), .l1_large(2), .va_w(23), .base_page_log2(12)) i06_flushed (
    .clock(clock), .reset(reset), .lk_valid(lk_valid), .lk_vpn(lk_vpn), .fill_vpn(fill_vpn),
    .flush_valid(flush_valid), .flush_lvpn(flush_lvpn), .flush_kind(flush_kind),
    .flush_all(flush_all), .flush_ack(flush_ack), .res_hit(res_hit), .res_large(res_large),
    .wake_valid(wake_valid), .wake_large(wake_large), .wake_fault(wake_fault),
    .base_set__valid(unit.base_set.valid), .base_set__keys(unit.base_set.keys),
    .large_set__valid(unit.large_set.valid), .large_set__keys(unit.large_set.keys));

bind mosaic_l1_tlb_tiny mosaic_l1_tlb_tiny_i10_answers #(
    .warps_per_core(4), .l1_mshrs(2), .va_w(23), .base_page_log2(12)) i10_answers (
    .clock(clock), .reset(reset), .lk_valid(lk_valid), .lk_vpn(lk_vpn), .lk_warp(lk_warp),
    .fill_valid(fill_valid), .fill_vpn(fill_vpn), .fill_large(fill_large), .fill_fault(fill_fault),
    .flush_valid(flush_valid), .flush_lvpn(flush_lvpn), .flush_kind(flush_kind),
    .flush_all(flush_all), .res_hit(res_hit), .res_pending(res_pending), .wake_valid(wake_valid),
    .wake_waiters(wake_waiters), .misses__busy(unit.misses.busy), .misses__page(unit.misses.page),
    .misses__warps(unit.misses.warps));


`default_nettype wire
