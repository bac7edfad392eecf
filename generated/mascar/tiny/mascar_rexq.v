// SPDX-License-Identifier: Apache-2.0
// mascar_rexq: part of mascar, configuration tiny
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 sched_en=1 rexq_en=1

// Mascar's re-execution queue, beside an SM's load/store unit: requests that the L1 refuses wait here and are tried
// again in turn, so that others can hit behind them (specification section 2.6). One port to the L1.
module mascar_rexq (
    input  wire       clock,     // SM clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire       lsu_v,     // The LSU has a request.
    input  wire [2:0] lsu_base,  // Base address of the request.
    input  wire [1:0] lsu_off,   // Offset of each thread from it, thread 0 lowest.
    input  wire [1:0] lsu_warp,  // Its warp, below `n_warps`.
    input  wire [1:0] lsu_reg,   // Its destination register.
    input  wire [1:0] lsu_mask,  // Its active threads.
    input  wire [1:0] lsu_op,    // What it does, for the L1: 0 load, 1 store, 2 atomic.
    input  wire       lsu_first, // It is the first request of its instruction.
    input  wire       l1_ack,    // The L1 accepts the request `l1_*`; else it refuses it.
    input  wire       owner_v,   // There is an owner warp; for `owner_bypass_full`.
    input  wire [1:0] owner,     // The owner warp.
    output wire       lsu_rdy,   // The LSU's request is taken: accepted, or put into the queue.
    output wire       l1_v,      // A request goes to the L1 in this cycle.
    output wire       l1_src,    // It is of the queue, not the LSU; 0 like the rest without one.
    output wire [2:0] l1_base,   // Base address of the request.
    output wire [1:0] l1_off,    // Offset of each thread from it.
    output wire [1:0] l1_warp,   // Its warp.
    output wire [1:0] l1_reg,    // Its destination register.
    output wire [1:0] l1_mask,   // Its active threads.
    output wire [1:0] l1_op,     // What it does.
    output wire       l1_first,  // It is the first request of its instruction.
    output reg  [3:0] rexq_has,  // Warps with requests in the queue.
    output wire       head_v,    // The queue is not empty.
    output wire [1:0] head_warp, // Warp of its head; 0 if it is empty.
    output wire [1:0] count,     // Requests in the queue.
    output wire       full       // The queue can take no more; 0 if there is no queue.
);

    localparam [3:0] ONE = 4'd1;
    localparam [1:0] DEPTH = 2'd3;
    localparam QUEUE_USED = 1'b1; // There is a queue.
    localparam OWNER_BYPASS_FULL = 1'b0; // The owner may use the LSU while the queue is full (A12).
    localparam [31:0] OFF_AT = 32'd3; // Where the fields of a request begin.
    localparam [31:0] WARP_AT = 32'd5;
    localparam [31:0] REG_AT = 32'd7;
    localparam [31:0] MASK_AT = 32'd9;
    localparam [31:0] OP_AT = 32'd11;
    localparam [31:0] FIRST_AT = 32'd13;

    wire        no_room;     // No request can be put into the queue.
    wire        queue_full;
    wire        empty;
    wire        held_back;   // Another instruction of the same warp has requests in the queue (A11).
    wire        bypass;
    wire        lsu_ok;
    wire        from_queue;
    wire        push;
    wire        pop;
    wire        rotate;
    wire [13:0] lsu_request;
    reg  [13:0] request;
    wire [13:0] oldest;
    reg  [1:0]  oldest_warp;
    reg  [1:0]  counted;     // The warp whose number of requests changes.
    wire [3:0]  marked;
    wire [1:0]  stored;
    reg  [1:0]  requests;
    reg  [1:0]  of_warp [0:3]; // Requests of each of them.
    wire [13:0] queue_head;

    fifo_3x14 queue (
        .clock (clock),
        .reset (reset),
        .push  (push || rotate),
        .data  (request),
        .pop   (from_queue),
        .head  (queue_head),
        .count (count)
    );

    always @(posedge clock) begin
        if (push) begin
            of_warp[counted] <= requests + 2'd1;
        end else if (pop) begin
            of_warp[counted] <= requests - 2'd1;
        end
    end

    assign queue_full = QUEUE_USED && (count == DEPTH);
    assign no_room = queue_full || !QUEUE_USED;
    assign empty = count == 2'd0;
    assign oldest = queue_head;

    always @* begin
        oldest_warp = 2'd0;
        if (!empty) begin
            oldest_warp = oldest[WARP_AT +: 2];
        end
    end

    // The LSU has the port, unless it must wait; then the queue has it.
    assign held_back = lsu_first && rexq_has[lsu_warp];
    assign bypass = OWNER_BYPASS_FULL && owner_v && (lsu_warp == owner);
    assign lsu_ok = lsu_v && !held_back && (!queue_full || bypass);
    assign from_queue = !lsu_ok && !empty;
    assign lsu_rdy = lsu_ok && (l1_ack || !no_room);
    assign lsu_request = {lsu_first, lsu_op, lsu_mask, lsu_reg, lsu_warp, lsu_off, lsu_base};

    always @* begin
        request = 14'd0;
        if (lsu_ok) begin
            request = lsu_request;
        end else if (!empty) begin
            request = oldest;
        end
    end

    assign l1_v = lsu_ok || !empty;
    assign l1_src = from_queue;
    assign l1_base = request[2:0];
    assign l1_off = request[OFF_AT +: 2];
    assign l1_warp = request[WARP_AT +: 2];
    assign l1_reg = request[REG_AT +: 2];
    assign l1_mask = request[MASK_AT +: 2];
    assign l1_op = request[OP_AT +: 2];
    assign l1_first = request[FIRST_AT];

    // A refused request goes to the tail, wherever it came from.
    assign push = lsu_ok && !l1_ack && !no_room;
    assign pop = from_queue && l1_ack;
    assign rotate = from_queue && !l1_ack;

    // Requests of each warp; the count means something only while the warp has any.
    always @* begin
        counted = oldest_warp;
        if (push) begin
            counted = lsu_warp;
        end
    end

    assign stored = of_warp[counted];

    always @* begin
        requests = 2'd0;
        if (rexq_has[counted]) begin
            requests = stored;
        end
    end

    assign marked = ONE << counted;

    always @(posedge clock) begin
        if (reset) begin
            rexq_has <= 4'd0;
        end else if (push) begin
            rexq_has <= rexq_has | marked;
        end else if (pop && (requests == 2'd1)) begin
            rexq_has <= rexq_has & ~marked;
        end
    end

    assign head_v = !empty;
    assign head_warp = oldest_warp;
    assign full = queue_full;

endmodule
