// SPDX-License-Identifier: Apache-2.0
// cta_sched_tiny_sva: the invariants of cta_sched_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 5: every warp is in at most one place of the ready queue; its warps live; it has at most ready_entries, in its
// first places.
module cta_sched_tiny_i05_queue #(
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter WARP = $clog2(n_warps)
) (
    input wire                          clock,
    input wire                          reset,
    input wire [n_warps-1:0]            ready_mask,
    input wire [n_warps-1:0]            live,
    input wire [ready_entries-1:0]      queue__used,
    input wire [ready_entries*WARP-1:0] queue__words
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire sound;
    cta_sched_tiny_cta_sched_queue #(.n_warps(n_warps), .ready_entries(ready_entries)) queue (
        .ready_mask(ready_mask), .used(queue__used), .words(queue__words), .sound(sound)
    );

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (sound && (ready_mask & ~live) == 0) else $error("%m: invariant 5"); end
    end
endmodule

// Invariant 6: a warp lives from the start of its CTA until it is done, in the ready queue or pending; what issues is in the
// ready queue and can, and if a warp of the queue can, one issues.
module cta_sched_tiny_i06_warps #(
    parameter n_warps = 8,
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire               clock,
    input wire               reset,
    input wire               cta_start_valid,
    input wire [WARP-1:0]    cta_start_first,
    input wire [COUNT-1:0]   cta_start_nw,
    input wire [n_warps-1:0] w_can_issue,
    input wire               warp_done_valid,
    input wire [WARP-1:0]    warp_done,
    input wire               issue_valid,
    input wire [WARP-1:0]    issue_warp,
    input wire [n_warps-1:0] ready_mask,
    input wire [n_warps-1:0] live
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [n_warps-1:0] runs;  // Started and not done.
    integer w;
    always @(posedge clock) for (w = 0; w < n_warps; w = w + 1) begin
        if (reset) runs[w] <= 1'b0;
        else if (cta_start_valid && w >= cta_start_first && w < cta_start_first + cta_start_nw) runs[w] <= 1'b1;
        else if (warp_done_valid && warp_done == w) runs[w] <= 1'b0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (live == runs && (ready_mask & ~runs) == 0) else $error("%m: invariant 6"); end
            begin if (armed) assert (issue_valid == ((ready_mask & w_can_issue) != 0)) else $error("%m: invariant 6"); end
            begin if (armed) assert (issue_valid ? ready_mask[issue_warp] && w_can_issue[issue_warp] : issue_warp == 0) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 7: a pending warp that is not stalled and leads its CTA is promoted before those of the leading CTA, and these
// before the others; in a class the first from the one behind that promoted last on.
module cta_sched_tiny_i07_classes #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] eligible, of_lead_cta;
    wire [n_cta*n_warps-1:0] warps_of;
    wire wakes, room;
    cta_sched_tiny_cta_sched_status #(
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
    cta_sched_tiny_cta_sched_queue #(.n_warps(n_warps), .ready_entries(ready_entries)) queue (
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
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && cta_start_valid) begin assume (cta_start_first + cta_start_nw <= n_warps) else armed = 1'b0; end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 7"); end
            begin if (armed) assert (pointer == (!pending__moved || pending__last == n_warps - 1 ? 0 : pending__last + 1)) else $error("%m: invariant 7"); end
            if (lead_valid) begin
                begin if (armed) assert (slots__active[lead_cta]) else $error("%m: invariant 7"); end
                begin if (armed) assert (lead_first == first_warp[lead_cta*WARP +: WARP]) else $error("%m: invariant 7"); end
                begin if (armed) assert (lead_nw == number[lead_cta*COUNT +: COUNT]) else $error("%m: invariant 7"); end
            end
            for (c = 0; c < n_cta; c = c + 1) if (slots__active[c]) begin
                begin if (armed) assert (first_warp[c*WARP +: WARP] + number[c*COUNT +: COUNT] <= n_warps) else $error("%m: invariant 7"); end
                begin if (armed) assert (warps[c*n_warps +: n_warps] == warps_of[c*n_warps +: n_warps]) else $error("%m: invariant 7"); end
            end
            if (past && !woken) begin if (armed) assert ((ready_mask & ~earlier) == turn) else $error("%m: invariant 7"); end
        end
    end

endmodule

// Invariant 8: if the ready queue has a free place, no wake-up has an effect and a pending warp is not stalled, exactly one warp
// is promoted in that cycle, unless the fill is held.
module cta_sched_tiny_i08_promotion #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] eligible, of_lead_cta;
    wire wakes, room;
    cta_sched_tiny_cta_sched_status #(
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
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (past && !reset) begin
            begin if (armed) assert ((entered & (entered - 1'b1)) == 0 && (left & (left - 1'b1)) == 0) else $error("%m: invariant 8"); end
            begin if (armed) assert (!must || (entered != 0 && st_promote)) else $error("%m: invariant 8"); end
            begin if (armed) assert (may || entered == 0) else $error("%m: invariant 8"); end
            begin if (armed) assert ((entered != 0) == (st_promote || st_swap) && !(st_promote && st_swap)) else $error("%m: invariant 8"); end
            begin if (armed) assert (!(st_demote || st_swap) || left != 0) else $error("%m: invariant 8"); end
        end
    end

endmodule

