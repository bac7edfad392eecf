// SPDX-License-Identifier: Apache-2.0
// Invariant 5: the count of batches is the number of first marks, and one more while a batch moves whose first request
// has left; it is zero exactly when the FIFO is empty, and the head is a first unless its batch moves. For the first
// CPU and the first GPU.
// For: n_cpu>=1 n_gpu>=1
// Engine: pdr
module i05_marks #(
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

    i05_marks_of_a_source #(.DEPTH(cpu_fifo)) cpu (
        .clock(clock), .reset(reset), .pop(pops[0]), .last(head_is_last[0]),
        .firsts(each_cpu_0__cpu__firsts), .batches(each_cpu_0__cpu__batches), .count(each_cpu_0__cpu__fifo_count)
    );

    i05_marks_of_a_source #(.DEPTH(gpu_fifo)) gpu (
        .clock(clock), .reset(reset), .pop(pops[n_cpu]), .last(head_is_last[n_cpu]),
        .firsts(each_gpu_0__gpu__firsts), .batches(each_gpu_0__gpu__batches), .count(each_gpu_0__gpu__fifo_count)
    );

endmodule

module i05_marks_of_a_source #(
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

    always @* if (!reset) begin
        assert (batches == marks);
        assert ((batches == 0) == (count == 0));
        assert (count == 0 || firsts[0] != moves);
    end

endmodule
