// SPDX-License-Identifier: Apache-2.0
// Invariant 6: behind a flush the walks that it is of go from the root on, at once or as soon as their read is done, and none of them is
// answered before; a walk that reads on has read since.
// Engine: induction 1
module i06_flushed #(
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

    always @* if (!reset) begin
        for (i = 0; i < walk_ctx; i = i + 1) begin
            if (due[i] || poisoned[i]) begin
                assert (walks__busy[i] && !walks__over[i]);
                assert (walks__ready[i] ? walks__depth[i*3 +: 3] == 1 && !walks__retried[i] : walks__poisoned[i]);
            end
            assert (!walks__poisoned[i] || (walks__busy[i] && !walks__ready[i] && !walks__over[i]));
            assert (!(walks__ready[i] && walks__over[i]));
            assert (walks__busy[i] || !(walks__ready[i] || walks__over[i]));
        end
        // On the way there: one walk at most has each turn, and that to read has one that is ready.
        assert (!(walks__read_turn & ~walks__ready));
        assert (!(walks__read_turn & (walks__read_turn - 1'b1)));
        assert (!(walks__end_turn & (walks__end_turn - 1'b1)));
        if (flushed && wrsp_valid)
            assert (!of_all && (wrsp_asid != asid || (!of_space && wrsp_vpn[VPN-1:9] != lvpn)));
    end

endmodule
