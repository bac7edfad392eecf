// SPDX-License-Identifier: Apache-2.0
// Invariant 11: no FIFO overflows or underflows. For the first CPU, the first GPU and every bank.
// For: n_cpu>=1 n_gpu>=1
// Engine: pdr
module i11_fifos #(
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

    localparam QUEUE = $clog2(dcs_fifo + 1);

    integer b;
    always @* if (!reset) begin
        assert (!each_cpu_0__cpu__accept || each_cpu_0__cpu__fifo_count < cpu_fifo);
        assert (!each_gpu_0__gpu__accept || each_gpu_0__gpu__fifo_count < gpu_fifo);
        assert (!pops[0] || each_cpu_0__cpu__fifo_count != 0);
        assert (!pops[n_cpu] || each_gpu_0__gpu__fifo_count != 0);
        assert (each_cpu_0__cpu__fifo_count <= cpu_fifo);
        assert (each_gpu_0__gpu__fifo_count <= gpu_fifo);
        for (b = 0; b < n_bank; b = b + 1) begin
            assert (!commands__arrives[b] || commands__queue_count[b*QUEUE +: QUEUE] < dcs_fifo);
            assert (!commands__leaves[b] || commands__queue_count[b*QUEUE +: QUEUE] != 0);
            assert (commands__queue_count[b*QUEUE +: QUEUE] <= dcs_fifo);
        end
    end

endmodule
