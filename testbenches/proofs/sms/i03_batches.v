// SPDX-License-Identifier: Apache-2.0
// Invariant 3 (and 4): the requests of a batch go to one row of one bank, and they reach its FIFO without another
// source's between them. With one CPU and one GPU.
// For: n_cpu=1 n_gpu=1 cpu_fifo=2 gpu_fifo=3
// Engine: induction 1
module i03_batches #(
    parameter n_bank = 4,
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter BANK = $clog2(n_bank),
    parameter P = BANK + row_bits,
    parameter W = id_bits + 1 + P + col_bits
) (
    input wire                          clock,
    input wire                          reset,
    input wire [1:0]                    pops,
    input wire [1:0]                    head_is_last,
    input wire [1:0]                    batch_ready,
    input wire [W-1:0]                  moving,
    input wire                          scheduler_source,
    input wire                          scheduler__draining,
    input wire                          scheduler__active,
    input wire [n_bank-1:0]             commands__arrives,
    input wire [cpu_fifo-1:0]           each_cpu_0__cpu__firsts,
    input wire [P-1:0]                  each_cpu_0__cpu__last_place,
    input wire [$clog2(cpu_fifo+1)-1:0] each_cpu_0__cpu__batches,
    input wire [$clog2(cpu_fifo)-1:0]   each_cpu_0__cpu__fifo__first,
    input wire [$clog2(cpu_fifo)-1:0]   each_cpu_0__cpu__fifo__free,
    input wire [$clog2(cpu_fifo+1)-1:0] each_cpu_0__cpu__fifo__count,
    input wire [W-1:0]                  each_cpu_0__cpu__fifo__memory_0,
    input wire [W-1:0]                  each_cpu_0__cpu__fifo__memory_1,
    input wire [gpu_fifo-1:0]           each_gpu_0__gpu__firsts,
    input wire [P-1:0]                  each_gpu_0__gpu__last_place,
    input wire [$clog2(gpu_fifo+1)-1:0] each_gpu_0__gpu__batches,
    input wire [$clog2(gpu_fifo)-1:0]   each_gpu_0__gpu__fifo__first,
    input wire [$clog2(gpu_fifo)-1:0]   each_gpu_0__gpu__fifo__free,
    input wire [$clog2(gpu_fifo+1)-1:0] each_gpu_0__gpu__fifo__count,
    input wire [W-1:0]                  each_gpu_0__gpu__fifo__memory_0,
    input wire [W-1:0]                  each_gpu_0__gpu__fifo__memory_1,
    input wire [W-1:0]                  each_gpu_0__gpu__fifo__memory_2
);

    wire         moved = pops != 0;
    wire [P-1:0] place = moving[col_bits +: P];

    reg         in_batch;   // A batch has begun to move, and not all of it has.
    reg         source;
    reg [P-1:0] first;    // Where its first request goes.

    always @(posedge clock) begin
        if (reset) in_batch <= 1'b0;
        else if (moved) begin
            in_batch <= !head_is_last[scheduler_source];
            source <= scheduler_source;
            first <= place;
        end
    end

    wire [1:0] sound;

    i03_batches_of_a_source #(.DEPTH(cpu_fifo), .W(W), .P(P), .AT(col_bits)) source_0 (
        .first(each_cpu_0__cpu__fifo__first), .free(each_cpu_0__cpu__fifo__free), .count(each_cpu_0__cpu__fifo__count),
        .memory({each_cpu_0__cpu__fifo__memory_1, each_cpu_0__cpu__fifo__memory_0}),
        .firsts(each_cpu_0__cpu__firsts), .last_place(each_cpu_0__cpu__last_place), .batches(each_cpu_0__cpu__batches),
        .in_batch(in_batch && source == 0), .place(first), .sound(sound[0])
    );

    i03_batches_of_a_source #(.DEPTH(gpu_fifo), .W(W), .P(P), .AT(col_bits)) source_1 (
        .first(each_gpu_0__gpu__fifo__first), .free(each_gpu_0__gpu__fifo__free), .count(each_gpu_0__gpu__fifo__count),
        .memory({each_gpu_0__gpu__fifo__memory_2, each_gpu_0__gpu__fifo__memory_1, each_gpu_0__gpu__fifo__memory_0}),
        .firsts(each_gpu_0__gpu__firsts), .last_place(each_gpu_0__gpu__last_place), .batches(each_gpu_0__gpu__batches),
        .in_batch(in_batch && source == 1), .place(first), .sound(sound[1])
    );

    always @* if (!reset) begin
        // Invariant 11: no FIFO underflows.
        assume (!pops[0] || each_cpu_0__cpu__fifo__count != 0);
        assume (!pops[1] || each_gpu_0__gpu__fifo__count != 0);
        // Invariant 6: only a batch that no longer grows moves.
        assume ((pops & ~batch_ready) == 0);
        assert (&sound);
        assert (!in_batch || (scheduler__draining && scheduler__active == source));
        assert (!(moved && in_batch) || (scheduler_source == source && place == first));
        assert (moved ? pops == 1 << scheduler_source : pops == 0);
        assert (commands__arrives == (moved ? 1 << place[P-1 -: BANK] : 0));
    end

endmodule

// The marks in a source's FIFO: a request without one follows a request to the same place.
module i03_batches_of_a_source #(
    parameter DEPTH = 2,
    parameter W = 8,
    parameter P = 3,
    parameter AT = 1,
    parameter A = $clog2(DEPTH),
    parameter C = $clog2(DEPTH + 1)
) (
    input wire [A-1:0]       first,
    input wire [A-1:0]       free,
    input wire [C-1:0]       count,
    input wire [DEPTH*W-1:0] memory,
    input wire [DEPTH-1:0]   firsts,
    input wire [P-1:0]       last_place,
    input wire [C-1:0]       batches,
    input wire               in_batch,       // The head batch of this source has begun to move.
    input wire [P-1:0]       place,        // Where its first request went.
    output reg               sound
);

    wire [DEPTH*W-1:0] words;
    wire               pointers;
    fifo_words #(.DEPTH(DEPTH), .W(W)) fifo (
        .first(first), .free(free), .count(count), .memory(memory), .words(words), .sound(pointers)
    );

    integer i;
    reg [P-1:0] earlier;
    reg [P-1:0] here;
    reg [C:0]   marks;
    always @* begin
        sound = pointers && firsts >> count == 0 && (!in_batch || count != 0);
        marks = in_batch;
        earlier = place;
        here = place;
        for (i = 0; i < DEPTH; i = i + 1) begin
            here = words[i*W + AT +: P];
            if (i < count) begin
                if (!firsts[i] && (earlier != here || (i == 0 && !in_batch))) sound = 1'b0;
                if (i == 0 && firsts[i] && in_batch) sound = 1'b0;
                earlier = here;
                marks = marks + firsts[i];
            end
        end
        if ((count != 0 && earlier != last_place) || batches != marks) sound = 1'b0;
    end

endmodule
