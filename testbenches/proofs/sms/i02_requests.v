// SPDX-License-Identifier: Apache-2.0
// Invariant 2: a request gets at most one RD or WR, of its kind and with the source, bank, row and column that it
// arrived with, and no command is for a request that is not there. Shown for any identification, the one that the
// inputs name in the first cycle, with one CPU, one GPU and four banks: while such a request waits, it is in one
// place of one FIFO.
// For: n_cpu=1 n_gpu=1 n_bank=4 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
// Engine: induction 1
module i02_requests #(
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3,
    parameter dcs_fifo = 2,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter W = id_bits + 3 + row_bits + col_bits,
    parameter V = id_bits + 2 + row_bits + col_bits
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          req_valid,
    input wire                          req_src,
    input wire [id_bits-1:0]            req_id,
    input wire                          req_wr,
    input wire [1:0]                    req_bank,
    input wire [row_bits-1:0]           req_row,
    input wire [col_bits-1:0]           req_col,
    input wire [1:0]                    src_ready,
    input wire                          cmd_valid,
    input wire [1:0]                    cmd,
    input wire [1:0]                    cmd_bank,
    input wire [row_bits-1:0]           cmd_row,
    input wire [col_bits-1:0]           cmd_col,
    input wire [id_bits-1:0]            cmd_id,
    input wire                          cmd_src,
    input wire [1:0]                    pops,
    input wire [$clog2(cpu_fifo)-1:0]   each_cpu_0__cpu__fifo__first,
    input wire [$clog2(cpu_fifo)-1:0]   each_cpu_0__cpu__fifo__free,
    input wire [$clog2(cpu_fifo+1)-1:0] each_cpu_0__cpu__fifo__count,
    input wire [W-1:0]                  each_cpu_0__cpu__fifo__memory_0,
    input wire [W-1:0]                  each_cpu_0__cpu__fifo__memory_1,
    input wire [$clog2(gpu_fifo)-1:0]   each_gpu_0__gpu__fifo__first,
    input wire [$clog2(gpu_fifo)-1:0]   each_gpu_0__gpu__fifo__free,
    input wire [$clog2(gpu_fifo+1)-1:0] each_gpu_0__gpu__fifo__count,
    input wire [W-1:0]                  each_gpu_0__gpu__fifo__memory_0,
    input wire [W-1:0]                  each_gpu_0__gpu__fifo__memory_1,
    input wire [W-1:0]                  each_gpu_0__gpu__fifo__memory_2,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_0__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_0__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0] commands__each_queue_0__queue__count,
    input wire [V-1:0]                  commands__each_queue_0__queue__head,
    input wire [V-1:0]                  commands__each_queue_0__queue__memory_0,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_1__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_1__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0] commands__each_queue_1__queue__count,
    input wire [V-1:0]                  commands__each_queue_1__queue__head,
    input wire [V-1:0]                  commands__each_queue_1__queue__memory_0,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_2__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_2__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0] commands__each_queue_2__queue__count,
    input wire [V-1:0]                  commands__each_queue_2__queue__head,
    input wire [V-1:0]                  commands__each_queue_2__queue__memory_0,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_3__queue__second,
    input wire [$clog2(dcs_fifo)-1:0]   commands__each_queue_3__queue__free,
    input wire [$clog2(dcs_fifo+1)-1:0] commands__each_queue_3__queue__count,
    input wire [V-1:0]                  commands__each_queue_3__queue__head,
    input wire [V-1:0]                  commands__each_queue_3__queue__memory_0
);

    reg               chosen = 1'b0;
    reg [id_bits-1:0] id;
    reg               waits;
    reg [W:0]         tag;      // What the request arrived with: source, identification, kind, bank, row, column.

    wire accept = req_valid && src_ready[req_src] && req_id == id;
    wire named = cmd_valid && cmd_id == id;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) id <= req_id;
        if (reset) waits <= 1'b0;
        else if (accept) begin
            waits <= 1'b1;
            tag <= {req_src, req_id, req_wr, req_bank, req_row, req_col};
        end else if (named && cmd[1]) waits <= 1'b0;
    end

    // The tag as a bank's FIFO holds it, and the bank.
    wire [V-1:0] command = {tag[W-1 -: id_bits], tag[W], tag[W-id_bits-1], tag[row_bits+col_bits-1:0]};
    wire [1:0]   bank = tag[row_bits+col_bits +: 2];

    // A bank's FIFO has its first word in `front` and the other in the only place of its memory.
    wire [7:0] pointers = {commands__each_queue_0__queue__second, commands__each_queue_0__queue__free,
        commands__each_queue_1__queue__second, commands__each_queue_1__queue__free,
        commands__each_queue_2__queue__second, commands__each_queue_2__queue__free,
        commands__each_queue_3__queue__second, commands__each_queue_3__queue__free};

    wire [5:0] found;   // FIFOs that hold the request, the CPU's lowest.
    wire [5:0] sound;   // FIFOs in which nothing contradicts the tag.

    i02_requests_of_a_fifo #(.DEPTH(cpu_fifo), .W(W), .ID(id_bits)) fifo_0 (
        .first(each_cpu_0__cpu__fifo__first), .free(each_cpu_0__cpu__fifo__free), .count(each_cpu_0__cpu__fifo__count),
        .memory({each_cpu_0__cpu__fifo__memory_1, each_cpu_0__cpu__fifo__memory_0}),
        .id(id), .tag(tag[W-1:0]), .waits(waits && !tag[W]), .found(found[0]), .sound(sound[0])
    );

    i02_requests_of_a_fifo #(.DEPTH(gpu_fifo), .W(W), .ID(id_bits)) fifo_1 (
        .first(each_gpu_0__gpu__fifo__first), .free(each_gpu_0__gpu__fifo__free), .count(each_gpu_0__gpu__fifo__count),
        .memory({each_gpu_0__gpu__fifo__memory_2, each_gpu_0__gpu__fifo__memory_1, each_gpu_0__gpu__fifo__memory_0}),
        .id(id), .tag(tag[W-1:0]), .waits(waits && tag[W]), .found(found[1]), .sound(sound[1])
    );

    i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_2 (
        .first(1'b0), .free(commands__each_queue_0__queue__count[0]), .count(commands__each_queue_0__queue__count),
        .memory({commands__each_queue_0__queue__memory_0, commands__each_queue_0__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 0), .found(found[2]), .sound(sound[2])
    );

    i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_3 (
        .first(1'b0), .free(commands__each_queue_1__queue__count[0]), .count(commands__each_queue_1__queue__count),
        .memory({commands__each_queue_1__queue__memory_0, commands__each_queue_1__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 1), .found(found[3]), .sound(sound[3])
    );

    i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_4 (
        .first(1'b0), .free(commands__each_queue_2__queue__count[0]), .count(commands__each_queue_2__queue__count),
        .memory({commands__each_queue_2__queue__memory_0, commands__each_queue_2__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 2), .found(found[4]), .sound(sound[4])
    );

    i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_5 (
        .first(1'b0), .free(commands__each_queue_3__queue__count[0]), .count(commands__each_queue_3__queue__count),
        .memory({commands__each_queue_3__queue__memory_0, commands__each_queue_3__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 3), .found(found[5]), .sound(sound[5])
    );

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // Requests in flight have different identifications.
        assume (!(accept && waits));
        // Invariant 11: no FIFO underflows.
        assume (!pops[0] || each_cpu_0__cpu__fifo__count != 0);
        assume (!pops[1] || each_gpu_0__gpu__fifo__count != 0);
        assert (&sound && pointers == 0);
        assert (found == 0 ? !waits : (found & (found - 1'b1)) == 0);
        assert (!waits || tag[W-1 -: id_bits] == id);
        // A PRE or an ACT is for a request that waits, too.
        assert (!named || (waits && cmd_src == tag[W] && {cmd_bank, cmd_row, cmd_col} == tag[row_bits+col_bits+1:0]));
        assert (!named || !cmd[1] || cmd[0] == tag[row_bits+col_bits+2]);
    end

endmodule

// Where a request is in a FIFO, and whether the FIFO is consistent.
module i02_requests_of_a_fifo #(
    parameter DEPTH = 2,
    parameter W = 7,
    parameter ID = 3,
    parameter A = $clog2(DEPTH),
    parameter C = $clog2(DEPTH + 1)
) (
    input wire [A-1:0]       first,
    input wire [A-1:0]       free,
    input wire [C-1:0]       count,
    input wire [DEPTH*W-1:0] memory,
    input wire [ID-1:0]      id,
    input wire [W-1:0]       tag,
    input wire               waits,    // The request waits, and this FIFO is on its way.
    output reg               found,
    output reg               sound
);

    wire [DEPTH*W-1:0] words;
    wire               pointers;
    fifo_words #(.DEPTH(DEPTH), .W(W)) fifo (
        .first(first), .free(free), .count(count), .memory(memory), .words(words), .sound(pointers)
    );

    integer i;
    always @* begin
        found = 1'b0;
        sound = pointers;
        for (i = 0; i < DEPTH; i = i + 1) begin
            if (i < count && words[i*W + W-1 -: ID] == id) begin
                if (found || !waits || words[i*W +: W] != tag) sound = 1'b0;
                found = 1'b1;
            end
        end
    end

endmodule
