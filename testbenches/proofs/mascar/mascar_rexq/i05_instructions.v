// SPDX-License-Identifier: Apache-2.0
// Invariant 5: a warp never has requests of two memory instructions in the queue. Shown for any warp: the one that the
// inputs name in the first cycle. The number of a request's instruction, by which they are told apart, stands in its
// destination register, which the unit only keeps.
// Engine: pdr
module i05_instructions #(
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
    fifo_words #(.DEPTH(rexq_entries), .W(REQUEST)) queue (
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

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // An instruction begins with its first request; its other requests have the same number.
        assume (!at_lsu || lsu_first || begun);
        assume (!at_lsu || lsu_reg == latest + lsu_first);
        assert (sound && one);
    end

endmodule
