// SPDX-License-Identifier: Apache-2.0
// sms_tiny_sva: the invariants of sms_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: of every source, accepted = completed + inflight, and inflight is what its FIFO and the bank FIFOs hold
// and what was issued and is not complete. It is taken where the batch scheduler reads it.
module sms_tiny_i01_conservation #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    sms_tiny_i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_0 (
        .first(1'b0), .free(commands__each_queue_0__queue__count[0]), .count(commands__each_queue_0__queue__count),
        .memory({commands__each_queue_0__queue__memory_0, commands__each_queue_0__queue__head}),
        .sound(sound[0]), .entries(entries[0*W +: W]), .gpu(gpu_entries[0*W +: W])
    );

    sms_tiny_i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_1 (
        .first(1'b0), .free(commands__each_queue_1__queue__count[0]), .count(commands__each_queue_1__queue__count),
        .memory({commands__each_queue_1__queue__memory_0, commands__each_queue_1__queue__head}),
        .sound(sound[1]), .entries(entries[1*W +: W]), .gpu(gpu_entries[1*W +: W])
    );

    sms_tiny_i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_2 (
        .first(1'b0), .free(commands__each_queue_2__queue__count[0]), .count(commands__each_queue_2__queue__count),
        .memory({commands__each_queue_2__queue__memory_0, commands__each_queue_2__queue__head}),
        .sound(sound[2]), .entries(entries[2*W +: W]), .gpu(gpu_entries[2*W +: W])
    );

    sms_tiny_i01_entries #(.DEPTH(dcs_fifo), .WIDTH(V), .SRC(V - id_bits - 1), .W(W)) bank_3 (
        .first(1'b0), .free(commands__each_queue_3__queue__count[0]), .count(commands__each_queue_3__queue__count),
        .memory({commands__each_queue_3__queue__memory_0, commands__each_queue_3__queue__head}),
        .sound(sound[3]), .entries(entries[3*W +: W]), .gpu(gpu_entries[3*W +: W])
    );

    wire [W-1:0] all = entries[0 +: W] + entries[W +: W] + entries[2*W +: W] + entries[3*W +: W];
    wire [W-1:0] of_gpu = gpu_entries[0 +: W] + gpu_entries[W +: W] + gpu_entries[2*W +: W] + gpu_entries[3*W +: W];

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // The data bus: what was issued completes, and in time.
            begin assume (!complete[0] || issued[0] != 0) else armed = 1'b0; end
            begin assume (!complete[1] || issued[1] != 0) else armed = 1'b0; end
            begin assume (issued[0] + issued[1] <= TRANSFERS) else armed = 1'b0; end
            begin if (armed) assert (fifo[0] == each_cpu_0__cpu__fifo_count) else $error("%m: invariant 1"); end
            begin if (armed) assert (fifo[1] == each_gpu_0__gpu__fifo_count) else $error("%m: invariant 1"); end
            // Invariant 11: no FIFO of stage 1 underflows.
            begin assume (!pops[0] || each_cpu_0__cpu__fifo_count != 0) else armed = 1'b0; end
            begin assume (!pops[n_cpu] || each_gpu_0__gpu__fifo_count != 0) else armed = 1'b0; end
            begin if (armed) assert (&sound && pointers == 0) else $error("%m: invariant 1"); end
            begin if (armed) assert (queued[0] == all - of_gpu && queued[1] == of_gpu) else $error("%m: invariant 1"); end
            begin if (armed) assert (scheduler__inflight[gpu_inflight_bits-1:0] == fifo[0] + queued[0] + issued[0]) else $error("%m: invariant 1"); end
            begin if (armed) assert (scheduler__inflight[n_cpu*gpu_inflight_bits +: gpu_inflight_bits] == fifo[1] + queued[1] + issued[1]) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Counts the entries of a bank's FIFO by source.
module sms_tiny_i01_entries #(
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
    sms_tiny_fifo_words #(.DEPTH(DEPTH), .W(WIDTH)) fifo (
        .first(first), .free(free), .count(count), .memory(memory), .words(words), .sound(sound)
    );

    assign entries = count;

    integer i;
    always @* begin
        gpu = 0;
        for (i = 0; i < DEPTH; i = i + 1) if (i < count) gpu = gpu + words[i*WIDTH + SRC];
    end

endmodule

// Invariant 2: a request gets at most one RD or WR, of its kind and with the source, bank, row and column that it
// arrived with, and no command is for a request that is not there. Shown for any identification, the one that the
// inputs name in the first cycle, with one CPU, one GPU and four banks: while such a request waits, it is in one
// place of one FIFO.
module sms_tiny_i02_requests #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    sms_tiny_i02_requests_of_a_fifo #(.DEPTH(cpu_fifo), .W(W), .ID(id_bits)) fifo_0 (
        .first(each_cpu_0__cpu__fifo__first), .free(each_cpu_0__cpu__fifo__free), .count(each_cpu_0__cpu__fifo__count),
        .memory({each_cpu_0__cpu__fifo__memory_1, each_cpu_0__cpu__fifo__memory_0}),
        .id(id), .tag(tag[W-1:0]), .waits(waits && !tag[W]), .found(found[0]), .sound(sound[0])
    );

    sms_tiny_i02_requests_of_a_fifo #(.DEPTH(gpu_fifo), .W(W), .ID(id_bits)) fifo_1 (
        .first(each_gpu_0__gpu__fifo__first), .free(each_gpu_0__gpu__fifo__free), .count(each_gpu_0__gpu__fifo__count),
        .memory({each_gpu_0__gpu__fifo__memory_2, each_gpu_0__gpu__fifo__memory_1, each_gpu_0__gpu__fifo__memory_0}),
        .id(id), .tag(tag[W-1:0]), .waits(waits && tag[W]), .found(found[1]), .sound(sound[1])
    );

    sms_tiny_i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_2 (
        .first(1'b0), .free(commands__each_queue_0__queue__count[0]), .count(commands__each_queue_0__queue__count),
        .memory({commands__each_queue_0__queue__memory_0, commands__each_queue_0__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 0), .found(found[2]), .sound(sound[2])
    );

    sms_tiny_i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_3 (
        .first(1'b0), .free(commands__each_queue_1__queue__count[0]), .count(commands__each_queue_1__queue__count),
        .memory({commands__each_queue_1__queue__memory_0, commands__each_queue_1__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 1), .found(found[3]), .sound(sound[3])
    );

    sms_tiny_i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_4 (
        .first(1'b0), .free(commands__each_queue_2__queue__count[0]), .count(commands__each_queue_2__queue__count),
        .memory({commands__each_queue_2__queue__memory_0, commands__each_queue_2__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 2), .found(found[4]), .sound(sound[4])
    );

    sms_tiny_i02_requests_of_a_fifo #(.DEPTH(dcs_fifo), .W(V), .ID(id_bits)) fifo_5 (
        .first(1'b0), .free(commands__each_queue_3__queue__count[0]), .count(commands__each_queue_3__queue__count),
        .memory({commands__each_queue_3__queue__memory_0, commands__each_queue_3__queue__head}),
        .id(id), .tag(command), .waits(waits && bank == 3), .found(found[5]), .sound(sound[5])
    );

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            // Requests in flight have different identifications.
            begin assume (!(accept && waits)) else armed = 1'b0; end
            // Invariant 11: no FIFO underflows.
            begin assume (!pops[0] || each_cpu_0__cpu__fifo__count != 0) else armed = 1'b0; end
            begin assume (!pops[1] || each_gpu_0__gpu__fifo__count != 0) else armed = 1'b0; end
            begin if (armed) assert (&sound && pointers == 0) else $error("%m: invariant 2"); end
            begin if (armed) assert (found == 0 ? !waits : (found & (found - 1'b1)) == 0) else $error("%m: invariant 2"); end
            begin if (armed) assert (!waits || tag[W-1 -: id_bits] == id) else $error("%m: invariant 2"); end
            // A PRE or an ACT is for a request that waits, too.
            begin if (armed) assert (!named || (waits && cmd_src == tag[W] && {cmd_bank, cmd_row, cmd_col} == tag[row_bits+col_bits+1:0])) else $error("%m: invariant 2"); end
            begin if (armed) assert (!named || !cmd[1] || cmd[0] == tag[row_bits+col_bits+2]) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Where a request is in a FIFO, and whether the FIFO is consistent.
module sms_tiny_i02_requests_of_a_fifo #(
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
    sms_tiny_fifo_words #(.DEPTH(DEPTH), .W(W)) fifo (
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

// Invariant 3 (and 4): the requests of a batch go to one row of one bank, and they reach its FIFO without another
// source's between them. With one CPU and one GPU.
module sms_tiny_i03_batches #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    sms_tiny_i03_batches_of_a_source #(.DEPTH(cpu_fifo), .W(W), .P(P), .AT(col_bits)) source_0 (
        .first(each_cpu_0__cpu__fifo__first), .free(each_cpu_0__cpu__fifo__free), .count(each_cpu_0__cpu__fifo__count),
        .memory({each_cpu_0__cpu__fifo__memory_1, each_cpu_0__cpu__fifo__memory_0}),
        .firsts(each_cpu_0__cpu__firsts), .last_place(each_cpu_0__cpu__last_place), .batches(each_cpu_0__cpu__batches),
        .in_batch(in_batch && source == 0), .place(first), .sound(sound[0])
    );

    sms_tiny_i03_batches_of_a_source #(.DEPTH(gpu_fifo), .W(W), .P(P), .AT(col_bits)) source_1 (
        .first(each_gpu_0__gpu__fifo__first), .free(each_gpu_0__gpu__fifo__free), .count(each_gpu_0__gpu__fifo__count),
        .memory({each_gpu_0__gpu__fifo__memory_2, each_gpu_0__gpu__fifo__memory_1, each_gpu_0__gpu__fifo__memory_0}),
        .firsts(each_gpu_0__gpu__firsts), .last_place(each_gpu_0__gpu__last_place), .batches(each_gpu_0__gpu__batches),
        .in_batch(in_batch && source == 1), .place(first), .sound(sound[1])
    );

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // Invariant 11: no FIFO underflows.
            begin assume (!pops[0] || each_cpu_0__cpu__fifo__count != 0) else armed = 1'b0; end
            begin assume (!pops[1] || each_gpu_0__gpu__fifo__count != 0) else armed = 1'b0; end
            // Invariant 6: only a batch that no longer grows moves.
            begin assume ((pops & ~batch_ready) == 0) else armed = 1'b0; end
            begin if (armed) assert (&sound) else $error("%m: invariant 3"); end
            begin if (armed) assert (!in_batch || (scheduler__draining && scheduler__active == source)) else $error("%m: invariant 3"); end
            begin if (armed) assert (!(moved && in_batch) || (scheduler_source == source && place == first)) else $error("%m: invariant 3"); end
            begin if (armed) assert (moved ? pops == 1 << scheduler_source : pops == 0) else $error("%m: invariant 3"); end
            begin if (armed) assert (commands__arrives == (moved ? 1 << place[P-1 -: BANK] : 0)) else $error("%m: invariant 3"); end
        end
    end

endmodule

// The marks in a source's FIFO: a request without one follows a request to the same place.
module sms_tiny_i03_batches_of_a_source #(
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
    sms_tiny_fifo_words #(.DEPTH(DEPTH), .W(W)) fifo (
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

// Invariant 5: the count of batches is the number of first marks, and one more while a batch moves whose first request
// has left; it is zero exactly when the FIFO is empty, and the head is a first unless its batch moves. For the first
// CPU and the first GPU.
module sms_tiny_i05_marks #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3
) (
    input wire                              clock,
    input wire                              reset,
    input wire [n_cpu+n_gpu-1:0]            pops,
    input wire [n_cpu+n_gpu-1:0]            head_is_last,
    input wire [cpu_fifo-1:0]               each_cpu_0__cpu__firsts,
    input wire [$clog2(cpu_fifo+1)-1:0]     each_cpu_0__cpu__batches,
    input wire [$clog2(cpu_fifo+1)-1:0]     each_cpu_0__cpu__fifo_count,
    input wire [gpu_fifo-1:0]               each_gpu_0__gpu__firsts,
    input wire [$clog2(gpu_fifo+1)-1:0]     each_gpu_0__gpu__batches,
    input wire [$clog2(gpu_fifo+1)-1:0]     each_gpu_0__gpu__fifo_count
);

    sms_tiny_i05_marks_of_a_source #(.DEPTH(cpu_fifo)) cpu (
        .clock(clock), .reset(reset), .pop(pops[0]), .last(head_is_last[0]),
        .firsts(each_cpu_0__cpu__firsts), .batches(each_cpu_0__cpu__batches), .count(each_cpu_0__cpu__fifo_count)
    );

    sms_tiny_i05_marks_of_a_source #(.DEPTH(gpu_fifo)) gpu (
        .clock(clock), .reset(reset), .pop(pops[n_cpu]), .last(head_is_last[n_cpu]),
        .firsts(each_gpu_0__gpu__firsts), .batches(each_gpu_0__gpu__batches), .count(each_gpu_0__gpu__fifo_count)
    );

endmodule

module sms_tiny_i05_marks_of_a_source #(
    parameter DEPTH = 2,
    parameter W = $clog2(DEPTH + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             pop,
    input wire             last,
    input wire [DEPTH-1:0] firsts,
    input wire [W-1:0]     batches,
    input wire [W-1:0]     count
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg moves;   // The first request of the head batch has left, others have not.
    always @(posedge clock) begin
        if (reset) moves <= 1'b0;
        else if (pop) moves <= !last;
    end

    reg [W:0] marks;
    integer i;
    always @* begin
        marks = moves;
        for (i = 0; i < DEPTH; i = i + 1) if (i < count) marks = marks + firsts[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (batches == marks) else $error("%m: invariant 5"); end
            begin if (armed) assert ((batches == 0) == (count == 0)) else $error("%m: invariant 5"); end
            begin if (armed) assert (count == 0 || firsts[0] != moves) else $error("%m: invariant 5"); end
        end
    end

endmodule

// Invariant 6: a source that is ready has a head batch that no longer grows, and only such a batch moves. For the
// first CPU and the first GPU.
module sms_tiny_i06_ready #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3
) (
    input wire                              clock,
    input wire                              reset,
    input wire [n_cpu+n_gpu-1:0]            batch_ready,
    input wire [n_cpu+n_gpu-1:0]            pops,
    input wire [n_cpu+n_gpu-1:0]            head_is_last,
    input wire [cpu_fifo-1:0]               each_cpu_0__cpu__firsts,
    input wire [$clog2(cpu_fifo+1)-1:0]     each_cpu_0__cpu__fifo_count,
    input wire [gpu_fifo-1:0]               each_gpu_0__gpu__firsts,
    input wire [$clog2(gpu_fifo+1)-1:0]     each_gpu_0__gpu__fifo_count
);

    sms_tiny_i06_ready_of_a_source #(.DEPTH(cpu_fifo)) cpu (
        .clock(clock), .reset(reset), .ready(batch_ready[0]), .pop(pops[0]), .last(head_is_last[0]),
        .firsts(each_cpu_0__cpu__firsts), .count(each_cpu_0__cpu__fifo_count)
    );

    sms_tiny_i06_ready_of_a_source #(.DEPTH(gpu_fifo)) gpu (
        .clock(clock), .reset(reset), .ready(batch_ready[n_cpu]), .pop(pops[n_cpu]), .last(head_is_last[n_cpu]),
        .firsts(each_gpu_0__gpu__firsts), .count(each_gpu_0__gpu__fifo_count)
    );

endmodule

module sms_tiny_i06_ready_of_a_source #(
    parameter DEPTH = 2,
    parameter W = $clog2(DEPTH + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             ready,
    input wire             pop,
    input wire             last,
    input wire [DEPTH-1:0] firsts,
    input wire [W-1:0]     count
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Requests of the head batch: those before the next first mark.
    reg [W-1:0] length;
    integer i;
    always @* begin
        length = count;
        for (i = DEPTH - 1; i > 0; i = i - 1) if (i < count && firsts[i]) length = i;
    end

    reg         seen;    // The head batch was ready before.
    reg [W-1:0] left;    // What it had then, less what has left since.

    always @(posedge clock) begin
        if (reset) seen <= 1'b0;
        else if (pop && last) seen <= 1'b0;
        else if (ready || seen) begin
            seen <= 1'b1;
            left <= length - pop;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!seen || length == left) else $error("%m: invariant 6"); end
            begin if (armed) assert (!ready || count != 0) else $error("%m: invariant 6"); end
            begin if (armed) assert (!pop || ready) else $error("%m: invariant 6"); end
            begin if (armed) assert (last == (length == 1) || count == 0) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 8: the youngest batch is not open when its first request is older than the threshold, so that it waits at
// most threshold + 1 cycles in an open state. For the first CPU, whose class says which threshold, and the first GPU.
module sms_tiny_i08_open #(
    parameter n_cpu = 1,
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3
) (
    input wire                          clock,
    input wire                          reset,
    input wire                          bypass,
    input wire [39:0]                   cfg_thr,
    input wire [2*n_cpu-1:0]            stat_class,
    input wire                          each_cpu_0__cpu__begin_batch,
    input wire                          each_cpu_0__cpu__closed,
    input wire [9:0]                    each_cpu_0__cpu__age,
    input wire [$clog2(cpu_fifo+1)-1:0] each_cpu_0__cpu__fifo_count,
    input wire                          each_gpu_0__gpu__begin_batch,
    input wire                          each_gpu_0__gpu__closed,
    input wire [9:0]                    each_gpu_0__gpu__age,
    input wire [$clog2(gpu_fifo+1)-1:0] each_gpu_0__gpu__fifo_count
);

    reg [9:0] of_class;
    always @* case (stat_class[1:0])
        0: of_class = cfg_thr[9:0];
        2: of_class = cfg_thr[29:20];
        default: of_class = cfg_thr[19:10];
    endcase

    sms_tiny_i08_open_of_a_source cpu (
        .clock(clock), .reset(reset), .begins(each_cpu_0__cpu__begin_batch), .closed(each_cpu_0__cpu__closed),
        .threshold(bypass ? 10'd0 : of_class), .age(each_cpu_0__cpu__age), .empty(each_cpu_0__cpu__fifo_count == 0)
    );

    sms_tiny_i08_open_of_a_source gpu (
        .clock(clock), .reset(reset), .begins(each_gpu_0__gpu__begin_batch), .closed(each_gpu_0__gpu__closed),
        .threshold(bypass ? 10'd0 : cfg_thr[39:30]), .age(each_gpu_0__gpu__age), .empty(each_gpu_0__gpu__fifo_count == 0)
    );

endmodule

module sms_tiny_i08_open_of_a_source (
    input wire       clock,
    input wire       reset,
    input wire       begins,
    input wire       closed,
    input wire [9:0] threshold,
    input wire [9:0] age,
    input wire       empty
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Cycles since the first request of the youngest batch arrived.
    reg [10:0] waited;
    always @(posedge clock) begin
        if (reset) waited <= 0;
        else if (begins) waited <= 1;
        else if (!empty && waited != 1023) waited <= waited + 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // The largest threshold (specification section 4).
            begin assume (threshold <= 1022) else armed = 1'b0; end
            begin if (armed) assert (waited == age) else $error("%m: invariant 8"); end
            begin if (armed) assert (empty || closed || waited <= threshold) else $error("%m: invariant 8"); end
        end
    end

endmodule

// Invariant 9: at most one request a cycle moves to stage 3, at most one leaves a source's FIFO and at most one a
// bank's.
module sms_tiny_i09_rates #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   cmd_valid,
    input wire [n_cpu+n_gpu-1:0] pops,
    input wire [n_bank-1:0]      commands__arrives,
    input wire [n_bank-1:0]      commands__leaves
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert ((pops & (pops - 1'b1)) == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert ((pops == 0) == (commands__arrives == 0)) else $error("%m: invariant 9"); end
            begin if (armed) assert ((commands__arrives & (commands__arrives - 1'b1)) == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert ((commands__leaves & (commands__leaves - 1'b1)) == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert (commands__leaves == 0 || cmd_valid) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 10: no timing rule is violated, RD and WR go only to the open row, ACT only to a closed bank, PRE only to
// an open one. Shown for any bank: the one that the inputs name in the first cycle.
module sms_tiny_i10_timing #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter t_rcd = 2,
    parameter t_cl = 2,
    parameter t_rp = 2,
    parameter t_ras = 4,
    parameter t_rc = 7,
    parameter t_rrd = 2,
    parameter t_wtr = 1,
    parameter t_rtp = 1,
    parameter t_wr = 2,
    parameter t_cwl = 1,
    parameter t_ccd = 2,
    parameter t_bl = 1,
    parameter t_faw = 10,
    parameter BANK = $clog2(n_bank)
) (
    input wire                clock,
    input wire                reset,
    input wire [BANK-1:0]     req_bank,
    input wire                cmd_valid,
    input wire [1:0]          cmd,
    input wire [BANK-1:0]     cmd_bank,
    input wire [row_bits-1:0] cmd_row,
    input wire [6*n_bank-1:0] timing__t_pre,
    input wire [6*n_bank-1:0] timing__t_act,
    input wire [6*n_bank-1:0] timing__t_col,
    input wire [5:0]          timing__t_rd,
    input wire [5:0]          timing__t_wr,
    input wire [5:0]          timing__t_rrd,
    input wire [23:0]         timing__t_faw,
    input wire [n_bank-1:0]   timing__pre_waits,
    input wire [n_bank-1:0]   timing__act_waits,
    input wire [n_bank-1:0]   timing__rd_waits,
    input wire [n_bank-1:0]   timing__wr_waits,
    input wire [n_bank-1:0]   timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire pre = cmd_valid && cmd == 0;
    wire act = cmd_valid && cmd == 1;
    wire rd = cmd_valid && cmd == 2;
    wire wr = cmd_valid && cmd == 3;

    reg                chosen = 1'b0;
    reg [BANK-1:0]     bank;
    reg                open;
    reg [row_bits-1:0] row;
    // What went out one cycle ago, two cycles ago, and so on: to the bank, and to any bank.
    reg [t_rc-1:1]                 bank_act;
    reg [t_rp-1:1]                 bank_pre;
    reg [t_rtp:1]                  bank_rd;
    reg [t_cwl+t_bl+t_wr-1:1]      bank_wr;
    reg [t_faw-1:1]                any_act;
    reg [t_cl+t_ccd+2-t_cwl-1:1]   any_rd;
    reg [t_cwl+t_bl+t_wtr+t_ccd:1] any_wr;

    wire here = cmd_bank == bank;
    reg [2:0] acts;
    integer i;
    always @* begin
        acts = 0;
        for (i = 1; i < t_faw; i = i + 1) if (acts < 4) acts = acts + any_act[i];
    end

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) bank <= req_bank;
        if (reset) begin
            open <= 1'b0;
            {bank_act, bank_pre, bank_rd, bank_wr} <= 0;
            {any_act, any_rd, any_wr} <= 0;
        end else begin
            if (here && act) {open, row} <= {1'b1, cmd_row};
            if (here && pre) open <= 1'b0;
            bank_act <= {bank_act, act && here};
            bank_pre <= {bank_pre, pre && here};
            bank_rd <= {bank_rd, rd && here};
            bank_wr <= {bank_wr, wr && here};
            any_act <= {any_act, act};
            any_rd <= {any_rd, rd};
            any_wr <= {any_wr, wr};
        end
    end

    // What waits has a counter above 0, which the engine would otherwise have to find out. A word has one bit of every bank's counter.
    reg [n_bank-1:0] pre_counts;
    reg [n_bank-1:0] act_counts;
    reg [n_bank-1:0] col_counts;
    integer k;
    always @* begin
        {pre_counts, act_counts, col_counts} = 0;
        for (k = 0; k < 6; k = k + 1) begin
            pre_counts = pre_counts | timing__t_pre[k*n_bank +: n_bank];
            act_counts = act_counts | timing__t_act[k*n_bank +: n_bank];
            col_counts = col_counts | timing__t_col[k*n_bank +: n_bank];
        end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (timing__pre_waits == pre_counts) else $error("%m: invariant 10"); end
            begin if (armed) assert (timing__act_waits == (act_counts | {n_bank{timing__t_rrd != 0 || timing__t_faw[23:18] != 0}})) else $error("%m: invariant 10"); end
            begin if (armed) assert (timing__rd_waits == (col_counts | {n_bank{timing__t_rd != 0}})) else $error("%m: invariant 10"); end
            begin if (armed) assert (timing__wr_waits == (col_counts | {n_bank{timing__t_wr != 0}})) else $error("%m: invariant 10"); end
        end
    end

    // As much is left of an interval as has not passed since the command that began it.
    localparam WRITE_TO_PRE = t_cwl + t_bl + t_wr;
    localparam READ_TO_WRITE = t_cl + t_ccd + 2 - t_cwl;
    localparam WRITE_TO_READ = t_cwl + t_bl + t_wtr;
    reg [5:0] pre_left;
    reg [5:0] act_left;
    reg [5:0] col_left;
    reg       in_step;
    reg [2:0] newer;    // ACTs after the one that is looked at.
    integer j;
    always @* begin
        {pre_left, act_left, col_left} = 0;
        for (j = 0; j < 6; j = j + 1) begin
            pre_left[j] = timing__t_pre[j*n_bank + bank];
            act_left[j] = timing__t_act[j*n_bank + bank];
            col_left[j] = timing__t_col[j*n_bank + bank];
        end
        in_step = 1'b1;
        for (j = 1; j < t_rc; j = j + 1) if (bank_act[j] && (act_left + j < t_rc || pre_left + j < t_ras
            || col_left + j < t_rcd)) in_step = 1'b0;
        for (j = 1; j < t_rp; j = j + 1) if (bank_pre[j] && act_left + j < t_rp) in_step = 1'b0;
        for (j = 1; j < t_rtp; j = j + 1) if (bank_rd[j] && pre_left + j < t_rtp) in_step = 1'b0;
        for (j = 1; j < WRITE_TO_PRE; j = j + 1) if (bank_wr[j] && pre_left + j < WRITE_TO_PRE) in_step = 1'b0;
        newer = 0;
        for (j = 1; j < t_faw; j = j + 1) if (any_act[j] && newer < 4) begin
            if (timing__t_faw[6*newer +: 6] + j < t_faw || timing__t_rrd + j < t_rrd) in_step = 1'b0;
            newer = newer + 1;
        end
        for (j = 1; j < READ_TO_WRITE; j = j + 1) if (any_rd[j] && (timing__t_wr + j < READ_TO_WRITE
            || timing__t_rd + j < t_ccd)) in_step = 1'b0;
        for (j = 1; j < WRITE_TO_READ; j = j + 1) if (any_wr[j] && (timing__t_rd + j < WRITE_TO_READ
            || timing__t_wr + j < t_ccd)) in_step = 1'b0;
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (in_step) else $error("%m: invariant 10"); end
            begin if (armed) assert (open == timing_open[bank]) else $error("%m: invariant 10"); end
            begin if (armed) assert (!open || row == timing_open_row[bank*row_bits +: row_bits]) else $error("%m: invariant 10"); end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            if (here) begin
                begin if (armed) assert (!act || !open) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || open) else $error("%m: invariant 10"); end
                begin if (armed) assert (!(rd || wr) || (open && cmd_row == row)) else $error("%m: invariant 10"); end
                begin if (armed) assert (!(rd || wr) || t_rcd < 2 || bank_act[t_rcd-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || t_ras < 2 || bank_act[t_ras-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!act || t_rc < 2 || bank_act[t_rc-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!act || t_rp < 2 || bank_pre[t_rp-1:1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || t_rtp < 2 || bank_rd[(t_rtp < 2 ? 1 : t_rtp-1):1] == 0) else $error("%m: invariant 10"); end
                begin if (armed) assert (!pre || bank_wr == 0) else $error("%m: invariant 10"); end
            end
            begin if (armed) assert (!act || t_rrd < 2 || any_act[t_rrd-1:1] == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!act || acts < 4) else $error("%m: invariant 10"); end
            begin if (armed) assert (!rd || t_ccd < 2 || any_rd[t_ccd-1:1] == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!wr || t_ccd < 2 || any_wr[t_ccd-1:1] == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!wr || any_rd == 0) else $error("%m: invariant 10"); end
            begin if (armed) assert (!rd || any_wr[t_cwl+t_bl+t_wtr-1:1] == 0) else $error("%m: invariant 10"); end
        end
    end

endmodule

// Invariant 11: no FIFO overflows or underflows. For the first CPU, the first GPU and every bank.
module sms_tiny_i11_fifos #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4,
    parameter cpu_fifo = 2,
    parameter gpu_fifo = 3,
    parameter dcs_fifo = 2
) (
    input wire                                   clock,
    input wire                                   reset,
    input wire [n_cpu+n_gpu-1:0]                 pops,
    input wire                                   each_cpu_0__cpu__accept,
    input wire [$clog2(cpu_fifo+1)-1:0]          each_cpu_0__cpu__fifo_count,
    input wire                                   each_gpu_0__gpu__accept,
    input wire [$clog2(gpu_fifo+1)-1:0]          each_gpu_0__gpu__fifo_count,
    input wire [n_bank-1:0]                      commands__arrives,
    input wire [n_bank-1:0]                      commands__leaves,
    input wire [n_bank*$clog2(dcs_fifo+1)-1:0]   commands__queue_count
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    localparam QUEUE = $clog2(dcs_fifo + 1);

    integer b;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!each_cpu_0__cpu__accept || each_cpu_0__cpu__fifo_count < cpu_fifo) else $error("%m: invariant 11"); end
            begin if (armed) assert (!each_gpu_0__gpu__accept || each_gpu_0__gpu__fifo_count < gpu_fifo) else $error("%m: invariant 11"); end
            begin if (armed) assert (!pops[0] || each_cpu_0__cpu__fifo_count != 0) else $error("%m: invariant 11"); end
            begin if (armed) assert (!pops[n_cpu] || each_gpu_0__gpu__fifo_count != 0) else $error("%m: invariant 11"); end
            begin if (armed) assert (each_cpu_0__cpu__fifo_count <= cpu_fifo) else $error("%m: invariant 11"); end
            begin if (armed) assert (each_gpu_0__gpu__fifo_count <= gpu_fifo) else $error("%m: invariant 11"); end
            for (b = 0; b < n_bank; b = b + 1) begin
                begin if (armed) assert (!commands__arrives[b] || commands__queue_count[b*QUEUE +: QUEUE] < dcs_fifo) else $error("%m: invariant 11"); end
                begin if (armed) assert (!commands__leaves[b] || commands__queue_count[b*QUEUE +: QUEUE] != 0) else $error("%m: invariant 11"); end
                begin if (armed) assert (commands__queue_count[b*QUEUE +: QUEUE] <= dcs_fifo) else $error("%m: invariant 11"); end
            end
        end
    end

endmodule

// Invariant 11: inflight_total is the sum of the sources' counts, with as many sources as the configuration has.
module sms_tiny_i11_total #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter cpu_inflight_bits = 2,
    parameter gpu_inflight_bits = 4,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter JOB = cpu_inflight_bits > gpu_inflight_bits ? cpu_inflight_bits : gpu_inflight_bits
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           cpl_valid,
    input wire [SRC-1:0]                 cpl_src,
    input wire [n_cpu+n_gpu-1:0]         accepted,
    input wire [(n_cpu+n_gpu)*JOB-1:0]   inflight,
    input wire [6:0]                     inflight_total
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [6:0] sum;
    integer s;
    always @* begin
        sum = 0;
        for (s = 0; s < n_cpu + n_gpu; s = s + 1) sum = sum + inflight[s*JOB +: JOB];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // A request completes once; what a GPU has in flight fits its counter (conservation, and `most_of_a_gpu`).
            begin assume (!cpl_valid || (cpl_src < n_cpu + n_gpu && inflight[cpl_src*JOB +: JOB] != 0)) else armed = 1'b0; end
            for (s = n_cpu; s < n_cpu + n_gpu; s = s + 1)
                begin assume (!accepted[s] || inflight[s*JOB +: JOB] != (1 << gpu_inflight_bits) - 1) else armed = 1'b0; end
            begin if (armed) assert (inflight_total == sum) else $error("%m: invariant 11"); end
        end
    end

endmodule

module sms_tiny_fifo_words #(
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

bind sms_tiny sms_tiny_i01_conservation #(
    .n_cpu(1), .n_gpu(1), .cpu_fifo(2), .gpu_fifo(3), .dcs_fifo(2), .gpu_inflight_bits(4), .t_cl(2),
    .t_bl(1), .t_ccd(2), .row_bits(1), .col_bits(1), .id_bits(3)) i01_conservation (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_src(req_src), .cpl_valid(cpl_valid),
    .cpl_src(cpl_src), .src_ready(src_ready), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_src(cmd_src),
    .pops(unit.pops), .each_cpu_0__cpu__fifo_count(unit.each_cpu[0].cpu.fifo_count),
    .each_gpu_0__gpu__fifo_count(unit.each_gpu[0].gpu.fifo_count),
    .scheduler__inflight(unit.scheduler.inflight),
    .commands__each_queue_0__queue__second(unit.commands.each_queue[0].queue.second),
    .commands__each_queue_0__queue__free(unit.commands.each_queue[0].queue.free),
    .commands__each_queue_0__queue__count(unit.commands.each_queue[0].queue.count),
    .commands__each_queue_0__queue__head(unit.commands.each_queue[0].queue.head),
    .commands__each_queue_0__queue__memory_0(unit.commands.each_queue[0].queue.memory[0]),
    .commands__each_queue_1__queue__second(unit.commands.each_queue[1].queue.second),
    .commands__each_queue_1__queue__free(unit.commands.each_queue[1].queue.free),
    .commands__each_queue_1__queue__count(unit.commands.each_queue[1].queue.count),
    .commands__each_queue_1__queue__head(unit.commands.each_queue[1].queue.head),
    .commands__each_queue_1__queue__memory_0(unit.commands.each_queue[1].queue.memory[0]),
    .commands__each_queue_2__queue__second(unit.commands.each_queue[2].queue.second),
    .commands__each_queue_2__queue__free(unit.commands.each_queue[2].queue.free),
    .commands__each_queue_2__queue__count(unit.commands.each_queue[2].queue.count),
    .commands__each_queue_2__queue__head(unit.commands.each_queue[2].queue.head),
    .commands__each_queue_2__queue__memory_0(unit.commands.each_queue[2].queue.memory[0]),
    .commands__each_queue_3__queue__second(unit.commands.each_queue[3].queue.second),
    .commands__each_queue_3__queue__free(unit.commands.each_queue[3].queue.free),
    .commands__each_queue_3__queue__count(unit.commands.each_queue[3].queue.count),
    .commands__each_queue_3__queue__head(unit.commands.each_queue[3].queue.head),
    .commands__each_queue_3__queue__memory_0(unit.commands.each_queue[3].queue.memory[0]));

bind sms_tiny sms_tiny_i02_requests #(
    .cpu_fifo(2), .gpu_fifo(3), .dcs_fifo(2), .row_bits(1), .col_bits(1), .id_bits(3)) i02_requests (
    .clock(clock), .reset(reset), .req_valid(req_valid), .req_src(req_src), .req_id(req_id),
    .req_wr(req_wr), .req_bank(req_bank), .req_row(req_row), .req_col(req_col),
    .src_ready(src_ready), .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row),
    .cmd_col(cmd_col), .cmd_id(cmd_id), .cmd_src(cmd_src), .pops(unit.pops),
    .each_cpu_0__cpu__fifo__first(unit.each_cpu[0].cpu.fifo.first),
    .each_cpu_0__cpu__fifo__free(unit.each_cpu[0].cpu.fifo.free),
    .each_cpu_0__cpu__fifo__count(unit.each_cpu[0].cpu.fifo.count),
    .each_cpu_0__cpu__fifo__memory_0(unit.each_cpu[0].cpu.fifo.memory[0]),
    .each_cpu_0__cpu__fifo__memory_1(unit.each_cpu[0].cpu.fifo.memory[1]),
    .each_gpu_0__gpu__fifo__first(unit.each_gpu[0].gpu.fifo.first),
    .each_gpu_0__gpu__fifo__free(unit.each_gpu[0].gpu.fifo.free),
    .each_gpu_0__gpu__fifo__count(unit.each_gpu[0].gpu.fifo.count),
    .each_gpu_0__gpu__fifo__memory_0(unit.each_gpu[0].gpu.fifo.memory[0]),
    .each_gpu_0__gpu__fifo__memory_1(unit.each_gpu[0].gpu.fifo.memory[1]),
    .each_gpu_0__gpu__fifo__memory_2(unit.each_gpu[0].gpu.fifo.memory[2]),
    .commands__each_queue_0__queue__second(unit.commands.each_queue[0].queue.second),
    .commands__each_queue_0__queue__free(unit.commands.each_queue[0].queue.free),
    .commands__each_queue_0__queue__count(unit.commands.each_queue[0].queue.count),
    .commands__each_queue_0__queue__head(unit.commands.each_queue[0].queue.head),
    .commands__each_queue_0__queue__memory_0(unit.commands.each_queue[0].queue.memory[0]),
    .commands__each_queue_1__queue__second(unit.commands.each_queue[1].queue.second),
    .commands__each_queue_1__queue__free(unit.commands.each_queue[1].queue.free),
    .commands__each_queue_1__queue__count(unit.commands.each_queue[1].queue.count),
    .commands__each_queue_1__queue__head(unit.commands.each_queue[1].queue.head),
    .commands__each_queue_1__queue__memory_0(unit.commands.each_queue[1].queue.memory[0]),
    .commands__each_queue_2__queue__second(unit.commands.each_queue[2].queue.second),
    .commands__each_queue_2__queue__free(unit.commands.each_queue[2].queue.free),
    .commands__each_queue_2__queue__count(unit.commands.each_queue[2].queue.count),
    .commands__each_queue_2__queue__head(unit.commands.each_queue[2].queue.head),
    .commands__each_queue_2__queue__memory_0(unit.commands.each_queue[2].queue.memory[0]),
    .commands__each_queue_3__queue__second(unit.commands.each_queue[3].queue.second),
    .commands__each_queue_3__queue__free(unit.commands.each_queue[3].queue.free),
    .commands__each_queue_3__queue__count(unit.commands.each_queue[3].queue.count),
    .commands__each_queue_3__queue__head(unit.commands.each_queue[3].queue.head),
    .commands__each_queue_3__queue__memory_0(unit.commands.each_queue[3].queue.memory[0]));

bind sms_tiny sms_tiny_i03_batches #(
    .n_bank(4), .cpu_fifo(2), .gpu_fifo(3), .row_bits(1), .col_bits(1), .id_bits(3)) i03_batches (
    .clock(clock), .reset(reset), .pops(unit.pops), .head_is_last(unit.head_is_last),
    .batch_ready(unit.batch_ready), .moving(unit.moving), .scheduler_source(unit.scheduler_source),
    .scheduler__draining(unit.scheduler.draining), .scheduler__active(unit.scheduler.active),
    .commands__arrives(unit.commands.arrives),
    .each_cpu_0__cpu__firsts(unit.each_cpu[0].cpu.firsts),
    .each_cpu_0__cpu__last_place(unit.each_cpu[0].cpu.last_place),
    .each_cpu_0__cpu__batches(unit.each_cpu[0].cpu.batches),
    .each_cpu_0__cpu__fifo__first(unit.each_cpu[0].cpu.fifo.first),
    .each_cpu_0__cpu__fifo__free(unit.each_cpu[0].cpu.fifo.free),
    .each_cpu_0__cpu__fifo__count(unit.each_cpu[0].cpu.fifo.count),
    .each_cpu_0__cpu__fifo__memory_0(unit.each_cpu[0].cpu.fifo.memory[0]),
    .each_cpu_0__cpu__fifo__memory_1(unit.each_cpu[0].cpu.fifo.memory[1]),
    .each_gpu_0__gpu__firsts(unit.each_gpu[0].gpu.firsts),
    .each_gpu_0__gpu__last_place(unit.each_gpu[0].gpu.last_place),
    .each_gpu_0__gpu__batches(unit.each_gpu[0].gpu.batches),
    .each_gpu_0__gpu__fifo__first(unit.each_gpu[0].gpu.fifo.first),
    .each_gpu_0__gpu__fifo__free(unit.each_gpu[0].gpu.fifo.free),
    .each_gpu_0__gpu__fifo__count(unit.each_gpu[0].gpu.fifo.count),
    .each_gpu_0__gpu__fifo__memory_0(unit.each_gpu[0].gpu.fifo.memory[0]),
    .each_gpu_0__gpu__fifo__memory_1(unit.each_gpu[0].gpu.fifo.memory[1]),
    .each_gpu_0__gpu__fifo__memory_2(unit.each_gpu[0].gpu.fifo.memory[2]));

bind sms_tiny sms_tiny_i05_marks #(
    .n_cpu(1), .n_gpu(1), .cpu_fifo(2), .gpu_fifo(3)) i05_marks (
    .clock(clock), .reset(reset), .pops(unit.pops), .head_is_last(unit.head_is_last),
    .each_cpu_0__cpu__firsts(unit.each_cpu[0].cpu.firsts),
    .each_cpu_0__cpu__batches(unit.each_cpu[0].cpu.batches),
    .each_cpu_0__cpu__fifo_count(unit.each_cpu[0].cpu.fifo_count),
    .each_gpu_0__gpu__firsts(unit.each_gpu[0].gpu.firsts),
    .each_gpu_0__gpu__batches(unit.each_gpu[0].gpu.batches),
    .each_gpu_0__gpu__fifo_count(unit.each_gpu[0].gpu.fifo_count));

bind sms_tiny sms_tiny_i06_ready #(
    .n_cpu(1), .n_gpu(1), .cpu_fifo(2), .gpu_fifo(3)) i06_ready (
    .clock(clock), .reset(reset), .batch_ready(unit.batch_ready), .pops(unit.pops),
    .head_is_last(unit.head_is_last), .each_cpu_0__cpu__firsts(unit.each_cpu[0].cpu.firsts),
    .each_cpu_0__cpu__fifo_count(unit.each_cpu[0].cpu.fifo_count),
    .each_gpu_0__gpu__firsts(unit.each_gpu[0].gpu.firsts),
    .each_gpu_0__gpu__fifo_count(unit.each_gpu[0].gpu.fifo_count));

bind sms_tiny sms_tiny_i08_open #(
    .n_cpu(1), .cpu_fifo(2), .gpu_fifo(3)) i08_open (
    .clock(clock), .reset(reset), .bypass(unit.bypass), .cfg_thr(cfg_thr), .stat_class(stat_class),
    .each_cpu_0__cpu__begin_batch(unit.each_cpu[0].cpu.begin_batch),
    .each_cpu_0__cpu__closed(unit.each_cpu[0].cpu.closed),
    .each_cpu_0__cpu__age(unit.each_cpu[0].cpu.age),
    .each_cpu_0__cpu__fifo_count(unit.each_cpu[0].cpu.fifo_count),
    .each_gpu_0__gpu__begin_batch(unit.each_gpu[0].gpu.begin_batch),
    .each_gpu_0__gpu__closed(unit.each_gpu[0].gpu.closed),
    .each_gpu_0__gpu__age(unit.each_gpu[0].gpu.age),
    .each_gpu_0__gpu__fifo_count(unit.each_gpu[0].gpu.fifo_count));

bind sms_tiny sms_tiny_i09_rates #(
    .n_cpu(1), .n_gpu(1), .n_bank(4)) i09_rates (
    .clock(clock), .reset(reset), .cmd_valid(cmd_valid), .pops(unit.pops),
    .commands__arrives(unit.commands.arrives), .commands__leaves(unit.commands.leaves));

bind sms_tiny sms_tiny_i10_timing #(
    .n_bank(4), .row_bits(1), .t_rcd(2), .t_cl(2), .t_rp(2), .t_ras(4), .t_rc(7), .t_rrd(2),
    .t_wtr(1), .t_rtp(1), .t_wr(2), .t_cwl(1), .t_ccd(2), .t_bl(1), .t_faw(10)) i10_timing (
    .clock(clock), .reset(reset), .req_bank(req_bank), .cmd_valid(cmd_valid), .cmd(cmd),
    .cmd_bank(cmd_bank), .cmd_row(cmd_row), .timing__t_pre(unit.timing.t_pre),
    .timing__t_act(unit.timing.t_act), .timing__t_col(unit.timing.t_col),
    .timing__t_rd(unit.timing.t_rd), .timing__t_wr(unit.timing.t_wr),
    .timing__t_rrd(unit.timing.t_rrd), .timing__t_faw(unit.timing.t_faw),
    .timing__pre_waits(unit.timing.pre_waits), .timing__act_waits(unit.timing.act_waits),
    .timing__rd_waits(unit.timing.rd_waits), .timing__wr_waits(unit.timing.wr_waits),
    .timing_open(unit.timing_open), .timing_open_row(unit.timing_open_row));

bind sms_tiny sms_tiny_i11_fifos #(
    .n_cpu(1), .n_gpu(1), .n_bank(4), .cpu_fifo(2), .gpu_fifo(3), .dcs_fifo(2)) i11_fifos (
    .clock(clock), .reset(reset), .pops(unit.pops),
    .each_cpu_0__cpu__accept(unit.each_cpu[0].cpu.accept),
    .each_cpu_0__cpu__fifo_count(unit.each_cpu[0].cpu.fifo_count),
    .each_gpu_0__gpu__accept(unit.each_gpu[0].gpu.accept),
    .each_gpu_0__gpu__fifo_count(unit.each_gpu[0].gpu.fifo_count),
    .commands__arrives(unit.commands.arrives), .commands__leaves(unit.commands.leaves),
    .commands__queue_count(unit.commands.queue_count));

bind sms_tiny sms_tiny_i11_total #(
    .n_cpu(1), .n_gpu(1), .cpu_inflight_bits(2), .gpu_inflight_bits(4)) i11_total (
    .clock(clock), .reset(reset), .cpl_valid(cpl_valid), .cpl_src(cpl_src),
    .accepted(unit.accepted), .inflight(unit.inflight), .inflight_total(unit.inflight_total));


`default_nettype wire
