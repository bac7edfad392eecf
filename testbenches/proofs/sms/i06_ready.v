// SPDX-License-Identifier: Apache-2.0
// Invariant 6: a source that is ready has a head batch that no longer grows, and only such a batch moves. For the
// first CPU and the first GPU.
// For: n_cpu>=1 n_gpu>=1
// Engine: pdr
module i06_ready #(
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

    i06_ready_of_a_source #(.DEPTH(cpu_fifo)) cpu (
        .clock(clock), .reset(reset), .ready(batch_ready[0]), .pop(pops[0]), .last(head_is_last[0]),
        .firsts(each_cpu_0__cpu__firsts), .count(each_cpu_0__cpu__fifo_count)
    );

    i06_ready_of_a_source #(.DEPTH(gpu_fifo)) gpu (
        .clock(clock), .reset(reset), .ready(batch_ready[n_cpu]), .pop(pops[n_cpu]), .last(head_is_last[n_cpu]),
        .firsts(each_gpu_0__gpu__firsts), .count(each_gpu_0__gpu__fifo_count)
    );

endmodule

module i06_ready_of_a_source #(
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

    always @* if (!reset) begin
        assert (!seen || length == left);
        assert (!ready || count != 0);
        assert (!pop || ready);
        assert (last == (length == 1) || count == 0);
    end

endmodule
