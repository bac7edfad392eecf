// SPDX-License-Identifier: Apache-2.0
// Invariant 3: no request is lost or duplicated: what the LSU gives away is accepted by the L1 exactly once, unchanged,
// and until then it is in the queue, once. Shown for any request: that of the base address which the inputs name in the
// first cycle.
// Engine: induction 1
module i03_requests #(
    parameter n_warps = 4,
    parameter rexq_entries = 3,
    parameter addr_bits = 3,
    parameter line_bytes = 2,
    parameter warp_size = 2,
    parameter reg_bits = 2,
    parameter WARP = $clog2(n_warps),
    parameter OFFSETS = warp_size * $clog2(line_bytes),
    parameter REQUEST = addr_bits + OFFSETS + WARP + reg_bits + warp_size + 3,
    parameter A = $clog2(rexq_entries),
    parameter C = $clog2(rexq_entries + 1)
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 lsu_v,
    input wire [addr_bits-1:0] lsu_base,
    input wire [OFFSETS-1:0]   lsu_off,
    input wire [WARP-1:0]      lsu_warp,
    input wire [reg_bits-1:0]  lsu_reg,
    input wire [warp_size-1:0] lsu_mask,
    input wire [1:0]           lsu_op,
    input wire                 lsu_first,
    input wire                 l1_ack,
    input wire                 lsu_rdy,
    input wire                 l1_v,
    input wire                 l1_src,
    input wire [addr_bits-1:0] l1_base,
    input wire [OFFSETS-1:0]   l1_off,
    input wire [WARP-1:0]      l1_warp,
    input wire [reg_bits-1:0]  l1_reg,
    input wire [warp_size-1:0] l1_mask,
    input wire [1:0]           l1_op,
    input wire                 l1_first,
    input wire [A-1:0]         queue__first,
    input wire [A-1:0]         queue__free,
    input wire [C-1:0]         count,
    input wire [REQUEST-1:0]   queue__memory_0,
    input wire [REQUEST-1:0]   queue__memory_1,
    input wire [REQUEST-1:0]   queue__memory_2
);

    reg                 chosen = 1'b0;
    reg [addr_bits-1:0] base;
    reg                 waits;      // The request is given away and not accepted.
    reg [REQUEST-1:0]   given;      // As the LSU gave it.

    wire [REQUEST-1:0] lsu = {lsu_first, lsu_op, lsu_mask, lsu_reg, lsu_warp, lsu_off, lsu_base};
    wire [REQUEST-1:0] sent = {l1_first, l1_op, l1_mask, l1_reg, l1_warp, l1_off, l1_base};
    wire at_lsu = lsu_v && lsu_base == base;
    wire at_l1 = l1_v && l1_base == base;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) base <= lsu_base;
        if (reset) waits <= 1'b0;
        else if (at_l1 && l1_ack) waits <= 1'b0;
        else if (at_lsu && lsu_rdy) begin
            waits <= 1'b1;
            given <= lsu;
        end
    end

    wire [rexq_entries*REQUEST-1:0] words;
    wire sound;
    fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
        .first(queue__first), .free(queue__free), .count(count),
        .memory({queue__memory_2, queue__memory_1, queue__memory_0}), .words(words), .sound(sound)
    );

    reg [C-1:0] copies;
    reg         kept;        // Each of them is as it was given.
    integer i;
    always @* begin
        copies = 0;
        kept = 1'b1;
        for (i = 0; i < rexq_entries; i = i + 1) if (i < count && words[i*REQUEST +: addr_bits] == base) begin
            copies = copies + 1'b1;
            if (words[i*REQUEST +: REQUEST] != given) kept = 1'b0;
        end
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // Requests that wait have different addresses.
        assume (!(at_lsu && waits));
        assert (sound && kept && copies == waits);
        // What goes to the L1 is the LSU's request, or one that waits.
        assert (!at_l1 || (l1_src ? waits && sent == given : at_lsu && sent == lsu));
        // The LSU's request is gone just when it was accepted or put into the queue.
        assert (!lsu_rdy || (lsu_v && l1_v && !l1_src));
        assert (!(l1_v && !l1_src && l1_ack) || lsu_rdy);
    end

endmodule
