// SPDX-License-Identifier: Apache-2.0
// Invariant 1: of every source, accepted = completed + inflight, and inflight is what its FIFO and the bank FIFOs hold
// and what was issued and is not complete. It is taken where the batch scheduler reads it.
// For: n_cpu=1 n_gpu=1 n_bank=4 dcs_fifo=2
// Engine: induction 1
module i01_conservation #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3,
    parameter dcs_fifo = 2,
    parameter gpu_inflight_bits = 4,
    parameter t_cl = 2,
    parameter t_bl = 1,
    parameter t_ccd = 2,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter V = id_bits + 2 + row_bits + col_bits
) (
    input wire                                           clock,
    input wire                                           reset,
    input wire                                           req_valid,
    input wire [SRC-1:0]                                 req_src,
    input wire                                           cpl_valid,
    input wire [SRC-1:0]                                 cpl_src,
    input wire [n_cpu+n_gpu-1:0]                         src_ready,
    input wire                                           cmd_valid,
    input wire [1:0]                                     cmd,
    input wire [SRC-1:0]                                 cmd_src,
    input wire [n_cpu+n_gpu-1:0]                         pops,
    input wire [$clog2(cpu_fifo+1)-1:0]                  each_cpu_0__cpu__fifo_count,
    input wire [$clog2(gpu_fifo+1)-1:0]                  each_gpu_0__gpu__fifo_count,
    input wire [(n_cpu+n_gpu)*gpu_inflight_bits-1:0]     scheduler__inflight,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_0__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_0__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0]                  commands__each_queue_0__queue__count,
    input wire [V-1:0]                                   commands__each_queue_0__queue__head,
    input wire [V-1:0]                                   commands__each_queue_0__queue__memory_0,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_1__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_1__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0]                  commands__each_queue_1__queue__count,
    input wire [V-1:0]                                   commands__each_queue_1__queue__head,
    input wire [V-1:0]                                   commands__each_queue_1__queue__memory_0,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_2__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_2__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0]                  commands__each_queue_2__queue__count,
    input wire [V-1:0]                                   commands__each_queue_2__queue__head,
    input wire [V-1:0]                                   commands__each_queue_2__queue__memory_0,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_3__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]                    commands__each_queue_3__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0]                  commands__each_queue_3__queue__count,
    input wire [V-1:0]                                   commands__each_queue_3__queue__head,
    input wire [V-1:0]                                   commands__each_queue_3__queue__memory_0
);

    localparam W = 6;
    localparam QUEUE = $clog2(dcs_fifo + 1);
    // Requests whose data can be under way at a time.
    localparam TRANSFERS = (t_cl + t_bl + t_ccd - 1) / t_ccd + 1;

    // By stage, for the first CPU and the first GPU.
    reg [W-1:0] fifo [0:1];
    reg [W-1:0] queued [0:1];
    reg [W-1:0] issued [0:1];
    integer s;

    wire [1:0] sources = {src_ready[n_cpu], src_ready[0]};
    reg [1:0] accept, moves, issue, complete;
    always @* begin
        for (s = 0; s < 2; s = s + 1) begin
            accept[s] = req_valid && req_src == s * n_cpu && sources[s];
            moves[s] = pops[s * n_cpu];
            issue[s] = cmd_valid && cmd[1] && cmd_src == s * n_cpu;
            complete[s] = cpl_valid && cpl_src == s * n_cpu;
        end
    end

    always @(posedge clock) begin
        for (s = 0; s < 2; s = s + 1) begin
            if (reset) begin
                fifo[s] <= 0;
                queued[s] <= 0;
                issued[s] <= 0;
            end else begin
                fifo[s] <= fifo[s] + accept[s] - moves[s];
                queued[s] <= queued[s] + moves[s] - issue[s];
                issued[s] <= issued[s] + issue[s] - complete[s];
            end
        end
    end

    // A bank's FIFO has its first word in `front` and the other in the only place of its memory.
    wire [7:0] pointers = {commands__each_queue_0__queue__second, commands__each_queue_0__queue__free,
        commands__each_queue_1__queue__second, commands__each_queue_1__queue__free,
        commands__each_queue_2__queue__second, commands__each_queue_2__queue__free,
        commands__each_queue_3__queue__second, commands__each_queue_3__queue__free};

    // Of each bank's FIFO: the entries, and those of the GPU.
    wire [3:0] sound;
    wire [4*W-1:0] entries;
    wire [4*W-1:0] gpu_entries;

    i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_0 (
        .first(1'b0), .free(commands__each_queue_0__queue__count[0]), .count(commands__each_queue_0__queue__count),
        .memory({commands__each_queue_0__queue__memory_0, commands__each_queue_0__queue__head}),
        .sound(sound[0]), .entries(entries[0*W +: W]), .gpu(gpu_entries[0*W +: W])
    );

    i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_1 (
        .first(1'b0), .free(commands__each_queue_1__queue__count[0]), .count(commands__each_queue_1__queue__count),
        .memory({commands__each_queue_1__queue__memory_0, commands__each_queue_1__queue__head}),
        .sound(sound[1]), .entries(entries[1*W +: W]), .gpu(gpu_entries[1*W +: W])
    );

    i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_2 (
        .first(1'b0), .free(commands__each_queue_2__queue__count[0]), .count(commands__each_queue_2__queue__count),
        .memory({commands__each_queue_2__queue__memory_0, commands__each_queue_2__queue__head}),
        .sound(sound[2]), .entries(entries[2*W +: W]), .gpu(gpu_entries[2*W +: W])
    );

    i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_3 (
        .first(1'b0), .free(commands__each_queue_3__queue__count[0]), .count(commands__each_queue_3__queue__count),
        .memory({commands__each_queue_3__queue__memory_0, commands__each_queue_3__queue__head}),
        .sound(sound[3]), .entries(entries[3*W +: W]), .gpu(gpu_entries[3*W +: W])
    );

    wire [W-1:0] all = entries[0 +: W] + entries[W +: W] + entries[2*W +: W] + entries[3*W +: W];
    wire [W-1:0] of_gpu = gpu_entries[0 +: W] + gpu_entries[W +: W] + gpu_entries[2*W +: W] + gpu_entries[3*W +: W];

    always @* if (!reset) begin
        // The data bus: what was issued completes, and in time.
        assume (!complete[0] || issued[0] != 0);
        assume (!complete[1] || issued[1] != 0);
        assume (issued[0] + issued[1] <= TRANSFERS);
        assert (fifo[0] == each_cpu_0__cpu__fifo_count);
        assert (fifo[1] == each_gpu_0__gpu__fifo_count);
        // Invariant 11: no FIFO of stage 1 underflows.
        assume (!pops[0] || each_cpu_0__cpu__fifo_count != 0);
        assume (!pops[n_cpu] || each_gpu_0__gpu__fifo_count != 0);
        assert (&sound && pointers == 0);
        assert (queued[0] == all - of_gpu && queued[1] == of_gpu);
        assert (scheduler__inflight[gpu_inflight_bits-1:0] == fifo[0] + queued[0] + issued[0]);
        assert (scheduler__inflight[n_cpu*gpu_inflight_bits +: gpu_inflight_bits] == fifo[1] + queued[1] + issued[1]);
    end

endmodule

// Counts the entries of a bank's FIFO by source.
module i01_entries #(
    parameter DEPTH = 2,
    parameter WIDTH = 7,
    parameter SRC = 3,
    parameter W = 6,
    parameter A = $clog2(DEPTH),
    parameter C = $clog2(DEPTH + 1)
) (
    input wire [A-1:0]           first,
    input wire [A-1:0]           free,
    input wire [C-1:0]           count,
    input wire [DEPTH*WIDTH-1:0] memory,
    output wire                  sound,
    output wire [W-1:0]          entries,
    output reg  [W-1:0]          gpu
);

    wire [DEPTH*WIDTH-1:0] words;
    fifo_words #(.DEPTH(DEPTH), .W(WIDTH)) fifo (
        .first(first), .free(free), .count(count), .memory(memory), .words(words), .sound(sound)
    );

    assign entries = count;

    integer i;
    always @* begin
        gpu = 0;
        for (i = 0; i < DEPTH; i = i + 1) if (i < count) gpu = gpu + words[i*WIDTH + SRC];
    end

endmodule
