// SPDX-License-Identifier: Apache-2.0
// mosaic_l1_tlb: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's TLB of an SM (specification sections 2.6 and 2.10): entries for base pages and for large
// ones, probed together; a large hit wins. Within a cycle: an answer of the shared TLB, a lookup, a
// flush, of which neither of the first two meets what it is of.
// Protocol: a lookup is answered in the next cycle, by a hit or by `res_pending`; of the latter the
// answer is a wake. Answers and flushes are always accepted, and come in order.
module mosaic_l1_tlb #(
    parameter WARPS = 64,           // Warps that an SM can hold
    parameter VA_W = 48,            // Bits of a virtual address
    parameter PA_W = 40,            // Bits of a physical address
    // Bits of the offset in a base page; a large page has 512 base pages
    parameter BASE_PAGE_LOG2 = 12,
    parameter BASE = 128,           // Entries for base pages of the L1 TLB
    parameter LARGE = 16,           // Its entries for large pages
    parameter MSHRS = 32,           // Pages that an SM can wait for
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter VPN = VA_W - BASE_PAGE_LOG2,
    parameter LVPN = VPN - 9,
    parameter PPN = PA_W - BASE_PAGE_LOG2,
    parameter LPPN = PPN - 9,
    parameter BASE_FRAME = PPN + 4,
    parameter LARGE_FRAME = LPPN + 4
) (
    input  wire             clock,        // SM clock.
    input  wire             reset,        // Synchronous reset, active high.
    input  wire             lk_valid,     // A lookup of a warp.
    input  wire [VPN-1:0]   lk_vpn,       // Its virtual base page.
    input  wire [WARP-1:0]  lk_warp,      // Its warp slot, below `warps_per_core`.
    input  wire             miss_ready,   // The request at `miss_*` is taken.
    input  wire             fill_valid,   // An answer of the shared TLB; always accepted.
    input  wire [VPN-1:0]   fill_vpn,     // The base page that was asked for.
    input  wire             fill_large,   // It lies in a large page.
    // Its frame; of a large page the lowest 9 bits do not count.
    input  wire [PPN-1:0]   fill_ppn,
    input  wire [3:0]       fill_perm,    // Its permissions.
    input  wire             fill_fault,   // It has no frame: a far-fault.
    // A flush, behind the answer of the same cycle; always accepted.
    input  wire             flush_valid,
    input  wire [LVPN-1:0]  flush_lvpn,   // The large page that it is of.
    // 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    input  wire             flush_kind,
    input  wire             flush_all,    // Of all pages, whatever the two before say.
    // The lookup of the last cycle has hit, and this is the answer.
    output reg              res_hit,
    // It has missed, and is answered at `wake_*`. With neither it has missed without a free MSHR,
    // and must be made again.
    output reg              res_pending,
    output reg              res_large,    // It has hit a large page.
    // The frame of a hit, of a large page with 0 as its lowest 9 bits; 0 without, as the one that
    // follows.
    output reg  [PPN-1:0]   res_ppn,
    output reg  [3:0]       res_perm,     // Its permissions.
    // A page that the shared TLB is asked for, which stays until it is taken.
    output wire             miss_valid,
    output wire [VPN-1:0]   miss_vpn,     // That page; 0 without `miss_valid`.
    output reg              wake_valid,   // The page of an MSHR was answered in the last cycle.
    // The warps that wait for it; 0 without `wake_valid`, as all that follows.
    output reg  [WARPS-1:0] wake_waiters,
    output reg              wake_large,   // It lies in a large page.
    // Its frame, as `res_ppn`; 0 of a fault, as the one that follows.
    output reg  [PPN-1:0]   wake_ppn,
    output reg  [3:0]       wake_perm,    // Its permissions.
    output reg              wake_fault,   // It has no frame.
    output reg              flush_ack     // The flush of the last cycle is done.
);

    localparam [31:0] SLOT_BITS = 32'd9; // Bits of the number of a base page in its large page.

    wire [LVPN-1:0]        fill_lvpn;
    wire [LPPN-1:0]        fill_lppn;
    wire [LVPN-1:0]        look_lvpn;
    // What the flush is of: the answer, the large page of the lookup, and its base page.
    wire                   fill_flushed;
    wire                   large_flushed;
    wire                   base_flushed;
    wire                   fills_base;
    wire                   fills_large;
    wire                   found_base;
    wire                   found_large;
    wire [BASE_FRAME-1:0]  base_found;
    wire [LARGE_FRAME-1:0] large_found;
    reg  [VPN-1:0]         base_mask;
    reg  [LVPN-1:0]        large_mask;
    reg  [0:0]             base_set_look;
    reg  [VPN-1:0]         base_set_look_page;
    wire [0:0]             base_set_found;
    wire [BASE_FRAME-1:0]  base_set_frame;
    reg  [0:0]             large_set_look;
    reg  [LVPN-1:0]        large_set_look_page;
    wire [0:0]             large_set_found;
    wire [LARGE_FRAME-1:0] large_set_frame;
    wire                   misses_answer;
    wire                   misses_frees;
    wire [WARPS-1:0]       misses_waiters;
    wire                   misses_waits;

    mosaic_tlb_cam #(.LOOKS(1), .WAYS(BASE), .PAGE(VPN), .FRAME(BASE_FRAME)) base_set (
        .clock      (clock),
        .reset      (reset),
        .fill       (fills_base),
        .fill_page  (fill_vpn),
        .fill_frame ({fill_perm, fill_ppn}),
        .look       (base_set_look),
        .look_page  (base_set_look_page),
        .found      (base_set_found),
        .frame      (base_set_frame),
        .clear      (flush_valid && (flush_all || flush_kind)),
        .clear_page ({{(VPN - LVPN){1'b0}}, flush_lvpn} << SLOT_BITS),
        .clear_mask (base_mask)
    );

    mosaic_tlb_cam #(.LOOKS(1), .WAYS(LARGE), .PAGE(LVPN), .FRAME(LARGE_FRAME)) large_set (
        .clock      (clock),
        .reset      (reset),
        .fill       (fills_large),
        .fill_page  (fill_lvpn),
        .fill_frame ({fill_perm, fill_lppn}),
        .look       (large_set_look),
        .look_page  (large_set_look_page),
        .found      (large_set_found),
        .frame      (large_set_frame),
        .clear      (flush_valid),
        .clear_page (flush_lvpn),
        .clear_mask (large_mask)
    );

    mosaic_l1_misses #(.MSHRS(MSHRS), .WARPS(WARPS), .WARP(WARP), .VPN(VPN)) misses (
        .clock      (clock),
        .reset      (reset),
        .answer     (misses_answer),
        .answer_vpn (fill_vpn),
        .again      (fill_flushed),
        .frees      (misses_frees),
        .waiters    (misses_waiters),
        .miss       (lk_valid && !found_large && !found_base),
        .miss_vpn   (lk_vpn),
        .miss_warp  (lk_warp),
        .waits      (misses_waits),
        .ask        (miss_valid),
        .ask_vpn    (miss_vpn),
        .ask_ready  (miss_ready)
    );

    // What the flush of this cycle is of.
    assign fill_lvpn = fill_vpn[SLOT_BITS +: LVPN];
    assign look_lvpn = lk_vpn[SLOT_BITS +: LVPN];
    assign fill_flushed = flush_valid
        && !fill_fault
        && (flush_all || ((fill_lvpn == flush_lvpn) && (flush_kind || fill_large)));
    assign large_flushed = flush_valid && (flush_all || (look_lvpn == flush_lvpn));
    assign base_flushed = large_flushed && (flush_all || flush_kind);

    // Answer and lookup in both stores; a large hit leaves the base entries alone.
    assign fills_base = fill_valid && !fill_large && !fill_fault && !fill_flushed;
    assign fills_large = fill_valid && fill_large && !fill_fault && !fill_flushed;
    assign fill_lppn = fill_ppn[SLOT_BITS +: LPPN];

    always @* begin
        large_set_look = 1'b0;
        if (lk_valid && !large_flushed) begin
            large_set_look = 1'b1;
        end
    end

    always @* begin
        large_set_look_page[(0 * LVPN) +: LVPN] = look_lvpn;
    end

    assign found_large = large_set_found != 1'b0;

    always @* begin
        base_set_look = 1'b0;
        if (lk_valid && !base_flushed && !found_large) begin
            base_set_look = 1'b1;
        end
    end

    always @* begin
        base_set_look_page[(0 * VPN) +: VPN] = lk_vpn;
    end

    assign found_base = base_set_found != 1'b0;

    // The flush.
    always @* begin
        base_mask = 0;
        large_mask = 0;
        if (!flush_all) begin
            base_mask = ~base_mask << SLOT_BITS;
            large_mask = ~large_mask;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            flush_ack <= 1'b0;
        end else begin
            flush_ack <= flush_valid;
        end
    end

    // MSHRs.
    assign misses_answer = fill_valid;

    // The answer to the lookup.
    assign large_found = large_set_frame[(0 * LARGE_FRAME) +: LARGE_FRAME];
    assign base_found = base_set_frame[(0 * BASE_FRAME) +: BASE_FRAME];

    always @(posedge clock) begin
        if (reset) begin
            res_hit <= 1'b0;
            res_pending <= 1'b0;
            res_large <= 1'b0;
            res_ppn <= 0;
            res_perm <= 4'd0;
        end else begin
            res_hit <= found_large || found_base;
            res_pending <= misses_waits;
            res_large <= found_large;
            res_ppn <= base_found[PPN-1:0];
            res_perm <= base_found[PPN +: 4];
            if (found_large) begin
                res_ppn <= {{(PPN - LPPN){1'b0}}, large_found[LPPN-1:0]} << SLOT_BITS;
                res_perm <= large_found[LPPN +: 4];
            end
        end
    end

    // The wake of those that have waited for the answer.
    always @(posedge clock) begin : update_wake_waiters
        reg [PPN-1:0] fill_frame;
        if (reset) begin
            wake_waiters <= 0;
            wake_large <= 1'b0;
            wake_ppn <= 0;
            wake_perm <= 4'd0;
            wake_fault <= 1'b0;
        end else begin
            fill_frame = fill_ppn;
            if (fill_large) begin
                fill_frame = {{(PPN - LPPN){1'b0}}, fill_lppn} << SLOT_BITS;
            end
            wake_waiters <= 0;
            wake_large <= 1'b0;
            wake_ppn <= 0;
            wake_perm <= 4'd0;
            wake_fault <= 1'b0;
            if (misses_frees) begin
                wake_waiters <= misses_waiters;
                wake_fault <= fill_fault;
                if (!fill_fault) begin
                    wake_large <= fill_large;
                    wake_ppn <= fill_frame;
                    wake_perm <= fill_perm;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            wake_valid <= 1'b0;
        end else begin
            wake_valid <= misses_frees;
        end
    end

endmodule

`default_nettype wire
