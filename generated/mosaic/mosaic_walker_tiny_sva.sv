// SPDX-License-Identifier: Apache-2.0
// mosaic_walker_tiny_sva: the invariants of mosaic_walker_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 6: behind a flush the walks that it is of go from the root on, at once or as soon as their read is done, and none of them is
// answered before; a walk that reads on has read since.
module mosaic_walker_tiny_i06_flushed #(
    parameter walk_ctx = 2,
    parameter asid_w = 2,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter VPN = va_w - base_page_log2,
    parameter LVPN = VPN - 9,
    parameter PAGE = VPN + asid_w
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     flush_valid,
    input wire [asid_w-1:0]        flush_asid,
    input wire [LVPN-1:0]          flush_lvpn,
    input wire                     flush_space,
    input wire                     flush_all,
    input wire                     wrsp_valid,
    input wire [asid_w-1:0]        wrsp_asid,
    input wire [VPN-1:0]           wrsp_vpn,
    input wire [walk_ctx-1:0]      walks__busy,
    input wire [walk_ctx-1:0]      walks__ready,
    input wire [walk_ctx-1:0]      walks__over,
    input wire [walk_ctx-1:0]      walks__read_turn,
    input wire [walk_ctx-1:0]      walks__end_turn,
    input wire [walk_ctx-1:0]      walks__poisoned,
    input wire [walk_ctx-1:0]      walks__retried,
    input wire [walk_ctx*3-1:0]    walks__depth,
    input wire [walk_ctx*PAGE-1:0] walks__page
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // The flush of the cycle before, and the walks that must begin anew since.
    reg                flushed, of_space, of_all;
    reg [asid_w-1:0]   asid;
    reg [LVPN-1:0]     lvpn;
    reg [walk_ctx-1:0] due, poisoned;
    integer            i;
    always @(posedge clock) begin
        flushed <= flush_valid && !reset;
        {of_space, of_all} <= {flush_space, flush_all};
        {asid, lvpn} <= {flush_asid, flush_lvpn};
        poisoned <= reset ? 0 : walks__poisoned;
        for (i = 0; i < walk_ctx; i = i + 1)
            due[i] <= !reset && walks__busy[i] && flush_valid && (flush_all || (walks__page[i*PAGE+VPN +: asid_w] == flush_asid
                && (flush_space || walks__page[i*PAGE+9 +: LVPN] == flush_lvpn)));
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (i = 0; i < walk_ctx; i = i + 1) begin
                if (due[i] || poisoned[i]) begin
                    begin if (armed) assert (walks__busy[i] && !walks__over[i]) else $error("%m: invariant 6"); end
                    begin if (armed) assert (walks__ready[i] ? walks__depth[i*3 +: 3] == 1 && !walks__retried[i] : walks__poisoned[i]) else $error("%m: invariant 6"); end
                end
                begin if (armed) assert (!walks__poisoned[i] || (walks__busy[i] && !walks__ready[i] && !walks__over[i])) else $error("%m: invariant 6"); end
                begin if (armed) assert (!(walks__ready[i] && walks__over[i])) else $error("%m: invariant 6"); end
                begin if (armed) assert (walks__busy[i] || !(walks__ready[i] || walks__over[i])) else $error("%m: invariant 6"); end
            end
            // On the way there: one walk at most has each turn, and that to read has one that is ready.
            begin if (armed) assert (!(walks__read_turn & ~walks__ready)) else $error("%m: invariant 6"); end
            begin if (armed) assert (!(walks__read_turn & (walks__read_turn - 1'b1))) else $error("%m: invariant 6"); end
            begin if (armed) assert (!(walks__end_turn & (walks__end_turn - 1'b1))) else $error("%m: invariant 6"); end
            if (flushed && wrsp_valid)
                begin if (armed) assert (!of_all && (wrsp_asid != asid || (!of_space && wrsp_vpn[VPN-1:9] != lvpn))) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 10: each lookup that is taken has one answer, with all others of its page, and is refused only while too few walks are free. Shown of any one
// page and SM: `waits` says whether the SM waits for the page. That a walk under way ends is not stated: it needs a memory that answers.
module mosaic_walker_tiny_i10_answers #(
    parameter num_cores = 2,
    parameter l2_ports = 2,
    parameter walk_ctx = 2,
    parameter asid_w = 2,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter CORE = $clog2(num_cores),
    parameter VPN = va_w - base_page_log2,
    parameter PAGE = VPN + asid_w
) (
    input wire                          clock,
    input wire                          reset,
    input wire [l2_ports-1:0]           miss_valid,
    input wire [l2_ports-1:0]           miss_ready,
    input wire [l2_ports*CORE-1:0]      miss_core,
    input wire [l2_ports*asid_w-1:0]    miss_asid,
    input wire [l2_ports*VPN-1:0]       miss_vpn,
    input wire                          wrsp_valid,
    input wire [num_cores-1:0]          wrsp_mask,
    input wire [asid_w-1:0]             wrsp_asid,
    input wire [VPN-1:0]                wrsp_vpn,
    input wire [walk_ctx-1:0]           walks__busy,
    input wire [walk_ctx-1:0]           walks__ready,
    input wire [walk_ctx-1:0]           walks__over,
    input wire [walk_ctx-1:0]           walks__read_turn,
    input wire [walk_ctx-1:0]           walks__end_turn,
    input wire [walk_ctx*PAGE-1:0]      walks__page,
    input wire [walk_ctx*num_cores-1:0] walks__waiters
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Any page and any SM: what the inputs are in the last cycle of a reset.
    reg [PAGE-1:0] page;
    reg [CORE-1:0] core;
    always @(posedge clock) if (reset) {page, core} <= {miss_asid[asid_w-1:0], miss_vpn[VPN-1:0], miss_core[CORE-1:0]};

    wire    answered = wrsp_valid && {wrsp_asid, wrsp_vpn} == page;
    reg     waits, asks, held, walked;
    integer i, j, free;
    always @* begin
        asks = 1'b0;
        for (i = 0; i < l2_ports; i = i + 1)
            if (miss_valid[i] && miss_ready[i] && {miss_asid[i*asid_w +: asid_w], miss_vpn[i*VPN +: VPN]} == page
                && miss_core[i*CORE +: CORE] == core) asks = 1'b1;
        {held, walked} = 2'b00;
        free = 0;
        for (i = 0; i < walk_ctx; i = i + 1) begin
            if (walks__busy[i] && walks__page[i*PAGE +: PAGE] == page) begin
                walked = 1'b1;
                held = held || walks__waiters[i*num_cores + core];
            end
            free = free + !walks__busy[i];
        end
    end
    always @(posedge clock) waits <= !reset && ((waits && !answered) || asks);

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (answered) begin if (armed) assert (wrsp_mask[core] == waits && !walked) else $error("%m: invariant 10"); end
            else begin if (armed) assert (held == waits) else $error("%m: invariant 10"); end
            if (wrsp_valid) begin if (armed) assert (wrsp_mask != 0) else $error("%m: invariant 10"); end
            for (i = 0; i < l2_ports; i = i + 1) begin if (armed) assert (miss_ready[i] == (free > i)) else $error("%m: invariant 10"); end
            // On the way there: one walk at most has each turn, and that to read has one that is ready.
            begin if (armed) assert (!(walks__read_turn & ~walks__ready)) else $error("%m: invariant 10"); end
            begin if (armed) assert (!(walks__read_turn & (walks__read_turn - 1'b1))) else $error("%m: invariant 10"); end
            begin if (armed) assert (!(walks__end_turn & (walks__end_turn - 1'b1))) else $error("%m: invariant 10"); end
            // One walk of a page, for which somebody waits, and which is in one state.
            for (i = 0; i < walk_ctx; i = i + 1) begin
                begin if (armed) assert (!walks__busy[i] || walks__waiters[i*num_cores +: num_cores] != 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (walks__busy[i] || !(walks__ready[i] || walks__over[i])) else $error("%m: invariant 10"); end
                begin if (armed) assert (!(walks__ready[i] && walks__over[i])) else $error("%m: invariant 10"); end
                for (j = 0; j < i; j = j + 1)
                    begin if (armed) assert (!walks__busy[i] || !walks__busy[j] || walks__page[i*PAGE +: PAGE] != walks__page[j*PAGE +: PAGE]) else $error("%m: invariant 10"); end
            end
        end
    end

endmodule

// Invariant 12: from its beginning, or from its last new one, on a walk reads the entry above the last depth once more at most, and so takes two reads
// more than there are depths at most.
module mosaic_walker_tiny_i12_reads #(
    parameter walk_ctx = 2,
    parameter pt_levels = 2,
    parameter CONTEXT = ($clog2(walk_ctx) > 1 ? $clog2(walk_ctx) : 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire                  wm_valid,
    input wire                  wm_ready,
    input wire [2:0]            wm_depth,
    input wire [CONTEXT-1:0]    wm_tag,
    input wire [walk_ctx-1:0]   walks__busy,
    input wire [walk_ctx-1:0]   walks__ready,
    input wire [walk_ctx-1:0]   walks__over,
    input wire [walk_ctx-1:0]   walks__read_turn,
    input wire [walk_ctx-1:0]   walks__end_turn,
    input wire [walk_ctx-1:0]   walks__retried,
    input wire [walk_ctx*3-1:0] walks__depth
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // The read is that of the cycle before; reads of each walk with that which is new.
    reg                  stays;
    reg [walk_ctx*4-1:0] earlier, reads;
    wire                 first = wm_depth == 1 && !walks__retried[wm_tag];
    always @* begin
        reads = earlier;
        if (wm_valid && !stays) reads[wm_tag*4 +: 4] = first ? 4'd1 : earlier[wm_tag*4 +: 4] + 4'd1;
    end
    always @(posedge clock) begin
        stays <= !reset && wm_valid && !wm_ready;
        earlier <= reads;
    end

    integer   i;
    reg [3:0] depth, count;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            {depth, count} = 0;
            if (!reset) begin
                begin if (armed) assert (!(walks__read_turn & ~walks__ready)) else $error("%m: invariant 12"); end
                begin if (armed) assert (!(walks__read_turn & (walks__read_turn - 1'b1))) else $error("%m: invariant 12"); end
                begin if (armed) assert (!(walks__end_turn & (walks__end_turn - 1'b1))) else $error("%m: invariant 12"); end
            end
            if (!reset) for (i = 0; i < walk_ctx; i = i + 1) begin
                begin if (armed) assert (walks__busy[i] || !(walks__ready[i] || walks__over[i])) else $error("%m: invariant 12"); end
                depth = walks__depth[i*3 +: 3];
                count = reads[i*4 +: 4];
                if (walks__busy[i]) begin
                    if (!walks__ready[i] || depth != 1 || walks__retried[i]) begin
                        begin if (armed) assert (count <= pt_levels + 2) else $error("%m: invariant 12"); end
                        // On the way there.
                        if (!walks__over[i]) begin if (armed) assert (count == depth - walks__ready[i] + 2 * walks__retried[i]) else $error("%m: invariant 12"); end
                    end
                    begin if (armed) assert (depth >= 1 && depth <= pt_levels) else $error("%m: invariant 12"); end
                    begin if (armed) assert (!walks__retried[i] || depth >= pt_levels - 1) else $error("%m: invariant 12"); end
                    begin if (armed) assert (!(walks__ready[i] && walks__over[i])) else $error("%m: invariant 12"); end
                end
                if (wm_valid && !stays && wm_tag == i) begin if (armed) assert (!walks__ready[i] && !walks__over[i] && wm_depth == depth) else $error("%m: invariant 12"); end
            end
        end
    end

endmodule

bind mosaic_walker_tiny mosaic_walker_tiny_i06_flushed #(
    .walk_ctx(2), .asid_w(2), .va_w(23), .base_page_log2(12)) i06_flushed (
    .clock(clock), .reset(reset), .flush_valid(flush_valid), .flush_asid(flush_asid),
    .flush_lvpn(flush_lvpn), .flush_space(flush_space), .flush_all(flush_all),
    .wrsp_valid(wrsp_valid), .wrsp_asid(wrsp_asid), .wrsp_vpn(wrsp_vpn),
    .walks__busy(unit.walks.busy), .walks__ready(unit.walks.ready), .walks__over(unit.walks.over),
    .walks__read_turn(unit.walks.read_turn), .walks__end_turn(unit.walks.end_turn),
    .walks__poisoned(unit.walks.poisoned), .walks__retried(unit.walks.retried),
    .walks__depth(unit.walks.depth), .walks__page(unit.walks.page));

bind mosaic_walker_tiny mosaic_walker_tiny_i10_answers #(
    .num_cores(2), .l2_ports(2), .walk_ctx(2), .asid_w(2), .va_w(23), .base_page_log2(12)) i10_answers (
    .clock(clock), .reset(reset), .miss_valid(miss_valid), .miss_ready(miss_ready),
    .miss_core(miss_core), .miss_asid(miss_asid), .miss_vpn(miss_vpn), .wrsp_valid(wrsp_valid),
    .wrsp_mask(wrsp_mask), .wrsp_asid(wrsp_asid), .wrsp_vpn(wrsp_vpn),
    .walks__busy(unit.walks.busy), .walks__ready(unit.walks.ready), .walks__over(unit.walks.over),
    .walks__read_turn(unit.walks.read_turn), .walks__end_turn(unit.walks.end_turn),
    .walks__page(unit.walks.page), .walks__waiters(unit.walks.waiters));

bind mosaic_walker_tiny mosaic_walker_tiny_i12_reads #(
    .walk_ctx(2), .pt_levels(2)) i12_reads (
    .clock(clock), .reset(reset), .wm_valid(wm_valid), .wm_ready(wm_ready), .wm_depth(wm_depth),
    .wm_tag(wm_tag), .walks__busy(unit.walks.busy), .walks__ready(unit.walks.ready),
    .walks__over(unit.walks.over), .walks__read_turn(unit.walks.read_turn),
    .walks__end_turn(unit.walks.end_turn), .walks__retried(unit.walks.retried),
    .walks__depth(unit.walks.depth));


`default_nettype wire
