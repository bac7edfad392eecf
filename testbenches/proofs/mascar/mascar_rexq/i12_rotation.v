// SPDX-License-Identifier: Apache-2.0
// Invariant 12: between two tries of a request in the queue every other one that is there is tried. Shown for any two
// requests: those of the base addresses which the inputs name in the first two cycles.
// Engine: induction 1
module i12_rotation #(
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
    fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
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

    // The first two cycles are resets.
    always @* assume (chosen[1] || reset);

    always @* if (chosen[1] && !reset) begin
        // Requests that wait have different addresses.
        assume (one != other);
        assume (!(lsu_v && lsu_base == one && one_waits));
        assume (!(lsu_v && lsu_base == other && other_waits));
        assert (sound && ones == one_waits && others == other_waits);
        assert (!owed || (one_waits && other_waits && other_at < one_at));
        assert (!(one_at_l1 && l1_src && owed));
    end

endmodule
