// SPDX-License-Identifier: Apache-2.0
// Invariant 7: no ready source has fewer requests in flight than one that is picked shortest job first, and a ready
// source is picked after at most n_src-1 round-robin picks of others. For any source: the one that the inputs name in
// the first cycle.
// Engine: pdr
// Cut: candidates inflight blocked
module i07_picks #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter gpu_inflight_bits = 4,
    parameter cpu_inflight_bits = 2,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter JOB = cpu_inflight_bits > gpu_inflight_bits ? cpu_inflight_bits : gpu_inflight_bits
) (
    input wire                           clock,
    input wire                           reset,
    input wire [SRC-1:0]                 req_src,
    input wire [n_cpu+n_gpu-1:0]         candidates,
    input wire [(n_cpu+n_gpu)*JOB-1:0]   inflight,
    input wire                           scheduler__pick,
    input wire                           scheduler__use_sjf,
    input wire [SRC-1:0]                 scheduler_source
);

    localparam SRCS = n_cpu + n_gpu;

    reg           chosen = 1'b0;
    reg [SRC-1:0] source;
    reg [SRC:0]   passed;   // Round-robin picks of others while `source` was ready.

    wire ready = source < SRCS && candidates[source];

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) source <= req_src;
        if (reset || !ready) passed <= 0;
        else if (scheduler__pick && scheduler_source == source) passed <= 0;
        else if (scheduler__pick && !scheduler__use_sjf) passed <= passed + 1'b1;
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        assert (!scheduler__pick || candidates[scheduler_source]);
        assert (!(scheduler__pick && scheduler__use_sjf && ready) ||
            inflight[source*JOB +: JOB] >= inflight[scheduler_source*JOB +: JOB]);
        assert (passed < SRCS);
    end

endmodule
