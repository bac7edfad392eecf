// SPDX-License-Identifier: Apache-2.0
// Invariant 11: the queue has the port whenever the LSU has nothing to send or must wait, and full in every second cycle
// at least; and then each of its requests is tried within rexq_entries turns. So it is accepted once the L1 accepts it and
// the LSU leaves the queue that many turns. Nor does the full queue keep the LSU from the port for two cycles. Shown for any request: that of the base address which the inputs name in the first cycle.
// Engine: pdr
module i11_progress #(
    parameter n_warps = 4,
    parameter rexq_entries = 3,
    parameter addr_bits = 3,
    parameter lsu_when_full = 1,
    parameter WARP = $clog2(n_warps),
    parameter C = $clog2(rexq_entries + 1)
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 lsu_v,
    input wire [addr_bits-1:0] lsu_base,
    input wire [WARP-1:0]      lsu_warp,
    input wire                 lsu_first,
    input wire                 l1_ack,
    input wire                 lsu_rdy,
    input wire                 l1_v,
    input wire                 l1_src,
    input wire [addr_bits-1:0] l1_base,
    input wire [n_warps-1:0]   rexq_has,
    input wire [C-1:0]         count,
    input wire                 full
);

    reg                 chosen = 1'b0;
    reg [addr_bits-1:0] base;
    reg                 waits;      // The request is in the queue.
    reg                 lsu_next;   // The full queue had the port in the cycle before.
    reg [C-1:0]         turns;      // Turns of the queue since it was put there or tried.

    wire at_lsu = lsu_v && lsu_base == base;
    wire at_l1 = l1_v && l1_base == base;
    wire must_wait = (full && !lsu_next) || (lsu_first && rexq_has[lsu_warp]);

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) base <= lsu_base;
        if (reset) waits <= 1'b0;
        else if (at_l1 && l1_ack) waits <= 1'b0;
        else if (at_lsu && lsu_rdy) waits <= 1'b1;
        lsu_next <= lsu_when_full && !reset && full && l1_v && l1_src;
        if (reset || at_l1) turns <= 0;
        else if (l1_v && l1_src) turns <= turns + 1'b1;
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // Requests that wait have different addresses.
        assume (!(at_lsu && waits));
        assert (!lsu_v || must_wait || (l1_v && !l1_src && lsu_rdy == (l1_ack || !full)));
        assert ((lsu_v && !must_wait) || (l1_v == (count != 0) && l1_src == l1_v));
        assert (!waits || count != 0);
        assert (!waits || turns < rexq_entries);
    end

endmodule
