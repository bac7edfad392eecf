// SPDX-License-Identifier: Apache-2.0
// mascar_rexq_tiny_sva: the invariants of mascar_rexq_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 3: no request is lost or duplicated: what the LSU gives away is accepted by the L1 exactly once, unchanged,
// and until then it is in the queue, once. Shown for any request: that of the base address which the inputs name in the
// first cycle.
module mascar_rexq_tiny_i03_requests #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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
    mascar_rexq_tiny_fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // Requests that wait have different addresses.
            begin assume (!(at_lsu && waits)) else armed = 1'b0; end
            begin if (armed) assert (sound && kept && copies == waits) else $error("%m: invariant 3"); end
            // What goes to the L1 is the LSU's request, or one that waits.
            begin if (armed) assert (!at_l1 || (l1_src ? waits && sent == given : at_lsu && sent == lsu)) else $error("%m: invariant 3"); end
            // The LSU's request is gone just when it was accepted or put into the queue.
            begin if (armed) assert (!lsu_rdy || (lsu_v && l1_v && !l1_src)) else $error("%m: invariant 3"); end
            begin if (armed) assert (!(l1_v && !l1_src && l1_ack) || lsu_rdy) else $error("%m: invariant 3"); end
        end
    end

endmodule

// Invariant 4 (and 3): count is what was put into the queue and not accepted, at most rexq_entries; the requests of each
// warp are counted as they are in the queue, so that their sum is count; and the flags say the same.
module mascar_rexq_tiny_i04_counts #(
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
    input wire               clock,
    input wire               reset,
    input wire               l1_ack,
    input wire               lsu_rdy,
    input wire               l1_v,
    input wire               l1_src,
    input wire [n_warps-1:0] rexq_has,
    input wire               head_v,
    input wire [WARP-1:0]    head_warp,
    input wire [C-1:0]       count,
    input wire               full,
    input wire [C-1:0]       of_warp_0,
    input wire [C-1:0]       of_warp_1,
    input wire [C-1:0]       of_warp_2,
    input wire [C-1:0]       of_warp_3,
    input wire [A-1:0]       queue__first,
    input wire [A-1:0]       queue__free,
    input wire [REQUEST-1:0] queue__memory_0,
    input wire [REQUEST-1:0] queue__memory_1,
    input wire [REQUEST-1:0] queue__memory_2
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [C:0] held;          // Put into the queue and not accepted.
    always @(posedge clock) begin
        if (reset) held <= 0;
        else held <= held + (lsu_rdy && !l1_ack) - (l1_v && l1_src && l1_ack);
    end

    wire [rexq_entries*REQUEST-1:0] words;
    wire sound;
    mascar_rexq_tiny_fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
        .first(queue__first), .free(queue__free), .count(count),
        .memory({queue__memory_2, queue__memory_1, queue__memory_0}), .words(words), .sound(sound)
    );

    wire [4*C-1:0] counters = {of_warp_3, of_warp_2, of_warp_1, of_warp_0};
    reg [C-1:0] requests;    // Those of a warp that are in the queue.
    reg         counted;     // The counter of every warp agrees.
    reg [C+1:0] sum;
    integer w, i;
    always @* begin
        counted = 1'b1;
        sum = 0;
        for (w = 0; w < n_warps; w = w + 1) begin
            requests = 0;
            for (i = 0; i < rexq_entries; i = i + 1)
                if (i < count && words[i*REQUEST+addr_bits+OFFSETS +: WARP] == w) requests = requests + 1'b1;
            // A counter means something while its warp has requests.
            if (rexq_has[w] != (requests != 0) || (rexq_has[w] && counters[w*C +: C] != requests)) counted = 1'b0;
            if (rexq_has[w]) sum = sum + counters[w*C +: C];
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (sound && counted) else $error("%m: invariant 4"); end
            begin if (armed) assert (count == held && held <= rexq_entries) else $error("%m: invariant 4"); end
            begin if (armed) assert (sum == count) else $error("%m: invariant 4"); end
            begin if (armed) assert (head_v == (count != 0) && head_warp == (head_v ? words[addr_bits+OFFSETS +: WARP] : 0)) else $error("%m: invariant 4"); end
            begin if (armed) assert (full == (count == rexq_entries)) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 5: a warp never has requests of two memory instructions in the queue. Shown for any warp: the one that the
