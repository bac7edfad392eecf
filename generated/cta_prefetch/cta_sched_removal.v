// SPDX-License-Identifier: Apache-2.0
// cta_sched_removal: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Which warp leaves the ready queue (specification sections 2.4, step 2, and 2.5): one that is
// done, else the first that is stalled; else, where a woken warp finds the queue full, the last one
// that neither leads nor issues, or if there is none, the last one that does not issue.
module cta_sched_removal #(
    parameter QUEUE = 8
) (
    input  wire [QUEUE-1:0] used,    // Places in use.
    input  wire [QUEUE-1:0] done,    // The place whose warp is done, one-hot, or zero.
    input  wire [QUEUE-1:0] stalled, // Places whose warp is stalled.
    input  wire [QUEUE-1:0] marked,  // Places whose warp is marked as leading.
    input  wire             issues,  // Some place issues.
    input  wire [QUEUE-1:0] pick,    // That place, one-hot, or zero.
    input  wire             woken,   // A woken warp is to be put in.
    output wire             takes,   // A warp leaves.
    output wire [QUEUE-1:0] up,      // Its place and all places behind it.
    output reg  [QUEUE-1:0] removed, // That place, one-hot, or zero.
    output wire             demotes, // A stalled warp leaves.
    output wire             swaps,   // A warp is pushed out for the woken one.
    output wire             room     // There is room for one more warp, or will be.
);

    localparam [QUEUE-1:0] NOWHERE = 0;
    localparam LAST = QUEUE - 1;

    wire             full;
    wire             leaves;
    wire             swap;
    reg  [QUEUE-1:0] last_free;             // Places that do not lead, the last one first.
    // The last of them, and the last but one, with all places before it in reverse.
    wire [QUEUE-1:0] last_one;
    wire [QUEUE-1:0] without_last;
    reg  [QUEUE-1:0] reversed_pick;
    reg  [QUEUE-1:0] chosen;
    reg  [QUEUE-1:0] down;
    reg  [QUEUE-1:0] ahead;                 // All places before the victim.
    wire [QUEUE-1:0] from_done_from;
    wire [QUEUE-1:0] from_stalled_from;
    wire [QUEUE-1:0] down_from_free_from;
    wire [QUEUE-1:0] down_from_second_from;

    upward #(.N(QUEUE)) from_done (
        .bits (done),
        .from (from_done_from)
    );

    upward #(.N(QUEUE)) from_stalled (
        .bits (stalled),
        .from (from_stalled_from)
    );

    upward #(.N(QUEUE)) down_from_free (
        .bits (last_free),
        .from (down_from_free_from)
    );

    upward #(.N(QUEUE)) down_from_second (
        .bits (without_last),
        .from (down_from_second_from)
    );

    assign full = used[LAST];
    assign leaves = (done | stalled) != {QUEUE{1'b0}};

    // Of a full queue: the last place is the first in reverse. Who issues is known late, so the
    // next one is looked for as well.
    always @* begin : compute_last_free
        integer i;
        last_free = 0;
        reversed_pick = 0;
        for (i = 0; i < QUEUE; i = i + 1) begin
            last_free[i] = !marked[LAST - i];
            reversed_pick[i] = pick[LAST - i];
        end
    end

    assign last_one = down_from_free_from & ~(down_from_free_from << 1);
    assign without_last = last_free & ~last_one;

    always @* begin
        down = down_from_free_from;
        if ((last_one & reversed_pick) != {QUEUE{1'b0}}) begin
            down = down_from_second_from;
        end
        // If none is left, the last place, or if that issues the one before it.
        if ((last_free & ~reversed_pick) == {QUEUE{1'b0}}) begin
            down = ~NOWHERE;
            if (reversed_pick[0]) begin
                down = ~NOWHERE << 1;
            end
        end
    end

    always @* begin : compute_ahead
        integer i;
        ahead = 0;
        for (i = 0; i < QUEUE; i = i + 1)
            ahead[i] = down[LAST - i];
        ahead = ahead >> 1;
    end

    // A full queue has a place that does not issue, unless it is the only one.
    assign swap = full && woken && (((used >> 1) != {QUEUE{1'b0}}) || !issues);

    always @* begin
        chosen = ~ahead;
        if (stalled != 0) begin
            chosen = from_stalled_from;
        end
        if (done != 0) begin
            chosen = from_done_from;
        end
    end

    assign takes = leaves || swap;
    assign up = chosen;

    always @* begin
        removed = 0;
        if (leaves || swap) begin
            removed = chosen & ~(chosen << 1);
        end
    end

    assign demotes = (stalled != 0) && (done == 0);
    assign swaps = swap && !leaves;
    assign room = !full || leaves;

endmodule

`default_nettype wire
