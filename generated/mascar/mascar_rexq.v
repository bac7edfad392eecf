// SPDX-License-Identifier: Apache-2.0
// mascar_rexq: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mascar's re-execution queue, beside an SM's load/store unit: requests that the L1 refuses wait
// here and are tried again in turn, so that others can hit behind them (specification section 2.6).
// One port to the L1.
// Protocol: `lsu_v` and `lsu_rdy` are valid and ready; the LSU keeps its request until both are 1.
// A request to the L1 is answered in the same cycle by `l1_ack`, on which `lsu_rdy` depends;
// refused, it is parked or goes to the tail.
module mascar_rexq #(
    parameter WARPS = 48,                           // Warp slots per SM; at least two a scheduler
    // Entries of the re-execution queue; with 0 a refused request blocks the LSU
    parameter REXQ_ENTRIES = 32,
    parameter ADDRESS = 64,                         // Bits of a request's base address
    parameter LINE_BYTES = 128,                     // Bytes of a request
    parameter THREADS = 32,                         // Threads of a warp
    parameter REGISTER = 7,                         // Bits of a destination register's number
    // The owner may use the LSU while the re-execution queue is full
    parameter [0:0] OWNER_BYPASS_FULL = 1'b0,
    // While the re-execution queue is full, the LSU has the port in every second cycle
    parameter [0:0] LSU_WHEN_FULL = 1'b1,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter OFFSETS = THREADS * $clog2(LINE_BYTES),
    parameter DEPTH = (REXQ_ENTRIES > 1 ? REXQ_ENTRIES : 1),
    parameter COUNT = $clog2(DEPTH + 1),
    parameter REQUEST = ADDRESS + OFFSETS + WARP + REGISTER + THREADS + 3,
    parameter [0:0] QUEUE_USED = REXQ_ENTRIES > 0   // There is a queue.
) (
    input  wire                clock,       // SM clock.
    input  wire                reset,       // Synchronous reset, active high.
    input  wire                lsu_v,       // The LSU has a request.
    input  wire [ADDRESS-1:0]  lsu_base,    // Base address of the request.
    input  wire [OFFSETS-1:0]  lsu_off,     // Offset of each thread from it, thread 0 lowest.
    input  wire [WARP-1:0]     lsu_warp,    // Its warp, below `n_warps`.
    input  wire [REGISTER-1:0] lsu_reg,     // Its destination register.
    input  wire [THREADS-1:0]  lsu_mask,    // Its active threads.
    input  wire [1:0]          lsu_op,      // What it does, for the L1: 0 load, 1 store, 2 atomic.
    input  wire                lsu_first,   // It is the first request of its instruction.
    // The L1 accepts the request `l1_*`; else it refuses it.
    input  wire                l1_ack,
    input  wire                owner_v,     // There is an owner warp; for `owner_bypass_full`.
    input  wire [WARP-1:0]     owner,       // The owner warp.
    // The LSU's request is taken: accepted, or put into the queue.
    output wire                lsu_rdy,
    output wire                l1_v,        // A request goes to the L1 in this cycle.
    // It is of the queue, not the LSU; 0 like the rest without one.
    output wire                l1_src,
    output wire [ADDRESS-1:0]  l1_base,     // Base address of the request.
    output wire [OFFSETS-1:0]  l1_off,      // Offset of each thread from it.
    output wire [WARP-1:0]     l1_warp,     // Its warp.
    output wire [REGISTER-1:0] l1_reg,      // Its destination register.
    output wire [THREADS-1:0]  l1_mask,     // Its active threads.
    output wire [1:0]          l1_op,       // What it does.
    output wire                l1_first,    // It is the first request of its instruction.
    output reg  [WARPS-1:0]    rexq_has,    // Warps with requests in the queue.
    output wire                head_v,      // The queue is not empty.
    output wire [WARP-1:0]     head_warp,   // Warp of its head; 0 if it is empty.
    output wire [COUNT-1:0]    count,       // Requests in the queue.
    output wire                full,        // The queue can take no more; 0 if there is no queue.
    // The head leaves the queue in this cycle: the L1 accepts it.
    output wire                head_leaves
);

    localparam [WARPS-1:0] ONE = 1;
    localparam WARP_AT = ADDRESS + OFFSETS;
    localparam REG_AT = ADDRESS + OFFSETS + WARP;
    localparam MASK_AT = ADDRESS + OFFSETS + WARP + REGISTER;
    localparam OP_AT = REQUEST - 3;
    localparam FIRST_AT = REQUEST - 1;

    wire                       no_room;     // No request can be put into the queue.
    wire                       queue_full;
    wire                       empty;
    // Another instruction of the same warp has requests in the queue (A11).
    wire                       held_back;
    wire                       bypass;
    wire                       in_turn;
    wire                       lsu_ok;
    wire                       from_queue;
    wire                       push;
    wire                       pop;
    wire                       rotate;
    wire [REQUEST-1:0]         lsu_request;
    reg  [REQUEST-1:0]         request;
    wire [REQUEST-1:0]         oldest;
    reg  [WARP-1:0]            oldest_warp;
    reg  [WARP-1:0]            counted;     // The warp whose number of requests changes.
    wire [WARPS-1:0]           marked;
    wire [COUNT-1:0]           stored;
    reg  [COUNT-1:0]           requests;
    reg  [COUNT-1:0]           of_warp [0:WARPS-1]; // Requests of each of them.
    // The full queue had the port in the cycle before: the LSU has it in this one.
    reg                        lsu_next;
    wire [REQUEST-1:0]         queue_head;

    fifo #(.DEPTH(DEPTH), .W(REQUEST)) queue (
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
            of_warp[counted] <= requests + 1'b1;
        end else if (pop) begin
            of_warp[counted] <= requests - 1'b1;
        end
    end

    assign queue_full = QUEUE_USED && (count == DEPTH[COUNT-1:0]);
    assign no_room = queue_full || !QUEUE_USED;
    assign empty = count == 0;
    assign oldest = queue_head;

    always @* begin
        oldest_warp = 0;
        if (!empty) begin
            oldest_warp = oldest[WARP_AT +: WARP];
        end
    end

    // The LSU has the port, unless it must wait; then the queue has it.
    assign held_back = lsu_first && rexq_has[lsu_warp];
    assign bypass = OWNER_BYPASS_FULL && owner_v && (lsu_warp == owner);
    assign in_turn = LSU_WHEN_FULL && lsu_next;
    assign lsu_ok = lsu_v && !held_back && (!queue_full || bypass || in_turn);
    assign from_queue = !lsu_ok && !empty;

    always @(posedge clock) begin
        if (reset) begin
            lsu_next <= 1'b0;
        end else begin
            lsu_next <= queue_full && from_queue;
        end
    end

    assign lsu_rdy = lsu_ok && (l1_ack || !no_room);
    assign lsu_request = {lsu_first, lsu_op, lsu_mask, lsu_reg, lsu_warp, lsu_off, lsu_base};

    always @* begin
        request = 0;
        if (lsu_ok) begin
            request = lsu_request;
        end else if (!empty) begin
            request = oldest;
        end
    end

    assign l1_v = lsu_ok || !empty;
    assign l1_src = from_queue;
    assign l1_base = request[ADDRESS-1:0];
    assign l1_off = request[ADDRESS +: OFFSETS];
    assign l1_warp = request[WARP_AT +: WARP];
    assign l1_reg = request[REG_AT +: REGISTER];
    assign l1_mask = request[MASK_AT +: THREADS];
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
        requests = 0;
        if (rexq_has[counted]) begin
            requests = stored;
        end
    end

    assign marked = ONE << counted;

    always @(posedge clock) begin
        if (reset) begin
            rexq_has <= 0;
        end else if (push) begin
            rexq_has <= rexq_has | marked;
        end else if (pop && (requests == 1)) begin
            rexq_has <= rexq_has & ~marked;
        end
    end

    assign head_v = !empty;
    assign head_warp = oldest_warp;
    assign full = queue_full;
    assign head_leaves = pop;

endmodule

`default_nettype wire
