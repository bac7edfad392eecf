// SPDX-License-Identifier: Apache-2.0
// cta_sched_issue: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Which place of the ready queue issues: the first that can, from the one behind that which issued
// last on (specification section 2.4, steps 1 and 4).
module cta_sched_issue #(
    parameter QUEUE = 8
) (
    input  wire             clock, // SM clock.
    input  wire             reset, // Synchronous reset, active high.
    input  wire [QUEUE-1:0] can,   // Places whose warp can issue.
    input  wire [QUEUE-1:0] used,  // Places in use.
    input  wire             take,  // A warp leaves the queue in this cycle.
    input  wire [QUEUE-1:0] up,    // Its place and all places behind it.
    output wire [QUEUE-1:0] pick   // The place that issues, one-hot, or zero.
);

    reg  [QUEUE-1:0] ahead;
    reg  [QUEUE-1:0] from_pick;
    // Places before that where the search begins; if those are all in use, it begins at the first.
    reg  [QUEUE-1:0] passed;
    wire [QUEUE-1:0] behind_from;
    wire [QUEUE-1:0] any_from;

    upward #(.N(QUEUE)) behind (
        .bits (can & ~ahead),
        .from (behind_from)
    );

    upward #(.N(QUEUE)) any (
        .bits (can),
        .from (any_from)
    );

    always @* begin
        ahead = 0;
        if ((used & ~passed) != {QUEUE{1'b0}}) begin
            ahead = passed;
        end
    end

    always @* begin
        from_pick = any_from;
        if (behind_from != 0) begin
            from_pick = behind_from;
        end
    end

    assign pick = from_pick & ~(from_pick << 1);

    // The next search begins behind the pick, which moves up with the warps behind it.
    always @(posedge clock) begin : update_passed
        reg [QUEUE-1:0] now_passed;
        if (reset) begin
            passed <= 0;
        end else begin
            now_passed = ahead;
            if (from_pick != 0) begin
                now_passed = ~(from_pick << 1);
            end
            passed <= now_passed;
            if (take && ((now_passed & up) != {QUEUE{1'b0}})) begin
                passed <= now_passed >> 1;
            end
        end
    end

endmodule

`default_nettype wire
