// SPDX-License-Identifier: Apache-2.0
// Invariant 6: as a flush is acknowledged no entry is left of what it is of, no lookup hits it, and no warp is woken with it.
// Engine: induction 2
module i06_flushed #(
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
    always @* if (!reset) begin
        assert (flush_ack == flushed);
        if (flushed) begin
            for (i = 0; i < l1_large; i = i + 1)
                assert (!large_set__valid[i] || (!of_all && large_set__keys[i*LVPN +: LVPN] != lvpn));
            for (i = 0; i < l1_base; i = i + 1)
                assert (!base_set__valid[i] || !of_base || (!of_all && base_set__keys[i*VPN+9 +: LVPN] != lvpn));
            if (res_hit && (of_all || looked == lvpn)) assert (!res_large && !of_base);
            if (wake_valid && !wake_fault && (of_all || answered == lvpn)) assert (!wake_large && !of_base);
        end
    end

endmodule
