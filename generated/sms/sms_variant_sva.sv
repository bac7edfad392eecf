// SPDX-License-Identifier: Apache-2.0
// sms_variant_sva: the invariants of sms_variant, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 7: no ready source has fewer requests in flight than one that is picked shortest job first, and a ready
// source is picked after at most n_src-1 round-robin picks of others. For any source: the one that the inputs name in
// the first cycle.
module sms_variant_i07_picks #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin
            begin if (armed) assert (!scheduler__pick || candidates[scheduler_source]) else $error("%m: invariant 7"); end
            begin if (armed) assert (!(scheduler__pick && scheduler__use_sjf && ready) ||
                inflight[source*JOB +: JOB] >= inflight[scheduler_source*JOB +: JOB]) else $error("%m: invariant 7"); end
            begin if (armed) assert (passed < SRCS) else $error("%m: invariant 7"); end
        end
    end

endmodule

bind sms_variant sms_variant_i07_picks #(
    .n_cpu(3), .n_gpu(2), .gpu_inflight_bits(5), .cpu_inflight_bits(3)) i07_picks (
    .clock(clock), .reset(reset), .req_src(req_src), .candidates(unit.candidates),
    .inflight(unit.inflight), .scheduler__pick(unit.scheduler.pick),
    .scheduler__use_sjf(unit.scheduler.use_sjf), .scheduler_source(unit.scheduler_source));


`default_nettype wire