module cta_sched_tiny_cta_sched_queue #(
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter WARP = $clog2(n_warps)
) (
    input wire [n_warps-1:0]            ready_mask,
    input wire [ready_entries-1:0]      used,
    input wire [ready_entries*WARP-1:0] words,
    output reg                          sound
);

    reg [n_warps-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        sound = (used & (used + 1'b1)) == 0;
        for (i = 0; i < ready_entries; i = i + 1) if (used[i]) begin
            if (words[i*WARP +: WARP] >= n_warps || seen[words[i*WARP +: WARP]]) sound = 1'b0;
            seen[words[i*WARP +: WARP]] = 1'b1;
        end
        if (seen != ready_mask) sound = 1'b0;
    end

endmodule

module cta_sched_tiny_cta_sched_status #(
    parameter n_cta = 2,
    parameter n_warps = 8,
    parameter ready_entries = 3,
    parameter wake_check = 1,
    parameter WARP = $clog2(n_warps),
    parameter COUNT = $clog2(n_warps + 1)
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     cta_start_valid,
    input wire [$clog2(n_cta)-1:0] cta_start_slot,
    input wire [WARP-1:0]          cta_start_first,
    input wire [COUNT-1:0]         cta_start_nw,
    input wire [n_warps-1:0]       w_stall,
    input wire                     warp_done_valid,
    input wire [WARP-1:0]          warp_done,
    input wire [n_warps-1:0]       ready_mask,
    input wire                     lead_valid,
    input wire [$clog2(n_cta)-1:0] lead_cta,
    input wire [n_warps-1:0]       live,
    input wire                     waits,         // A wake-up waits,
    input wire [WARP-1:0]          woken,         // of this warp.
    output wire [n_warps-1:0]      eligible,      // Pending warps that could be promoted.
    output reg  [n_cta*n_warps-1:0] warps,        // Those of the CTA that started last in each slot.
    output wire [n_warps-1:0]      of_lead_cta,   // Warps of the leading CTA.
    output wire                    wakes,         // The wake-up has an effect.
    output reg                     room           // A place is free, or becomes free.
);

    wire [n_warps-1:0] done = warp_done_valid ? {{(n_warps-1){1'b0}}, 1'b1} << warp_done : 0;
    wire [n_warps-1:0] asleep = live & ~ready_mask & ~done;
    assign eligible = asleep & ~w_stall;
    assign wakes = waits && asleep[woken] && !(wake_check && w_stall[woken]);

    reg [n_warps-1:0] started;
    integer w;
    always @* begin
        started = 0;
        for (w = 0; w < n_warps; w = w + 1)
            if (w >= cta_start_first && w < cta_start_first + cta_start_nw) started[w] = 1'b1;
    end
    always @(posedge clock)
        if (!reset && cta_start_valid) warps[cta_start_slot*n_warps +: n_warps] <= started;
    assign of_lead_cta = lead_valid ? warps[lead_cta*n_warps +: n_warps] : 0;

    reg [COUNT-1:0] ready;
    always @* begin
        ready = 0;
        for (w = 0; w < n_warps; w = w + 1) ready = ready + ready_mask[w];
        room = ready < ready_entries || (ready_mask & (done | w_stall)) != 0;
    end

endmodule

bind cta_sched_tiny cta_sched_tiny_i05_queue #(
    .n_warps(8), .ready_entries(3)) i05_queue (
    .clock(clock), .reset(reset), .ready_mask(ready_mask), .live(unit.live),
    .queue__used(unit.queue.used), .queue__words(unit.queue.words));

bind cta_sched_tiny cta_sched_tiny_i06_warps #(
    .n_warps(8)) i06_warps (
    .clock(clock), .reset(reset), .cta_start_valid(cta_start_valid),
    .cta_start_first(cta_start_first), .cta_start_nw(cta_start_nw), .w_can_issue(w_can_issue),
    .warp_done_valid(warp_done_valid), .warp_done(warp_done), .issue_valid(issue_valid),
    .issue_warp(issue_warp), .ready_mask(ready_mask), .live(unit.live));

bind cta_sched_tiny cta_sched_tiny_i07_classes #(
    .n_cta(2), .n_warps(8), .ready_entries(3), .wake_depth(2), .wake_check(1), .hold_fill_en(1)) i07_classes (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .cta_start_valid(cta_start_valid),
    .cta_start_slot(cta_start_slot), .cta_start_first(cta_start_first), .cta_start_nw(cta_start_nw),
    .hold_fill(hold_fill), .w_stall(w_stall), .warp_done_valid(warp_done_valid),
    .warp_done(warp_done), .ready_mask(ready_mask), .lead_valid(lead_valid), .lead_cta(lead_cta),
    .live(unit.live), .marked(unit.marked), .queue__used(unit.queue.used),
    .queue__words(unit.queue.words), .pending__moved(unit.pending.moved),
    .pending__last(unit.pending.last), .slots__active(unit.slots.active),
    .slots__first_warp_0(unit.slots.first_warp[0]), .slots__first_warp_1(unit.slots.first_warp[1]),
    .slots__warps_0(unit.slots.warps[0]), .slots__warps_1(unit.slots.warps[1]),
    .lead_first(unit.lead_first), .lead_nw(unit.lead_nw), .wake_queue__used(unit.wake_queue.used),
    .wake_queue__words(unit.wake_queue.words));

bind cta_sched_tiny cta_sched_tiny_i08_promotion #(
    .n_cta(2), .n_warps(8), .ready_entries(3), .wake_depth(2), .wake_check(1)) i08_promotion (
    .clock(clock), .reset(reset), .cta_start_valid(cta_start_valid),
    .cta_start_slot(cta_start_slot), .cta_start_first(cta_start_first), .cta_start_nw(cta_start_nw),
    .hold_fill(hold_fill), .w_stall(w_stall), .warp_done_valid(warp_done_valid),
    .warp_done(warp_done), .ready_mask(ready_mask), .lead_valid(lead_valid), .lead_cta(lead_cta),
    .st_promote(st_promote), .st_demote(st_demote), .st_swap(st_swap), .live(unit.live),
    .wake_queue__used(unit.wake_queue.used), .wake_queue__words(unit.wake_queue.words));


`default_nettype wire
