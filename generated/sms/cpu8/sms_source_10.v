// SPDX-License-Identifier: Apache-2.0
// sms_source_10: part of sms, configuration cpu8
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=8 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20 dcs_fifo=15
//   p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10 mpkc_hi=100
//   mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10 mpkc_bits=10
//   pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12
//   t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// Stage 1 of SMS for one source: its FIFO, in which successive requests to one row of one bank form a batch
// (specification section 2.1), and its count of requests in flight.
// Only the youngest batch can be open, so one age, one closed flag and one row register are enough.
// `PLACE` is the part of a request that names bank and row, `JOB` the width that all sources count in.
module sms_source_10 (
    input  wire        clock,        // Clock.
    input  wire        reset,        // Synchronous reset, active high.
    input  wire        arrive,       // A request of this source arrives; it counts only while `ready` is high.
    input  wire [33:0] request,      // The request.
    input  wire [9:0]  threshold,    // Age above which the youngest batch is closed.
    input  wire        pop,          // Remove the head request.
    input  wire        complete,     // A request of this source is complete.
    output wire        ready,        // A request that arrives in this cycle is accepted.
    output wire        accept,       // One has arrived and is accepted.
    output wire        batch_ready,  // The head batch is closed.
    output wire [33:0] head,         // The head request.
    output wire        head_is_last, // It is the last one of its batch.
    output wire [9:0]  inflight      // Requests in flight: here, in stage 3, and on the way to completion.
);

    localparam [9:0] ONE = 10'd1;
    localparam [3:0] DEPTH = 4'd10;
    localparam [31:0] PLACE_AT = 32'd5;
    // The count in flight is too narrow for all, so the source is refused at its largest value.
    localparam LIMITED = 1'b1;

    wire [17:0] place;
    wire        full;
    wire        empty;
    wire        closed;
    wire        begin_batch; // The request that arrives begins a batch.
    wire        end_batch;
    reg  [9:0]  firsts;      // Marks the requests that begin a batch, in the order of the FIFO, the head lowest.
    reg  [3:0]  batches;     // Batches in the FIFO.
    reg  [17:0] last_place;  // Bank and row of the youngest request.
    reg  [9:0]  age;         // Cycles since the youngest batch began.
    reg         tail_closed; // The youngest batch was closed before this cycle.
    reg  [4:0]  in_flight;
    wire [3:0]  fifo_count;

    fifo_10x34 fifo (
        .clock (clock),
        .reset (reset),
        .push  (accept),
        .data  (request),
        .pop   (pop),
        .head  (head),
        .count (fifo_count)
    );

    assign full = fifo_count == DEPTH;
    assign empty = fifo_count == 4'd0;
    assign ready = !(full || (LIMITED && (&in_flight)));
    assign accept = arrive && ready;
    assign place = request[PLACE_AT +: 18];
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
        reg [3:0] left;
        reg [3:0] count_next;
        reg [9:0] kept;
        if (reset) begin
            firsts <= 10'd0;
            tail_closed <= 1'b0;
        end else begin
            left = fifo_count;
            if (pop) begin
                left = fifo_count - 4'd1;
            end
            count_next = left;
            if (accept) begin
                count_next = left + 4'd1;
            end
            // A batch that filled the FIFO stays closed when space appears.
            tail_closed <= closed;
            if (begin_batch || (count_next == 4'd0)) begin
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

    assign head_is_last = (fifo_count == 4'd1) || firsts[1];
    assign end_batch = pop && head_is_last;

    always @(posedge clock) begin
        if (reset) begin
            batches <= 4'd0;
        end else begin
            if (begin_batch && !end_batch) begin
                batches <= batches + 4'd1;
            end
            if (end_batch && !begin_batch) begin
                batches <= batches - 4'd1;
            end
        end
    end

    assign batch_ready = (batches > 4'd1) || ((batches == 4'd1) && closed);
    assign inflight = {5'd0, in_flight};

    always @(posedge clock) begin
        if (reset) begin
            in_flight <= 5'd0;
        end else begin
            if (accept && !complete) begin
                in_flight <= in_flight + 5'd1;
            end
            if (complete && !accept) begin
                in_flight <= in_flight - 5'd1;
            end
        end
    end

endmodule