// inputs name in the first cycle. The number of a request's instruction, by which they are told apart, stands in its
// destination register, which the unit only keeps.
module mascar_rexq_tiny_i05_instructions #(
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
    input wire                clock,
    input wire                reset,
    input wire                lsu_v,
    input wire [WARP-1:0]     lsu_warp,
    input wire [reg_bits-1:0] lsu_reg,
    input wire                lsu_first,
    input wire                lsu_rdy,
    input wire [A-1:0]        queue__first,
    input wire [A-1:0]        queue__free,
    input wire [C-1:0]        count,
    input wire [REQUEST-1:0]  queue__memory_0,
    input wire [REQUEST-1:0]  queue__memory_1,
    input wire [REQUEST-1:0]  queue__memory_2
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg                chosen = 1'b0;
    reg [WARP-1:0]     warp;
    reg                begun;       // The warp has begun an instruction.
    reg [reg_bits-1:0] latest;      // The last one of which the LSU has given a request away.

    wire at_lsu = lsu_v && lsu_warp == warp;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= lsu_warp;
        if (reset) begin
            begun <= 1'b0;
            latest <= 0;
        end else if (at_lsu && lsu_rdy) begin
            begun <= 1'b1;
            latest <= lsu_reg;
        end
    end

    wire [rexq_entries*REQUEST-1:0] words;
    wire sound;
    mascar_rexq_tiny_fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
        .first(queue__first), .free(queue__free), .count(count),
        .memory({queue__memory_2, queue__memory_1, queue__memory_0}), .words(words), .sound(sound)
    );

    reg one;                 // All of the warp's requests in the queue are of the latest instruction.
    integer i;
    always @* begin
        one = 1'b1;
        for (i = 0; i < rexq_entries; i = i + 1)
            if (i < count && words[i*REQUEST+addr_bits+OFFSETS +: WARP] == warp &&
                words[i*REQUEST+addr_bits+OFFSETS+WARP +: reg_bits] != latest) one = 1'b0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // An instruction begins with its first request; its other requests have the same number.
            begin assume (!at_lsu || lsu_first || begun) else armed = 1'b0; end
            begin assume (!at_lsu || lsu_reg == latest + lsu_first) else armed = 1'b0; end
            begin if (armed) assert (sound && one) else $error("%m: invariant 5"); end
        end
    end

endmodule

