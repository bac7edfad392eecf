// SPDX-License-Identifier: Apache-2.0
// Invariant 11: without leading warps and wake-ups the unit is the plain two-level scheduler: no warp is marked, no wake-up
// waits, and a place that is free goes to the next pending warp that is not stalled, in cyclic order.
// For: ctaa_en=0 wake_en=0
// Engine: induction 1
module i11_plain #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter wake_depth = 2,
    parameter wake_check = 1,
    parameter CTA = $clog2(n_cta),
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          kernel_start,
    input wire                          cta_start_valid,
    input wire [CTA-1:0]                cta_start_slot,
    input wire [WARP-1:0]               cta_start_first,
    input wire [COUNT-1:0]              cta_start_nw,
    input wire [n_warps-1:0]            w_stall,
    input wire                          warp_done_valid,
    input wire [WARP-1:0]               warp_done,
    input wire [n_warps-1:0]            ready_mask,
    input wire                          lead_valid,
    input wire [CTA-1:0]                lead_cta,
    input wire                          st_promote,
    input wire                          st_swap,
    input wire [n_warps-1:0]            live,
    input wire [n_warps-1:0]            marked,
    input wire [ready_entries-1:0]      queue__used,
    input wire [ready_entries*WARP-1:0] queue__words,
    input wire                          pending__moved,
    input wire [WARP-1:0]               pending__last,
    input wire [wake_depth-1:0]         wake_queue__used,
    input wire [wake_depth*WARP-1:0]    wake_queue__words
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

    reg [WARP-1:0] pointer;
    reg [n_warps-1:0] first;
    integer w;
    always @* begin
        first = 0;
        for (w = n_warps - 1; w >= 0; w = w - 1) if (eligible[w]) first = {{(n_warps-1){1'b0}}, 1'b1} << w;
        for (w = n_warps - 1; w >= 0; w = w - 1)
            if (eligible[w] && w >= pointer) first = {{(n_warps-1){1'b0}}, 1'b1} << w;
    end

    wire sound;
    cta_sched_queue #(.n_warps(n_warps), .ready_entries(ready_entries)) queue (
        .ready_mask(ready_mask), .used(queue__used), .words(queue__words), .sound(sound)
    );

    reg past = 1'b0;
    reg [n_warps-1:0] turn, earlier;
    always @(posedge clock) begin
        past <= !reset;
        turn <= room ? first : 0;
        earlier <= ready_mask;
        if (reset || kernel_start) pointer <= 0;
        else if (room && first != 0)
            for (w = 0; w < n_warps; w = w + 1) if (first[w]) pointer <= w == n_warps - 1 ? 0 : w + 1;
    end

    always @* if (!reset) begin
        assert (sound);
        assert (pointer == (!pending__moved || pending__last == n_warps - 1 ? 0 : pending__last + 1));
        assert (marked == 0 && wake_queue__used == 0 && !st_swap);
        if (past) assert ((ready_mask & ~earlier) == turn && st_promote == (turn != 0));
    end

endmodule
