// SPDX-License-Identifier: Apache-2.0
// cta_sched: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Two-level warp scheduler with leading warps (specification sections 2.4 and 2.5). One warp of
// those in the ready queue issues; stalled ones leave it for pending ones, and a warp whose
// prefetched line has come is woken.
// Protocol: the status of the warps are levels, and `issue_*` answers in the same cycle; what
// issues is issued. All else is registers: a warp that is promoted or woken in a cycle can issue in
// the next one.
module cta_sched #(
    parameter CTAS = 8,                   // CTA slots per SM
    parameter WARPS = 48,                 // Warps per SM
    parameter QUEUE = 8,                  // Entries of the ready queue
    parameter WAKES = 8,                  // Wake-ups that wait
    // A leading warp is one for the life of its CTA, not until it is first demoted
    parameter [0:0] LEAD_SCOPE = 1'b1,
    parameter [0:0] HOLD_FILL_EN = 1'b1,  // During the initial fill only leading warps are promoted
    parameter [0:0] WAKE_CHECK = 1'b1,    // Wake-ups of stalled warps are ignored
    parameter [0:0] CTAA_EN = 1'b1,       // Leading warps and the leading CTA go first
    parameter [0:0] WAKE_EN = 1'b1,       // Prefetches wake the warps that they serve
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1),
    parameter COUNT = $clog2(WARPS + 1)
) (
    input  wire             clock,           // SM clock.
    input  wire             reset,           // Synchronous reset, active high.
    input  wire             kernel_start,    // A kernel starts.
    input  wire             cta_start_valid, // A CTA starts.
    input  wire [CTA-1:0]   cta_start_slot,  // Its slot, below `n_cta`.
    input  wire [WARP-1:0]  cta_start_first, // Its first warp.
    // Its warps, at least 1; they are contiguous and none of them lives.
    input  wire [COUNT-1:0] cta_start_nw,
    input  wire             cta_end_valid,   // A CTA ends.
    input  wire [CTA-1:0]   cta_end_slot,    // Its slot.
    input  wire             hold_fill,       // The initial distribution of CTAs to this SM goes on.
    input  wire [WARPS-1:0] w_can_issue,     // The warp can issue an instruction.
    // The warp waits for a long-latency operation, a barrier or a fence.
    input  wire [WARPS-1:0] w_stall,
    input  wire             warp_done_valid, // A warp has finished.
    input  wire [WARP-1:0]  warp_done,       // That warp.
    input  wire             wake_valid,      // A prefetched line has arrived.
    input  wire [WARP-1:0]  wake_warp,       // The warp that it serves.
    output wire             issue_valid,     // A warp issues an instruction in this cycle.
    output wire [WARP-1:0]  issue_warp,      // That warp; 0 if none does.
    output wire [WARPS-1:0] ready_mask,      // Warps in the ready queue.
    output wire [CTA-1:0]   lead_cta,        // The leading CTA; 0 if there is none.
    output wire             lead_valid,      // There is one.
    // Pulse: a warp has entered a free place of the ready queue.
    output reg              st_promote,
    output reg              st_demote,       // Pulse: a stalled warp has left it.
    output reg              st_swap,         // Pulse: a woken warp has taken the place of another.
    // Pulse: a wake-up was lost, since no further one can wait.
    output reg              st_wakedrop
);

    localparam [WARPS-1:0] ONE = 1;
    localparam LAST_WAKE = WAKES - 1;
    localparam [WAKES-1:0] EVERY_WAKE = {WAKES{1'b1}};

    reg  [WARPS-1:0]          done;
    reg  [WARPS-1:0]          in_queue;              // Warps in the ready queue.
    wire [QUEUE-1:0]          used;
    reg  [QUEUE-1:0]          can_at;                // The same by place in the queue.
    reg  [QUEUE-1:0]          stalled_at;
    reg  [QUEUE-1:0]          marked_at;
    reg  [QUEUE-1:0]          done_at;
    reg  [WARP-1:0]           issued;
    reg  [WARP-1:0]           leaving_warp;
    wire [WAKES-1:0]          wake_used;
    wire                      wake_full;
    wire [WARP-1:0]           woken;
    // The first wake-up is of a pending warp that is not stalled.
    wire                      wakes;
    wire                      wake_done;             // It is done.
    wire                      promotes;
    wire                      enters;
    reg  [WARP-1:0]           entering;
    wire [WARPS-1:0]          started;
    // Wake-ups behind the first one are of no use here.
    reg                       unused;
    // Warps that live, and those of them that are marked as leading.
    reg  [WARPS-1:0]          live;
    reg  [WARPS-1:0]          marked;
    // Warps that were in the ready queue a cycle ago; and the one that has entered since, and the
    // one that has left.
    reg  [WARPS-1:0]          was_in_queue;
    reg                       has_entered;
    reg  [WARP-1:0]           entered;
    reg                       has_left;
    reg  [WARP-1:0]           left;
    // Warps of the leading CTA: the first one, and how many.
    reg  [WARP-1:0]           lead_first;
    reg  [COUNT-1:0]          lead_nw;
    wire                      slots_start_valid;
    wire [CTAS-1:0]           slots_active;
    wire [CTAS-1:0]           slots_active_next;
    wire [CTAS-1:0]           slots_changed;
    wire [WARP-1:0]           slots_first;
    wire [COUNT-1:0]          slots_nw;
    wire [COUNT-1:0]          slots_counted;
    wire [CTA-1:0]            leader_slot_next;
    wire                      starting_valid;
    wire [WARPS-1:0]          starting_mask;
    wire [WARPS-1:0]          leading_mask;
    wire [QUEUE-1:0]          issue_pick;
    wire                      removal_takes;
    wire [QUEUE-1:0]          removal_up;
    wire [QUEUE-1:0]          removal_removed;
    wire                      removal_demotes;
    wire                      removal_swaps;
    wire                      removal_room;
    wire                      pending_clear;
    wire                      pending_valid;
    wire [WARP-1:0]           pending_warp;
    wire [(QUEUE * WARP)-1:0] queue_words;
    wire [WARP-1:0]           queue_first_next;
    wire [QUEUE-1:0]          queue_used;
    wire [(WAKES * WARP)-1:0] wake_queue_words;
    wire [WARP-1:0]           wake_queue_first_next;
    wire [WAKES-1:0]          wake_queue_used;

    cta_slots #(.CTAS(CTAS), .WARP(WARP), .COUNT(COUNT)) slots (
        .clock       (clock),
        .reset       (reset),
        .start_valid (slots_start_valid),
        .start_slot  (cta_start_slot),
        .start_first (cta_start_first),
        .start_nw    (cta_start_nw),
        .end_valid   (cta_end_valid),
        .end_slot    (cta_end_slot),
        .read        (leader_slot_next),
        .count       (leader_slot_next),
        .active      (slots_active),
        .active_next (slots_active_next),
        .changed     (slots_changed),
        .first       (slots_first),
        .nw          (slots_nw),
        .counted     (slots_counted)
    );

    cta_sched_lead #(.CTAS(CTAS)) leader (
        .clock       (clock),
        .reset       (reset),
        .clear       (kernel_start),
        .start_valid (cta_start_valid),
        .start_slot  (cta_start_slot),
        .end_valid   (cta_end_valid),
        .end_slot    (cta_end_slot),
        .active_next (slots_active_next),
        .valid       (lead_valid),
        .slot        (lead_cta),
        .slot_next   (leader_slot_next)
    );

    cta_sched_warps #(.WARPS(WARPS)) starting (
        .valid (starting_valid),
        .first (cta_start_first),
        .nw    (cta_start_nw),
        .mask  (starting_mask)
    );

    cta_sched_warps #(.WARPS(WARPS)) leading (
        .valid (lead_valid && CTAA_EN),
        .first (lead_first),
        .nw    (lead_nw),
        .mask  (leading_mask)
    );

    cta_sched_issue #(.QUEUE(QUEUE)) issue (
        .clock (clock),
        .reset (reset),
        .can   (can_at),
        .used  (used),
        .take  (removal_takes),
        .up    (removal_up),
        .pick  (issue_pick)
    );

    cta_sched_removal #(.QUEUE(QUEUE)) removal (
        .used    (used),
        .done    (done_at),
        .stalled (stalled_at),
        .marked  (marked_at),
        .issues  (can_at != 0),
        .pick    (issue_pick),
        .woken   (wakes),
        .takes   (removal_takes),
        .up      (removal_up),
        .removed (removal_removed),
        .demotes (removal_demotes),
        .swaps   (removal_swaps),
        .room    (removal_room)
    );

    cta_sched_pending #(.WARPS(WARPS)) pending (
        .clock    (clock),
        .reset    (reset),
        .clear    (pending_clear),
        .ready    (live & ~in_queue & ~w_stall & ~done),
        .marked   (marked),
        .leading  (leading_mask),
        .hold     (hold_fill && HOLD_FILL_EN && CTAA_EN),
        .promoted (promotes),
        .valid    (pending_valid),
        .warp     (pending_warp)
    );

    shift_list #(.N(QUEUE), .W(WARP)) queue (
        .clock      (clock),
        .reset      (reset),
        .clear      (1'b0),
        .take       (removal_takes),
        .up         (removal_up),
        .offer      (wakes || pending_valid),
        .push       (enters),
        .data       (entering),
        .words      (queue_words),
        .first_next (queue_first_next),
        .used       (queue_used)
    );

    shift_list #(.N(WAKES), .W(WARP)) wake_queue (
        .clock      (clock),
        .reset      (reset),
        .clear      (kernel_start),
        .take       (wake_used[0] && wake_done),
        .up         (EVERY_WAKE),
        .offer      (wake_valid && WAKE_EN),
        .push       (wake_valid && WAKE_EN && !wake_full),
        .data       (wake_warp),
        .words      (wake_queue_words),
        .first_next (wake_queue_first_next),
        .used       (wake_queue_used)
    );

    // The CTAs, and which of them leads.
    assign slots_start_valid = cta_start_valid;

    // Its warps are found a cycle ahead; it may start in this one.
    always @(posedge clock) begin
        lead_first <= slots_first;
        lead_nw <= slots_nw;
        if (cta_start_valid && (cta_start_slot == leader_slot_next)) begin
            lead_first <= cta_start_first;
            lead_nw <= cta_start_nw;
        end
    end

    // The ready queue: what its warps can do, and which issues.
    always @* begin
        done = 0;
        if (warp_done_valid) begin
            done = ONE << warp_done;
        end
    end

    always @* begin
        in_queue = was_in_queue;
        if (has_left) begin
            in_queue = was_in_queue & ~(ONE << left);
        end
        if (has_entered) begin
            in_queue = in_queue | (ONE << entered);
        end
    end

    assign used = queue_used;

    always @* begin : compute_can_at
        integer i;
        can_at = 0;
        stalled_at = 0;
        marked_at = 0;
        done_at = 0;
        for (i = 0; i < QUEUE; i = i + 1) begin
            if (used[i]) begin
                can_at[i] = w_can_issue[queue_words[(i * WARP) +: WARP]];
                stalled_at[i] = w_stall[queue_words[(i * WARP) +: WARP]];
                marked_at[i] = marked[queue_words[(i * WARP) +: WARP]];
                done_at[i] = warp_done_valid && (queue_words[(i * WARP) +: WARP] == warp_done);
            end
        end
    end

    assign ready_mask = in_queue;

    always @* begin : compute_issued
        integer i;
        issued = 0;
        for (i = 0; i < QUEUE; i = i + 1) begin
            if (issue_pick[i]) begin
                issued = issued | queue_words[(i * WARP) +: WARP];
            end
        end
    end

    always @* begin : compute_leaving_warp
        integer i;
        leaving_warp = 0;
        for (i = 0; i < QUEUE; i = i + 1) begin
            if (removal_removed[i]) begin
                leaving_warp = leaving_warp | queue_words[(i * WARP) +: WARP];
            end
        end
    end

    assign issue_valid = can_at != 0;
    assign issue_warp = issued;

    // The first wake-up that waits.
    assign wake_used = wake_queue_used;
    assign wake_full = wake_used[LAST_WAKE];
    assign woken = wake_queue_words[(0 * WARP) +: WARP];

    always @* begin : compute_unused
        integer i;
        unused = (slots_active != 0)
            || (slots_changed != 0)
            || (slots_counted != 0)
            || (queue_first_next != 0)
            || (wake_queue_first_next != 0);
        for (i = 0; i < WAKES; i = i + 1)
            unused = unused || (wake_queue_words[(i * WARP) +: WARP] != 0);
    end

    assign wakes = wake_used[0]
        && live[woken]
        && !in_queue[woken]
        && !done[woken]
        && !(WAKE_CHECK && w_stall[woken]);
    assign wake_done = !wakes || removal_room || removal_swaps;

    // Without one a pending warp is promoted, if there is room.
    assign pending_clear = kernel_start;
    assign promotes = pending_valid && removal_room && !wakes;

    always @* begin
        entering = pending_warp;
        if (wakes) begin
            entering = woken;
        end
    end

    assign enters = promotes || (wakes && wake_done);

    always @(posedge clock) begin
        if (reset) begin
            was_in_queue <= 0;
            has_entered <= 1'b0;
        end else begin
            was_in_queue <= in_queue;
            has_entered <= enters;
        end
    end

    always @(posedge clock) begin
        entered <= entering;
    end

    always @(posedge clock) begin
        if (reset) begin
            has_left <= 1'b0;
        end else begin
            has_left <= removal_takes;
        end
    end

    always @(posedge clock) begin
        left <= leaving_warp;
    end

    // Which warps live, and which are marked.
    assign starting_valid = cta_start_valid;
    assign started = starting_mask;

    always @(posedge clock) begin
        if (reset) begin
            live <= 0;
        end else begin
            live <= (live & ~done) | started;
        end
    end

    always @(posedge clock) begin : update_marked
        reg [WARPS-1:0] leaving;
        reg [WARPS-1:0] first_started;
        reg [WARPS-1:0] kept_marks;
        if (reset) begin
            marked <= 0;
        end else begin
            leaving = 0;
            if (removal_demotes || removal_swaps) begin
                leaving = ONE << leaving_warp;
            end
            kept_marks = marked & ~done;
            if (!LEAD_SCOPE) begin
                kept_marks = marked & ~done & ~leaving;
            end
            first_started = 0;
            if (cta_start_valid && CTAA_EN) begin
                first_started = ONE << cta_start_first;
            end
            marked <= kept_marks | first_started;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            st_promote <= 1'b0;
            st_demote <= 1'b0;
            st_swap <= 1'b0;
            st_wakedrop <= 1'b0;
        end else begin
            st_promote <= promotes || (wakes && removal_room);
            st_demote <= removal_demotes;
            st_swap <= removal_swaps;
            st_wakedrop <= wake_valid && WAKE_EN && wake_full && !kernel_start;
        end
    end

endmodule

`default_nettype wire
