// SPDX-License-Identifier: Apache-2.0
// cta_sched_tiny_baseline_sva: the invariants of cta_sched_tiny_baseline, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 11: without leading warps and wake-ups the unit is the plain two-level scheduler: no warp is marked, no wake-up
// waits, and a place that is free goes to the next pending warp that is not stalled, in cyclic order.
module cta_sched_tiny_baseline_i11_plain #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] eligible, of_lead_cta;
    wire wakes, room;
    cta_sched_tiny_baseline_cta_sched_status #(
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
    cta_sched_tiny_baseline_cta_sched_queue #(.n_warps(n_warps), .ready_entries(ready_entries)) queue (
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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound) else $error("%m: invariant 11"); end
            begin if (armed) assert (pointer == (!pending__moved || pending__last == n_warps - 1 ? 0 : pending__last + 1)) else $error("%m: invariant 11"); end
            begin if (armed) assert (marked == 0 && wake_queue__used == 0 && !st_swap) else $error("%m: invariant 11"); end
            if (past) begin if (armed) assert ((ready_mask & ~earlier) == turn && st_promote == (turn != 0)) else $error("%m: invariant 11"); end
        end
    end

endmodule

module cta_sched_tiny_baseline_cta_sched_status #(
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

module cta_sched_tiny_baseline_cta_sched_queue #(
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

bind cta_sched_tiny_baseline cta_sched_tiny_baseline_i11_plain #(
    .n_cta(2), .n_warps(8), .ready_entries(3), .wake_depth(2), .wake_check(1)) i11_plain (
    .clock(clock), .reset(reset), .kernel_start(kernel_start), .cta_start_valid(cta_start_valid),
    .cta_start_slot(cta_start_slot), .cta_start_first(cta_start_first), .cta_start_nw(cta_start_nw),
    .w_stall(w_stall), .warp_done_valid(warp_done_valid), .warp_done(warp_done),
    .ready_mask(ready_mask), .lead_valid(lead_valid), .lead_cta(lead_cta), .st_promote(st_promote),
    .st_swap(st_swap), .live(unit.live), .marked(unit.marked), .queue__used(unit.queue.used),
    .queue__words(unit.queue.words), .pending__moved(unit.pending.moved),
    .pending__last(unit.pending.last), .wake_queue__used(unit.wake_queue.used),
    .wake_queue__words(unit.wake_queue.words));


`default_nettype wire
