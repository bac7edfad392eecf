// SPDX-License-Identifier: Apache-2.0
// Invariant 8: if the ready queue has a free place, no wake-up has an effect and a pending warp is not stalled, exactly one warp
// is promoted in that cycle, unless the fill is held.
// Engine: pdr
module i08_promotion #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter wake_depth = 2,
    parameter wake_check = 1,
    parameter CTA = $clog2(n_cta),
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cta_start_valid,
    input wire [CTA-1:0]             cta_start_slot,
    input wire [WARP-1:0]            cta_start_first,
    input wire [COUNT-1:0]           cta_start_nw,
    input wire                       hold_fill,
    input wire [n_warps-1:0]         w_stall,
    input wire                       warp_done_valid,
    input wire [WARP-1:0]            warp_done,
    input wire [n_warps-1:0]         ready_mask,
    input wire                       lead_valid,
    input wire [CTA-1:0]             lead_cta,
    input wire                       st_promote,
    input wire                       st_demote,
    input wire                       st_swap,
    input wire [n_warps-1:0]         live,
    input wire [wake_depth-1:0]      wake_queue__used,
    input wire [wake_depth*WARP-1:0] wake_queue__words
);

    wire [n_warps-1:0] eligible, of_lead_cta;
    wire wakes, room;
    cta_sched_status #(
        .n_cta(n_cta), .n_warps(n_warps), .ready_entries(ready_entries), .wake_check(wake_check)
    ) status (
        .clock(clock), .reset(reset), .cta_start_valid(cta_start_valid), .cta_start_slot(cta_start_slot),
        .cta_start_first(cta_start_first), .cta_start_nw(cta_start_nw), .w_stall(w_stall),
        .warp_done_valid(warp_done_valid), .warp_done(warp_done), .ready_mask(ready_mask), .lead_valid(lead_valid),
        .lead_cta(lead_cta), .live(live), .waits(wake_queue__used[0]), .woken(wake_queue__words[WARP-1:0]),
        .eligible(eligible), .warps(), .of_lead_cta(of_lead_cta), .wakes(wakes), .room(room)
    );

    reg past = 1'b0, must, may;
    reg [n_warps-1:0] earlier;
    always @(posedge clock) begin
        past <= !reset;
        must <= room && !wakes && !hold_fill && eligible != 0;
        may <= room || wakes;
        earlier <= ready_mask;
    end

    wire [n_warps-1:0] entered = ready_mask & ~earlier;
    wire [n_warps-1:0] left = earlier & ~ready_mask;
    always @* if (past && !reset) begin
        assert ((entered & (entered - 1'b1)) == 0 && (left & (left - 1'b1)) == 0);
        assert (!must || (entered != 0 && st_promote));
        assert (may || entered == 0);
        assert ((entered != 0) == (st_promote || st_swap) && !(st_promote && st_swap));
        assert (!(st_demote || st_swap) || left != 0);
    end

endmodule
