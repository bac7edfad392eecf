// SPDX-License-Identifier: Apache-2.0
// sms_source_2: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

// Stage 1 of SMS for one source: its FIFO, in which successive requests to one row of one bank form a batch
// (specification section 2.1), and its count of requests in flight.
// Only the youngest batch can be open, so one age, one closed flag and one row register are enough.
// `PLACE` is the part of a request that names bank and row, `JOB` the width that all sources count in.
module sms_source_2 (
    input  wire       clock,        // Clock.
    input  wire       reset,        // Synchronous reset, active high.
    input  wire       arrive,       // A request of this source arrives; it counts only while `ready` is high.
    input  wire [7:0] request,      // The request.
    input  wire [9:0] threshold,    // Age above which the youngest batch is closed.
    input  wire       pop,          // Remove the head request.
    input  wire       complete,     // A request of this source is complete.
    output wire       ready,        // A request that arrives in this cycle is accepted.
    output wire       accept,       // One has arrived and is accepted.
    output wire       batch_ready,  // The head batch is closed.
    output wire [7:0] head,         // The head request.
    output wire       head_is_last, // It is the last one of its batch.
    output wire [3:0] inflight      // Requests in flight: here, in stage 3, and on the way to completion.
);

    localparam [1:0] ONE = 2'd1;
    localparam [1:0] DEPTH = 2'd2;
    localparam [31:0] PLACE_AT = 32'd1;
    // The count in flight is too narrow for all, so the source is refused at its largest value.
    localparam LIMITED = 1'b1;

    wire [2:0] place;
    wire       full;
    wire       empty;
    wire       closed;
    wire       begin_batch; // The request that arrives begins a batch.
    wire       end_batch;
    reg  [1:0] firsts;      // Marks the requests that begin a batch, in the order of the FIFO, the head lowest.
    reg  [1:0] batches;     // Batches in the FIFO.
    reg  [2:0] last_place;  // Bank and row of the youngest request.
    reg  [9:0] age;         // Cycles since the youngest batch began.
    reg        tail_closed; // The youngest batch was closed before this cycle.
    reg  [1:0] in_flight;
    wire [1:0] fifo_count;

    fifo_2x8 fifo (
        .clock (clock),
        .reset (reset),
        .push  (accept),
        .data  (request),
        .pop   (pop),
        .head  (head),
        .count (fifo_count)
    );

    assign full = fifo_count == DEPTH;
    assign empty = fifo_count == 2'd0;
    assign ready = !(full || (LIMITED && (&in_flight)));
    assign accept = arrive && ready;
    assign place = request[PLACE_AT +: 3];
    assign closed = tail_closed || (!empty && (age > threshold));
    assign begin_batch = accept && (empty || closed || (place != last_place));

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

    always @(posedge clock) begin : update_firsts
        reg [1:0] left;
        reg [1:0] count_next;
        reg [1:0] kept;
        if (reset) begin
            firsts <= 2'd0;
            tail_closed <= 1'b0;
        end else begin
            left = fifo_count;
            if (pop) begin
                left = fifo_count - 2'd1;
            end
            count_next = left;
            if (accept) begin
                count_next = left + 2'd1;
            end
            // A batch that filled the FIFO stays closed when space appears.
            tail_closed <= closed;
            if (begin_batch || (count_next == 2'd0)) begin
                tail_closed <= 1'b0;
            end
            if (count_next == DEPTH) begin
                tail_closed <= 1'b1;
            end
            kept = firsts;
            if (pop) begin
                kept = firsts >> 1;
            end
            firsts <= kept;
            if (begin_batch) begin
                firsts <= kept | (ONE << left);
            end
        end
    end

    assign head_is_last = (fifo_count == 2'd1) || firsts[1];
    assign end_batch = pop && head_is_last;

    always @(posedge clock) begin
        if (reset) begin
            batches <= 2'd0;
        end else begin
            if (begin_batch && !end_batch) begin
                batches <= batches + 2'd1;
            end
            if (end_batch && !begin_batch) begin
                batches <= batches - 2'd1;
            end
        end
    end

    assign batch_ready = (batches > 2'd1) || ((batches == 2'd1) && closed);
    assign inflight = {2'd0, in_flight};

    always @(posedge clock) begin
        if (reset) begin
            in_flight <= 2'd0;
        end else begin
            if (accept && !complete) begin
                in_flight <= in_flight + 2'd1;
            end
            if (complete && !accept) begin
                in_flight <= in_flight - 2'd1;
            end
        end
    end

endmodule