// Invariant 6: the requests of a warp are accepted in the program order of their instructions. Shown for any warp: the
// one that the inputs name in the first cycle. The number of a request's instruction stands in its destination register,
// which the unit only keeps.
module mascar_rexq_tiny_i06_order #(
    parameter n_warps = 4,
    parameter reg_bits = 2,
    parameter WARP = $clog2(n_warps)
) (
    input wire                clock,
    input wire                reset,
    input wire                lsu_v,
    input wire [WARP-1:0]     lsu_warp,
    input wire [reg_bits-1:0] lsu_reg,
    input wire                lsu_first,
    input wire                l1_ack,
    input wire                lsu_rdy,
    input wire                l1_v,
    input wire                l1_src,
    input wire [WARP-1:0]     l1_warp,
    input wire [reg_bits-1:0] l1_reg
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg                chosen = 1'b0;
    reg [WARP-1:0]     warp;
    reg                begun;       // The warp has begun an instruction.
    reg [reg_bits-1:0] latest;      // The last one of which the LSU has given a request away.
    reg [reg_bits-1:0] accepted;    // The last one of which a request was accepted.
    reg                any;         // There is one.

    wire at_lsu = lsu_v && lsu_warp == warp;
    wire accept = l1_v && l1_ack && l1_warp == warp;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= lsu_warp;
        if (reset) begin
            begun <= 1'b0;
            latest <= 0;
            any <= 1'b0;
        end else begin
            if (at_lsu && lsu_rdy) begin
                begun <= 1'b1;
                latest <= lsu_reg;
            end
            if (accept) begin
                any <= 1'b1;
                accepted <= l1_reg;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // An instruction begins with its first request; its other requests have the same number.
            begin assume (!at_lsu || lsu_first || begun) else armed = 1'b0; end
            begin assume (!at_lsu || lsu_reg == latest + lsu_first) else armed = 1'b0; end
            // Of the same instruction as the last one, or of the next: every instruction has a request.
            begin if (armed) assert (!(accept && any) || l1_reg == accepted || l1_reg == accepted + 1'b1) else $error("%m: invariant 6"); end
            // What the queue sends is never behind the LSU's next instruction.
            begin if (armed) assert (!(accept && l1_src) || l1_reg == latest) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 11: the queue has the port whenever the LSU has nothing to send or must wait, and full in every second cycle
// at least; and then each of its requests is tried within rexq_entries turns. So it is accepted once the L1 accepts it and
// the LSU leaves the queue that many turns. Nor does the full queue keep the LSU from the port for two cycles. Shown for any request: that of the base address which the inputs name in the first cycle.
module mascar_rexq_tiny_i11_progress #(
    parameter n_warps = 4,
    parameter rexq_entries = 3,
    parameter addr_bits = 3,
    parameter lsu_when_full = 1,
    parameter WARP = $clog2(n_warps),
    parameter C = $clog2(rexq_entries + 1)
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 lsu_v,
    input wire [addr_bits-1:0] lsu_base,
    input wire [WARP-1:0]      lsu_warp,
    input wire                 lsu_first,
    input wire                 l1_ack,
    input wire                 lsu_rdy,
    input wire                 l1_v,
    input wire                 l1_src,
    input wire [addr_bits-1:0] l1_base,
    input wire [n_warps-1:0]   rexq_has,
    input wire [C-1:0]         count,
    input wire                 full
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg                 chosen = 1'b0;
    reg [addr_bits-1:0] base;
    reg                 waits;      // The request is in the queue.
    reg                 lsu_next;   // The full queue had the port in the cycle before.
    reg [C-1:0]         turns;      // Turns of the queue since it was put there or tried.

    wire at_lsu = lsu_v && lsu_base == base;
    wire at_l1 = l1_v && l1_base == base;
    wire must_wait = (full && !lsu_next) || (lsu_first && rexq_has[lsu_warp]);

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) base <= lsu_base;
        if (reset) waits <= 1'b0;
        else if (at_l1 && l1_ack) waits <= 1'b0;
        else if (at_lsu && lsu_rdy) waits <= 1'b1;
        lsu_next <= lsu_when_full && !reset && full && l1_v && l1_src;
        if (reset || at_l1) turns <= 0;
        else if (l1_v && l1_src) turns <= turns + 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // Requests that wait have different addresses.
            begin assume (!(at_lsu && waits)) else armed = 1'b0; end
            begin if (armed) assert (!lsu_v || must_wait || (l1_v && !l1_src && lsu_rdy == (l1_ack || !full))) else $error("%m: invariant 11"); end
            begin if (armed) assert ((lsu_v && !must_wait) || (l1_v == (count != 0) && l1_src == l1_v)) else $error("%m: invariant 11"); end
            begin if (armed) assert (!waits || count != 0) else $error("%m: invariant 11"); end
            begin if (armed) assert (!waits || turns < rexq_entries) else $error("%m: invariant 11"); end
        end
    end

endmodule

// Invariant 12: between two tries of a request in the queue every other one that is there is tried. Shown for any two
// requests: those of the base addresses which the inputs name in the first two cycles.
module mascar_rexq_tiny_i12_rotation #(
    parameter n_warps = 4,
    parameter rexq_entries = 3,
    parameter addr_bits = 3,
    parameter line_bytes = 2,
    parameter warp_size = 2,
    parameter reg_bits = 2,
    parameter REQUEST = addr_bits + warp_size * $clog2(line_bytes) + $clog2(n_warps) + reg_bits + warp_size + 3,
    parameter A = $clog2(rexq_entries),
    parameter C = $clog2(rexq_entries + 1)
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 lsu_v,
    input wire [addr_bits-1:0] lsu_base,
    input wire                 l1_ack,
    input wire                 lsu_rdy,
    input wire                 l1_v,
    input wire                 l1_src,
    input wire [addr_bits-1:0] l1_base,
    input wire [A-1:0]         queue__first,
    input wire [A-1:0]         queue__free,
    input wire [C-1:0]         count,
    input wire [REQUEST-1:0]   queue__memory_0,
    input wire [REQUEST-1:0]   queue__memory_1,
    input wire [REQUEST-1:0]   queue__memory_2
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [1:0]           chosen = 2'b00;
    reg [addr_bits-1:0] one;
    reg [addr_bits-1:0] other;
    reg                 one_waits;
    reg                 other_waits;
    reg                 owed;        // One was tried while the other waited, and the other has not been tried since.

    wire one_at_l1 = l1_v && l1_base == one;
    wire other_at_l1 = l1_v && l1_base == other;

    always @(posedge clock) begin
        chosen <= {chosen, 1'b1};
        if (!chosen[0]) one <= lsu_base;
        if (!chosen[1]) other <= lsu_base;
        if (reset || !chosen[1]) begin
            one_waits <= 1'b0;
            other_waits <= 1'b0;
            owed <= 1'b0;
        end else begin
            if (one_at_l1 && l1_ack) one_waits <= 1'b0;
            else if (lsu_v && lsu_base == one && lsu_rdy) one_waits <= 1'b1;
            if (other_at_l1 && l1_ack) other_waits <= 1'b0;
            else if (lsu_v && lsu_base == other && lsu_rdy) other_waits <= 1'b1;
            if (one_at_l1) owed <= l1_src && other_waits && !l1_ack;
            else if (other_at_l1) owed <= 1'b0;
        end
    end

    wire [rexq_entries*REQUEST-1:0] words;
    wire sound;
    mascar_rexq_tiny_fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
        .first(queue__first), .free(queue__free), .count(count),
        .memory({queue__memory_2, queue__memory_1, queue__memory_0}), .words(words), .sound(sound)
    );

    reg [C-1:0] ones, others;        // How often the requests are in the queue.
    reg [C-1:0] one_at, other_at;    // And where.
    integer i;
    always @* begin
        ones = 0;
        others = 0;
        one_at = 0;
        other_at = 0;
        for (i = 0; i < rexq_entries; i = i + 1) if (i < count) begin
            if (words[i*REQUEST +: addr_bits] == one) begin
                ones = ones + 1'b1;
                one_at = i;
            end
            if (words[i*REQUEST +: addr_bits] == other) begin
                others = others + 1'b1;
                other_at = i;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen[1] && !reset) begin
            // Requests that wait have different addresses.
            begin assume (one != other) else armed = 1'b0; end
            begin assume (!(lsu_v && lsu_base == one && one_waits)) else armed = 1'b0; end
            begin assume (!(lsu_v && lsu_base == other && other_waits)) else armed = 1'b0; end
            begin if (armed) assert (sound && ones == one_waits && others == other_waits) else $error("%m: invariant 12"); end
            begin if (armed) assert (!owed || (one_waits && other_waits && other_at < one_at)) else $error("%m: invariant 12"); end
            begin if (armed) assert (!(one_at_l1 && l1_src && owed)) else $error("%m: invariant 12"); end
        end
    end

