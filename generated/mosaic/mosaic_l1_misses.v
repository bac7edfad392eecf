// SPDX-License-Identifier: Apache-2.0
// mosaic_l1_misses: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The MSHRs of an SM's TLB (specification sections 2.6 and 2.10): the pages that warps wait for, by
// base page, as the size of a page is not known before its answer (decision D12). In a cycle an
// answer frees one, then a lookup that has missed joins or takes one.
module mosaic_l1_misses #(
    parameter MSHRS = 32,
    parameter WARPS = 64,
    parameter WARP = 6,
    parameter VPN = 36,
    // What follows from these; not to be set.
    parameter MSHR = ($clog2(MSHRS) > 1 ? $clog2(MSHRS) : 1)
) (
    input  wire             clock,      // Clock.
    input  wire             reset,      // Synchronous reset, active high.
    input  wire             answer,     // An answer, and its page.
    input  wire [VPN-1:0]   answer_vpn,
    input  wire             again,      // It is dropped: the page is asked for again.
    output wire             frees,      // It frees an MSHR with these waiters.
    output wire [WARPS-1:0] waiters,
    input  wire             miss,       // A lookup has missed: its page and warp.
    input  wire [VPN-1:0]   miss_vpn,
    input  wire [WARP-1:0]  miss_warp,
    output wire             waits,      // It waits in an MSHR.
    output reg              ask,        // A page to ask for, until it is taken.
    output reg  [VPN-1:0]   ask_vpn,
    input  wire             ask_ready
);

    localparam [WARPS-1:0] ONE = 1;
    localparam LAST = MSHRS - 1;

    wire                       unused;           // Which MSHR is free is not needed as a number.
    reg  [MSHRS-1:0]           answered;
    reg  [MSHRS-1:0]           freed;
    wire [MSHRS-1:0]           kept;
    reg  [WARPS-1:0]           woken;
    reg  [MSHRS-1:0]           joined;
    reg  [MSHRS-1:0]           taken;
    wire [WARPS-1:0]           warp;
    reg  [MSHRS-1:0]           busy;
    reg  [MSHRS-1:0]           asked;            // Those whose page has been asked for.
    reg  [(MSHRS * VPN)-1:0]   page;
    reg  [(MSHRS * WARPS)-1:0] warps;
    // Where the search for the next page to ask for begins.
    reg  [MSHR-1:0]            next;
    wire [MSHRS-1:0]           chooser_requests;
    wire [MSHRS-1:0]           chooser_grant;
    wire [MSHR-1:0]            chooser_index;
    wire [MSHRS-1:0]           lowest_first;
    wire [MSHR-1:0]            lowest_index;

    quick_round_robin #(.N(MSHRS)) chooser (
        .requests (chooser_requests),
        .start    (next),
        .grant    (chooser_grant),
        .index    (chooser_index)
    );

    first_set #(.N(MSHRS)) lowest (
        .requests (~kept),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    // An answer.
    always @* begin : compute_answered
        integer i;
        i = 0;
        answered = 0;
        woken = 0;
        if (answer) begin
            for (i = 0; i < MSHRS; i = i + 1) begin
                if (busy[i] && (page[(i * VPN) +: VPN] == answer_vpn)) begin
                    answered[i] = 1'b1;
                    woken = woken | warps[(i * WARPS) +: WARPS];
                end
            end
        end
    end

    always @* begin
        freed = 0;
        if (!again) begin
            freed = answered;
        end
    end

    assign frees = freed != 0;
    assign waiters = woken;

    // A lookup that has missed.
    assign kept = busy & ~freed;
    assign unused = lowest_index != 0;

    always @* begin : compute_joined
        integer i;
        i = 0;
        joined = 0;
        taken = 0;
        if (miss) begin
            for (i = 0; i < MSHRS; i = i + 1)
                joined[i] = kept[i] && (page[(i * VPN) +: VPN] == miss_vpn);
            if (joined == 0) begin
                taken = lowest_first;
            end
        end
    end

    assign waits = (joined | taken) != {MSHRS{1'b0}};
    assign warp = ONE << miss_warp;

    always @(posedge clock) begin : update_page
        integer i;
        for (i = 0; i < MSHRS; i = i + 1) begin
            if (taken[i]) begin
                page[(i * VPN) +: VPN] <= miss_vpn;
                warps[(i * WARPS) +: WARPS] <= warp;
            end else if (joined[i]) begin
                warps[(i * WARPS) +: WARPS] <= warps[(i * WARPS) +: WARPS] | warp;
            end
        end
    end

    // The next page to ask for: the one whose turn it is, but if it is answered in this cycle.
    assign chooser_requests = busy & ~asked;

    always @(posedge clock) begin : update_asked
        integer i;
        reg [MSHRS-1:0] turn;
        reg [VPN-1:0] turn_vpn;
        if (reset) begin
            asked <= 0;
            next <= 0;
            ask <= 1'b0;
            ask_vpn <= 0;
        end else begin
            turn_vpn = 0;
            for (i = 0; i < MSHRS; i = i + 1) begin
                if (chooser_grant[i]) begin
                    turn_vpn = turn_vpn | page[(i * VPN) +: VPN];
                end
            end
            turn = 0;
            if (!ask || ask_ready) begin
                turn = chooser_grant & ~freed;
            end
            if (!ask || ask_ready) begin
                ask <= turn != 0;
                ask_vpn <= 0;
                if (turn != 0) begin
                    ask_vpn <= turn_vpn;
                    next <= chooser_index + 1'b1;
                    if (chooser_index == LAST[MSHR-1:0]) begin
                        next <= 0;
                    end
                end
            end
            asked <= (asked & ~answered & ~taken) | turn;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            busy <= 0;
        end else begin
            busy <= kept | taken;
        end
    end

endmodule

`default_nettype wire
