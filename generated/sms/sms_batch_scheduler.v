// SPDX-License-Identifier: Apache-2.0
// sms_batch_scheduler: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Stage 2 of SMS: picks a ready batch, shortest job first with the probability p / 1024 and else
// round robin, and drains it, one request a cycle (specification section 2.2). The shortest job is
// that of the source with the fewest requests in flight; equal ones come in cyclic order.
// `KEY` is the count in flight, one bit for the cyclic order below it, and one above it for the
// tree.
module sms_batch_scheduler #(
    parameter SRCS = 17,
    parameter INFLIGHT = 10,
    parameter LENGTH = 5,
    // What follows from these; not to be set.
    parameter SRC = ($clog2(SRCS) > 1 ? $clog2(SRCS) : 1),
    parameter KEY = INFLIGHT + 2
) (
    input  wire                         clock,          // Clock.
    input  wire                         reset,          // Synchronous reset, active high.
    input  wire [SRCS-1:0]              ready,          // Sources with a batch that may be picked.
    input  wire [(SRCS * INFLIGHT)-1:0] inflight,       // Requests in flight of each source.
    // Few requests are in the controller: round robin only.
    input  wire                         bypass,
    // Probability p of shortest job first, times 1024.
    input  wire [10:0]                  p_q10,
    // The head request of `source` moves to stage 3 in this cycle.
    input  wire                         moved,
    // That request is the last one of its batch.
    input  wire                         last,
    output wire                         busy,           // A batch is being drained.
    output reg  [SRC-1:0]               source,         // Its source.
    // Pulse: a batch was drained in the previous cycle (S3).
    output reg                          stat_pick,
    output reg  [SRC-1:0]               stat_pick_src,  // Its source.
    output reg                          stat_sjf,       // It was picked shortest job first.
    output reg  [LENGTH-1:0]            stat_batch_len  // Its requests.
);

    localparam LAST_SOURCE = SRCS - 1;

    wire                    pick;
    wire                    use_sjf;
    reg                     sjf;
    reg  [INFLIGHT-1:0]     job;
    reg                     wraps;
    reg  [SRCS-1:0]         candidates;
    reg  [(SRCS * KEY)-1:0] key;
    reg                     draining;       // A batch picked before this cycle is not drained yet.
    reg  [SRC-1:0]          active;         // Its source.
    reg                     active_sjf;     // It was picked shortest job first.
    reg  [LENGTH-1:0]       length;         // Its requests that have moved.
    reg  [SRC-1:0]          rr_ptr;         // The source that round robin considers first.
    wire [9:0]              random_value;
    wire [SRC-1:0]          smallest_index;

    lfsr random (
        .clock   (clock),
        .reset   (reset),
        .advance (pick && !bypass),
        .value   (random_value)
    );

    min_tree #(.N(SRCS), .W(KEY)) smallest (
        .candidates (candidates),
        .keys       (key),
        .index      (smallest_index)
    );

    assign pick = !draining && (ready != 0);
    assign use_sjf = !bypass && ({1'b0, random_value} < p_q10);

    // Sources from rr_ptr on come before those below it, where the order wraps.
    always @* begin : compute_job
        integer i;
        i = 0;
        candidates = 0;
        job = 0;
        wraps = 1'b0;
        key = 0;
        if (pick) begin
            candidates = ready;
            for (i = 0; i < SRCS; i = i + 1) begin
                if (use_sjf) begin
                    job = inflight[(i * INFLIGHT) +: INFLIGHT];
                end
                wraps = rr_ptr > i[SRC-1:0];
                key[(i * KEY) +: KEY] = {1'b0, job, wraps};
            end
        end
    end

    assign busy = draining || pick;

    always @* begin
        source = smallest_index;
        sjf = use_sjf;
        if (draining) begin
            source = active;
            sjf = active_sjf;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            draining <= 1'b0;
            active <= 0;
            active_sjf <= 1'b0;
            rr_ptr <= 0;
        end else begin
            if (pick) begin
                draining <= 1'b1;
                active <= source;
                active_sjf <= use_sjf;
            end
            if (moved && last) begin
                draining <= 1'b0;
            end
            if (pick && !use_sjf) begin
                rr_ptr <= source + 1'b1;
                if (source == LAST_SOURCE[SRC-1:0]) begin
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
                if (last) begin
                    length <= 0;
                end
            end
            stat_pick <= 1'b0;
            stat_pick_src <= 0;
            stat_sjf <= 1'b0;
            stat_batch_len <= 0;
            if (moved && last) begin
                stat_pick <= 1'b1;
                stat_pick_src <= source;
                stat_sjf <= sjf;
                stat_batch_len <= length + 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