endmodule

module mascar_rexq_tiny_fifo_words #(
    parameter DEPTH = 2,
    parameter W = 7,
    parameter A = $clog2(DEPTH),
    parameter C = $clog2(DEPTH + 1)
) (
    input wire [A-1:0]       first,
    input wire [A-1:0]       free,
    input wire [C-1:0]       count,
    input wire [DEPTH*W-1:0] memory,
    output reg [DEPTH*W-1:0] words,   // The head lowest; those from `count` on are not in the FIFO.
    output reg               sound    // The pointers fit the count.
);

    integer i;
    reg [A-1:0] at;
    always @* begin
        at = first;
        words = 0;
        sound = first < DEPTH && count <= DEPTH;
        for (i = 0; i < DEPTH; i = i + 1) begin
            if (i == count && free != at) sound = 1'b0;
            words[i*W +: W] = memory[at*W +: W];
            at = at == DEPTH - 1 ? 0 : at + 1'b1;
        end
        if (count == DEPTH && free != first) sound = 1'b0;
    end

endmodule

bind mascar_rexq_tiny mascar_rexq_tiny_i03_requests #(
    .n_warps(4), .rexq_entries(3), .addr_bits(3), .line_bytes(2), .warp_size(2), .reg_bits(2)) i03_requests (
    .clock(clock), .reset(reset), .lsu_v(lsu_v), .lsu_base(lsu_base), .lsu_off(lsu_off),
    .lsu_warp(lsu_warp), .lsu_reg(lsu_reg), .lsu_mask(lsu_mask), .lsu_op(lsu_op),
    .lsu_first(lsu_first), .l1_ack(l1_ack), .lsu_rdy(lsu_rdy), .l1_v(l1_v), .l1_src(l1_src),
    .l1_base(l1_base), .l1_off(l1_off), .l1_warp(l1_warp), .l1_reg(l1_reg), .l1_mask(l1_mask),
    .l1_op(l1_op), .l1_first(l1_first), .queue__first(unit.queue.first),
    .queue__free(unit.queue.free), .count(count), .queue__memory_0(unit.queue.memory[0]),
    .queue__memory_1(unit.queue.memory[1]), .queue__memory_2(unit.queue.memory[2]));

