// SPDX-License-Identifier: Apache-2.0
// Invariant 11: inflight_total is the sum of the sources' counts, with as many sources as the configuration has.
// Engine: induction 1
module i11_total #(
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

    reg [6:0] sum;
    integer s;
    always @* begin
        sum = 0;
        for (s = 0; s < n_cpu + n_gpu; s = s + 1) sum = sum + inflight[s*JOB +: JOB];
    end

    always @* if (!reset) begin
        // A request completes once; what a GPU has in flight fits its counter (conservation, and `most_of_a_gpu`).
        assume (!cpl_valid || (cpl_src < n_cpu + n_gpu && inflight[cpl_src*JOB +: JOB] != 0));
        for (s = n_cpu; s < n_cpu + n_gpu; s = s + 1)
            assume (!accepted[s] || inflight[s*JOB +: JOB] != (1 << gpu_inflight_bits) - 1);
        assert (inflight_total == sum);
    end

endmodule
