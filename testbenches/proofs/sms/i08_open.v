// SPDX-License-Identifier: Apache-2.0
// Invariant 8: the youngest batch is not open when its first request is older than the threshold, so that it waits at
// most threshold + 1 cycles in an open state. For the first CPU, whose class says which threshold, and the first GPU.
// For: n_cpu>=1 n_gpu>=1
// Engine: induction 2
module i08_open #(
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

    i08_open_of_a_source cpu (
        .clock(clock), .reset(reset), .begins(each_cpu_0__cpu__begin_batch), .closed(each_cpu_0__cpu__closed),
        .threshold(bypass ? 10'd0 : of_class), .age(each_cpu_0__cpu__age), .empty(each_cpu_0__cpu__fifo_count == 0)
    );

    i08_open_of_a_source gpu (
        .clock(clock), .reset(reset), .begins(each_gpu_0__gpu__begin_batch), .closed(each_gpu_0__gpu__closed),
        .threshold(bypass ? 10'd0 : cfg_thr[39:30]), .age(each_gpu_0__gpu__age), .empty(each_gpu_0__gpu__fifo_count == 0)
    );

endmodule

module i08_open_of_a_source (
    input wire       clock,
    input wire       reset,
    input wire       begins,
    input wire       closed,
    input wire [9:0] threshold,
    input wire [9:0] age,
    input wire       empty
);

    // Cycles since the first request of the youngest batch arrived.
    reg [10:0] waited;
    always @(posedge clock) begin
        if (reset) waited <= 0;
        else if (begins) waited <= 1;
        else if (!empty && waited != 1023) waited <= waited + 1'b1;
    end

    always @* if (!reset) begin
        // The largest threshold (specification section 4).
        assume (threshold <= 1022);
        assert (waited == age);
        assert (empty || closed || waited <= threshold);
    end

endmodule
