// SPDX-License-Identifier: Apache-2.0
// Invariant 4 (and 3): count is what was put into the queue and not accepted, at most rexq_entries; the requests of each
// warp are counted as they are in the queue, so that their sum is count; and the flags say the same.
// Engine: pdr
module i04_counts #(
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

    reg [C:0] held;          // Put into the queue and not accepted.
    always @(posedge clock) begin
        if (reset) held <= 0;
        else held <= held + (lsu_rdy && !l1_ack) - (l1_v && l1_src && l1_ack);
    end

    wire [rexq_entries*REQUEST-1:0] words;
    wire sound;
    fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
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

    always @* if (!reset) begin
        assert (sound && counted);
        assert (count == held && held <= rexq_entries);
        assert (sum == count);
        assert (head_v == (count != 0) && head_warp == (head_v ? words[addr_bits+OFFSETS +: WARP] : 0));
        assert (full == (count == rexq_entries));
    end

endmodule
