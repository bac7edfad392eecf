// SPDX-License-Identifier: Apache-2.0
// Invariant 7: a pending warp that is not stalled and leads its CTA is promoted before those of the leading CTA, and these
// before the others; in a class the first from the one behind that promoted last on.
// For: ctaa_en=1
// Engine: induction 1
module i07_classes #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter wake_depth = 2,
    parameter wake_check = 1,
    parameter hold_fill_en = 1,
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
    input wire                          hold_fill,
    input wire [n_warps-1:0]            w_stall,
    input wire                          warp_done_valid,
    input wire [WARP-1:0]               warp_done,
    input wire [n_warps-1:0]            ready_mask,
    input wire                          lead_valid,
    input wire [CTA-1:0]                lead_cta,
    input wire [n_warps-1:0]            live,
    input wire [n_warps-1:0]            marked,
    input wire [ready_entries-1:0]      queue__used,
    input wire [ready_entries*WARP-1:0] queue__words,
    input wire                          pending__moved,
    input wire [WARP-1:0]               pending__last,
    input wire [n_cta-1:0]              slots__active,
    input wire [WARP-1:0]               slots__first_warp_0,
    input wire [WARP-1:0]               slots__first_warp_1,
    input wire [COUNT-1:0]              slots__warps_0,
    input wire [COUNT-1:0]              slots__warps_1,
    input wire [WARP-1:0]               lead_first,
    input wire [COUNT-1:0]              lead_nw,
    input wire [wake_depth-1:0]         wake_queue__used,
    input wire [wake_depth*WARP-1:0]    wake_queue__words
);

    wire [n_warps-1:0] eligible, of_lead_cta;
    wire [n_cta*n_warps-1:0] warps_of;
    wire wakes, room;
    cta_sched_status #(
        .n_cta(n_cta), .n_warps(n_warps), .ready_entries(ready_entries), .wake_check(wake_check)
    ) status (
        .clock(clock), .reset(reset), .cta_start_valid(cta_start_valid), .cta_start_slot(cta_start_slot),
        .cta_start_first(cta_start_first), .cta_start_nw(cta_start_nw), .w_stall(w_stall),
        .warp_done_valid(warp_done_valid), .warp_done(warp_done), .ready_mask(ready_mask), .lead_valid(lead_valid),
        .lead_cta(lead_cta), .live(live), .waits(wake_queue__used[0]), .woken(wake_queue__words[WARP-1:0]),
        .eligible(eligible), .warps(warps_of), .of_lead_cta(of_lead_cta), .wakes(wakes), .room(room)
    );

    // The warps of the lowest class, and of them the first in the order.
    wire [n_warps-1:0] leading = eligible & marked;
    wire [n_warps-1:0] second = eligible & of_lead_cta;
    wire [n_warps-1:0] rank = leading != 0 || (hold_fill && hold_fill_en) ? leading : second != 0 ? second : eligible;
    reg [WARP-1:0] pointer;
    reg [n_warps-1:0] first;
    integer w;
    always @* begin
        first = 0;
        for (w = n_warps - 1; w >= 0; w = w - 1) if (rank[w]) first = {{(n_warps-1){1'b0}}, 1'b1} << w;
        for (w = n_warps - 1; w >= 0; w = w - 1)
            if (rank[w] && w >= pointer) first = {{(n_warps-1){1'b0}}, 1'b1} << w;
    end

    wire sound;
    cta_sched_queue #(.n_warps(n_warps), .ready_entries(ready_entries)) queue (
        .ready_mask(ready_mask), .used(queue__used), .words(queue__words), .sound(sound)
    );

    // Who was to be promoted in the cycle before.
    reg past = 1'b0, woken;
    reg [n_warps-1:0] turn, earlier;
    always @(posedge clock) begin
        past <= !reset;
        woken <= wakes;
        turn <= room && !wakes ? first : 0;
        earlier <= ready_mask;
        if (reset || kernel_start) pointer <= 0;
        else if (room && !wakes && first != 0)
            for (w = 0; w < n_warps; w = w + 1) if (first[w]) pointer <= w == n_warps - 1 ? 0 : w + 1;
    end

    // The warps of each slot, as the unit has them.
    wire [n_cta*WARP-1:0] first_warp = {slots__first_warp_1, slots__first_warp_0};
    wire [n_cta*COUNT-1:0] number = {slots__warps_1, slots__warps_0};
    reg [n_cta*n_warps-1:0] warps;
    integer c;
    always @* begin
        warps = 0;
        for (c = 0; c < n_cta; c = c + 1) for (w = 0; w < n_warps; w = w + 1)
            if (w >= first_warp[c*WARP +: WARP] && w < first_warp[c*WARP +: WARP] + number[c*COUNT +: COUNT])
                warps[c*n_warps+w] = 1'b1;
    end

    // CTAs have warps that there are (decision P18).
    always @* if (!reset && cta_start_valid) assume (cta_start_first + cta_start_nw <= n_warps);
    always @* if (!reset) begin
        assert (sound);
        assert (pointer == (!pending__moved || pending__last == n_warps - 1 ? 0 : pending__last + 1));
        if (lead_valid) begin
            assert (slots__active[lead_cta]);
            assert (lead_first == first_warp[lead_cta*WARP +: WARP]);
            assert (lead_nw == number[lead_cta*COUNT +: COUNT]);
        end
        for (c = 0; c < n_cta; c = c + 1) if (slots__active[c]) begin
            assert (first_warp[c*WARP +: WARP] + number[c*COUNT +: COUNT] <= n_warps);
            assert (warps[c*n_warps +: n_warps] == warps_of[c*n_warps +: n_warps]);
        end
        if (past && !woken) assert ((ready_mask & ~earlier) == turn);
    end

endmodule
