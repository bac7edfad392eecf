// SPDX-License-Identifier: Apache-2.0
// Invariant 10: each lookup that is taken has one answer, with all others of its page, and is refused only while too few walks are free. Shown of any one
// page and SM: `waits` says whether the SM waits for the page. That a walk under way ends is not stated: it needs a memory that answers.
// Engine: induction 1
module i10_answers #(
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

    always @* if (!reset) begin
        if (answered) assert (wrsp_mask[core] == waits && !walked);
        else assert (held == waits);
        if (wrsp_valid) assert (wrsp_mask != 0);
        for (i = 0; i < l2_ports; i = i + 1) assert (miss_ready[i] == (free > i));
        // On the way there: one walk at most has each turn, and that to read has one that is ready.
        assert (!(walks__read_turn & ~walks__ready));
        assert (!(walks__read_turn & (walks__read_turn - 1'b1)));
        assert (!(walks__end_turn & (walks__end_turn - 1'b1)));
        // One walk of a page, for which somebody waits, and which is in one state.
        for (i = 0; i < walk_ctx; i = i + 1) begin
            assert (!walks__busy[i] || walks__waiters[i*num_cores +: num_cores] != 0);
            assert (walks__busy[i] || !(walks__ready[i] || walks__over[i]));
            assert (!(walks__ready[i] && walks__over[i]));
            for (j = 0; j < i; j = j + 1)
                assert (!walks__busy[i] || !walks__busy[j] || walks__page[i*PAGE +: PAGE] != walks__page[j*PAGE +: PAGE]);
        end
    end

endmodule