bind mascar_rexq_tiny mascar_rexq_tiny_i04_counts #(
    .n_warps(4), .rexq_entries(3), .addr_bits(3), .line_bytes(2), .warp_size(2), .reg_bits(2)) i04_counts (
    .clock(clock), .reset(reset), .l1_ack(l1_ack), .lsu_rdy(lsu_rdy), .l1_v(l1_v), .l1_src(l1_src),
    .rexq_has(rexq_has), .head_v(head_v), .head_warp(head_warp), .count(count), .full(full),
    .of_warp_0(unit.of_warp[0]), .of_warp_1(unit.of_warp[1]), .of_warp_2(unit.of_warp[2]),
    .of_warp_3(unit.of_warp[3]), .queue__first(unit.queue.first), .queue__free(unit.queue.free),
    .queue__memory_0(unit.queue.memory[0]), .queue__memory_1(unit.queue.memory[1]),
    .queue__memory_2(unit.queue.memory[2]));

bind mascar_rexq_tiny mascar_rexq_tiny_i05_instructions #(
    .n_warps(4), .rexq_entries(3), .addr_bits(3), .line_bytes(2), .warp_size(2), .reg_bits(2)) i05_instructions (
    .clock(clock), .reset(reset), .lsu_v(lsu_v), .lsu_warp(lsu_warp), .lsu_reg(lsu_reg),
    .lsu_first(lsu_first), .lsu_rdy(lsu_rdy), .queue__first(unit.queue.first),
    .queue__free(unit.queue.free), .count(count), .queue__memory_0(unit.queue.memory[0]),
    .queue__memory_1(unit.queue.memory[1]), .queue__memory_2(unit.queue.memory[2]));

bind mascar_rexq_tiny mascar_rexq_tiny_i06_order #(
    .n_warps(4), .reg_bits(2)) i06_order (
    .clock(clock), .reset(reset), .lsu_v(lsu_v), .lsu_warp(lsu_warp), .lsu_reg(lsu_reg),
    .lsu_first(lsu_first), .l1_ack(l1_ack), .lsu_rdy(lsu_rdy), .l1_v(l1_v), .l1_src(l1_src),
    .l1_warp(l1_warp), .l1_reg(l1_reg));

bind mascar_rexq_tiny mascar_rexq_tiny_i11_progress #(
    .n_warps(4), .rexq_entries(3), .addr_bits(3), .lsu_when_full(1)) i11_progress (
    .clock(clock), .reset(reset), .lsu_v(lsu_v), .lsu_base(lsu_base), .lsu_warp(lsu_warp),
    .lsu_first(lsu_first), .l1_ack(l1_ack), .lsu_rdy(lsu_rdy), .l1_v(l1_v), .l1_src(l1_src),
    .l1_base(l1_base), .rexq_has(rexq_has), .count(count), .full(full));

bind mascar_rexq_tiny mascar_rexq_tiny_i12_rotation #(
    .n_warps(4), .rexq_entries(3), .addr_bits(3), .line_bytes(2), .warp_size(2), .reg_bits(2)) i12_rotation (
    .clock(clock), .reset(reset), .lsu_v(lsu_v), .lsu_base(lsu_base), .l1_ack(l1_ack),
    .lsu_rdy(lsu_rdy), .l1_v(l1_v), .l1_src(l1_src), .l1_base(l1_base),
    .queue__first(unit.queue.first), .queue__free(unit.queue.free), .count(count),
    .queue__memory_0(unit.queue.memory[0]), .queue__memory_1(unit.queue.memory[1]),
    .queue__memory_2(unit.queue.memory[2]));


`default_nettype wire
