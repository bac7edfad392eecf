// SPDX-License-Identifier: Apache-2.0
// sms_batch_former: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Stage 1 of SMS for one source: its FIFO, in which successive requests to one row of one bank form
// a batch (specification section 2.1), and its count of requests in flight.
// Only the youngest batch can be open, so one age, one closed flag and one row register are enough.
// `PLACE` is the part of a request that names bank and row, `JOB` the width that all sources count
// in.
module sms_batch_former #(
    parameter DEPTH = 10,
    parameter REQUEST = 34,
    parameter PLACE = 18,
    parameter INFLIGHT = 5,
    parameter JOB = 10,
    parameter PLACE_AT = 5,
    // A full FIFO closes its youngest batch: never, if it is the only one, or always (DEC-12).
    parameter FULL_CLOSES = 1,
    // The count in flight is too narrow for all, so the source is refused at its largest value.
    parameter [0:0] LIMITED = 1'b1,
    // What follows from these; not to be set.
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input  wire               clock,        // Clock.
    input  wire               reset,        // Synchronous reset, active high.
    // A request of this source arrives; it counts only while `ready` is high.
    input  wire               arrive,
    input  wire [REQUEST-1:0] request,      // The request.
    // The youngest batch is older than the source's threshold, which closes it.
    input  wire               late,
    input  wire               bypass,       // Batches are not to wait at all: the threshold is 0.
    // A batch of this source is picked, or has been and not all of it has left.
    input  wire               drained,
    input  wire               pop,          // Remove the head request.
    // What is removed leaves by its own path (`fresh`): a request that arrives begins a batch.
    input  wire               direct,
    input  wire               complete,     // A request of this source is complete.
    output wire               ready,        // A request that arrives in this cycle is accepted.
    output wire               accept,       // One has arrived and is accepted.
    output reg                batch_ready,  // The head batch can be picked.
    output wire [REQUEST-1:0] head,         // The head request.
    output wire               head_is_last, // It is the last one of its batch.
    // It has arrived in the previous cycle and is the only one here.
    output wire               fresh,
    // Requests in flight: here, in stage 3, and on the way to completion.
    output wire [JOB-1:0]     inflight,
    output reg  [9:0]         age           // Cycles since the youngest batch began.
);

    localparam [DEPTH-1:0] ONE = 1;
    localparam NEARLY_FULL = DEPTH - 1;

    wire [PLACE-1:0]    place;
    wire                full;
    wire                empty;
    // The youngest batch is closed if it need not wait, and if it must.
    wire                closed_at_once;
    wire                closed_in_time;
    reg                 closed;
    wire                alone;          // No other batch is in the FIFO than the youngest one.
    // A FIFO that is full closes the youngest batch; or the only one can be picked, and is closed
    // then.
    wire                closed_if_full;
    wire                ready_if_full;
    wire                closed_by_pick;
    wire                begin_batch;    // The request that arrives begins a batch.
    wire                end_batch;
    // What the FIFO comes to if its head stays: full, or empty; and if it leaves: empty.
    wire                fills;
    wire                stays_empty;
    wire                runs_empty;
    // Marks the requests that begin a batch, in the order of the FIFO, the head lowest.
    reg  [DEPTH-1:0]    firsts;
    reg  [COUNT-1:0]    batches;        // Batches in the FIFO.
    reg  [PLACE-1:0]    last_place;     // Bank and row of the youngest request.
    reg                 tail_closed;    // The youngest batch was closed before this cycle.
    reg  [INFLIGHT-1:0] in_flight;
    wire [COUNT-1:0]    fifo_count;

    fifo #(.DEPTH(DEPTH), .W(REQUEST)) fifo (
        .clock (clock),
        .reset (reset),
        .push  (accept),
        .data  (request),
        .pop   (pop),
        .head  (head),
        .count (fifo_count)
    );

    assign full = fifo_count == DEPTH[COUNT-1:0];
    assign empty = fifo_count == 0;
    assign ready = !(full || (LIMITED && (&in_flight)));
    assign accept = arrive && ready;
    assign place = request[PLACE_AT +: PLACE];
    assign closed_at_once = tail_closed || (!empty && (age != 10'd0));
    assign closed_in_time = tail_closed || (!empty && late);

    always @* begin
        closed = closed_in_time;
        if (bypass) begin
            closed = closed_at_once;
        end
    end

    assign begin_batch = accept && (empty || closed || direct || (place != last_place));

    always @(posedge clock) begin
        if (accept) begin
            last_place <= place;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            age <= 10'd0;
        end else if (begin_batch) begin
            age <= 10'd1;
        end else if (!empty && !(&age)) begin
            age <= age + 10'd1;
        end
    end

    // A batch that a full FIFO closes stays closed when space appears. Whether the head leaves is
    // known last.
    assign alone = batches == 1;
    assign fills = full || (accept && (fifo_count == NEARLY_FULL[COUNT-1:0]));
    assign closed_if_full = (FULL_CLOSES[1:0] == 2'd2)
        || ((FULL_CLOSES[1:0] == 2'd1) && alone && !begin_batch);
    assign stays_empty = empty && !accept;
    assign runs_empty = (fifo_count == 1) && !accept;
    assign closed_by_pick = (FULL_CLOSES[1:0] == 2'd0) && drained && alone;

    always @(posedge clock) begin
        if (reset) begin
            tail_closed <= 1'b0;
        end else begin
            tail_closed <= (closed || closed_by_pick) && !begin_batch;
            if (pop) begin
                if (runs_empty) begin
                    tail_closed <= 1'b0;
                end
            end else begin
                if (stays_empty) begin
                    tail_closed <= 1'b0;
                end
                if (fills && closed_if_full) begin
                    tail_closed <= 1'b1;
                end
            end
        end
    end

    always @(posedge clock) begin : update_firsts
        reg [DEPTH-1:0] marked;
        if (reset) begin
            firsts <= 0;
        end else begin
            marked = firsts;
            if (begin_batch) begin
                marked = firsts | (ONE << fifo_count);
            end
            firsts <= marked;
            if (pop) begin
                firsts <= marked >> 1;
            end
        end
    end

    assign head_is_last = (fifo_count == 1) || firsts[1];
    assign fresh = (fifo_count == 1) && (age == 10'd1);
    assign end_batch = pop && head_is_last;

    always @(posedge clock) begin
        if (reset) begin
            batches <= 0;
        end else begin
            if (begin_batch && !end_batch) begin
                batches <= batches + 1'b1;
            end
            if (end_batch && !begin_batch) begin
                batches <= batches - 1'b1;
            end
        end
    end

    // Whether a batch must wait is known last.
    assign ready_if_full = (FULL_CLOSES[1:0] == 2'd0) && full;

    always @* begin
        batch_ready = (batches > 1) || (alone && (closed_in_time || ready_if_full));
        if (bypass) begin
            batch_ready = (batches > 1) || (alone && (closed_at_once || ready_if_full));
        end
    end

    assign inflight = {{(JOB - INFLIGHT){1'b0}}, in_flight};

    always @(posedge clock) begin
        if (reset) begin
            in_flight <= 0;
        end else begin
            if (accept && !complete) begin
                in_flight <= in_flight + 1'b1;
            end
            if (complete && !accept) begin
                in_flight <= in_flight - 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
