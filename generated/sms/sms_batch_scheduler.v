// SPDX-License-Identifier: Apache-2.0
// sms_batch_scheduler: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Stage 2 of SMS: picks a ready batch, shortest job first with the probability p / 1024 and else
// round robin, and drains it, one request a cycle (specification section 2.2). The shortest job is
// that of the source with the fewest requests in flight; equal ones come in cyclic order.
// `KEY` is the count in flight, one bit for the cyclic order below it, and one above it for
// comparisons.
module sms_batch_scheduler #(
    parameter SRCS = 17,
    parameter INFLIGHT = 10,
    parameter LENGTH = 5,
    // What follows from these; not to be set.
    parameter SRC = ($clog2(SRCS) > 1 ? $clog2(SRCS) : 1),
    parameter KEY = INFLIGHT + 2,
    parameter KEYS = SRCS * KEY
) (
    input  wire                         clock,          // Clock.
    input  wire                         reset,          // Synchronous reset, active high.
    input  wire [SRCS-1:0]              ready,          // Sources with a batch that may be picked.
    input  wire [(SRCS * INFLIGHT)-1:0] inflight,       // Requests in flight of each source.
    // Few requests are in the controller: round robin only.
    input  wire                         bypass,
    // Probability p of shortest job first, times 1024.
    input  wire [10:0]                  p_q10,
    // Sources whose head request cannot move to stage 3 in this cycle.
    input  wire [SRCS-1:0]              blocked,
    // Sources whose head request is the last one of its batch.
    input  wire [SRCS-1:0]              last,
    // The source of the batch that is being drained; without meaning if there is none.
    output wire [SRC-1:0]               source,
    output wire [SRCS-1:0]              source_bit,     // The same one-hot; zero if there is none.
    // Pulse: a batch was drained in the previous cycle (S3).
    output reg                          stat_pick,
    output reg  [SRC-1:0]               stat_pick_src,  // Its source.
    output reg                          stat_sjf,       // It was picked shortest job first.
    output reg  [LENGTH-1:0]            stat_batch_len  // Its requests.
);

    localparam [SRCS-1:0] ONE = 1;
    localparam LAST_SOURCE = SRCS - 1;

    wire                pick;
    wire                use_sjf;
    reg                 sjf;
    reg                 wraps;
    reg  [INFLIGHT-1:0] job;
    reg  [KEY-1:0]      key;
    reg  [KEYS-1:0]     keys;
    reg  [SRCS-1:0]     picked;
    reg  [SRCS-1:0]     chosen;
    reg  [SRC-1:0]      index;
    wire                unused;        // The next source in turn is not needed as a number.
    wire                moved;
    wire                finished;
    reg                 draining;      // A batch picked before this cycle is not drained yet.
    reg  [SRC-1:0]      active;        // Its source.
    reg                 active_sjf;    // It was picked shortest job first.
    reg  [LENGTH-1:0]   length;        // Its requests that have moved.
    reg  [SRC-1:0]      rr_ptr;        // The source that round robin considers first.
    wire [9:0]          random_value;
    wire [SRCS-1:0]     shortest_pick;
    wire [SRCS-1:0]     next_grant;
    wire [SRC-1:0]      next_index;

    lfsr random (
        .clock   (clock),
        .reset   (reset),
        .advance (pick && !bypass),
        .value   (random_value)
    );

    min_pairs #(.N(SRCS), .W(KEY)) shortest (
        .candidates (ready),
        .keys       (keys),
        .pick       (shortest_pick)
    );

    round_robin #(.N(SRCS)) next (
        .requests (ready),
        .start    (rr_ptr),
        .grant    (next_grant),
        .index    (next_index)
    );

    assign pick = !draining && (ready != 0);
    assign use_sjf = !bypass && ({1'b0, random_value} < p_q10);

    // Sources from rr_ptr on come before those below it, where the order wraps.
    always @* begin : compute_wraps
        integer i;
        job = 0;
        key = 0;
        wraps = 1'b0;
        keys = 0;
        for (i = 0; i < SRCS; i = i + 1) begin
            wraps = rr_ptr > i[SRC-1:0];
            job = inflight[(i * INFLIGHT) +: INFLIGHT];
            key = {1'b0, job, wraps};
            keys[(i * KEY) +: KEY] = key;
        end
    end

    assign unused = next_index != 0;

    always @* begin
        picked = next_grant;
        if (use_sjf) begin
            picked = shortest_pick;
        end
    end

    always @* begin
        chosen = picked;
        sjf = use_sjf;
        if (draining) begin
            chosen = ONE << active;
            sjf = active_sjf;
        end
    end

    always @* begin : compute_index
        integer i;
        index = 0;
        for (i = 0; i < SRCS; i = i + 1) begin
            if (chosen[i]) begin
                index = index | i[SRC-1:0];
            end
        end
    end

    assign source = index;
    assign source_bit = chosen;
    assign moved = (chosen & ~blocked) != {SRCS{1'b0}};
    assign finished = (chosen & ~blocked & last) != {SRCS{1'b0}};

    always @(posedge clock) begin
        if (reset) begin
            draining <= 1'b0;
            active <= 0;
            active_sjf <= 1'b0;
            rr_ptr <= 0;
        end else begin
            if (pick) begin
                draining <= 1'b1;
                active <= index;
                active_sjf <= use_sjf;
            end
            if (finished) begin
                draining <= 1'b0;
            end
            if (pick && !use_sjf) begin
                rr_ptr <= index + 1'b1;
                if (index == LAST_SOURCE[SRC-1:0]) begin
                    rr_ptr <= 0;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            length <= 0;
            stat_pick <= 1'b0;
            stat_pick_src <= 0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 0;
        end else begin
            if (moved) begin
                length <= length + 1'b1;
                if (finished) begin
                    length <= 0;
                end
            end
            stat_pick <= 1'b0;
            stat_pick_src <= 0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 0;
            if (finished) begin
                stat_pick <= 1'b1;
                stat_pick_src <= index;
                stat_sjf <= sjf;
                stat_batch_len <= length + 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
