// SPDX-License-Identifier: Apache-2.0
// cta_pf_engine_tiny_baseline_sva: the invariants of cta_pf_engine_tiny_baseline, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 11: without prefetching there is no prefetch, and no job is made or lost.
module cta_pf_engine_tiny_baseline_i11_no_prefetch #(
    parameter job_depth = 2
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 pf_valid,
    input wire                 st_jobdrop,
    input wire [job_depth-1:0] jobs__used
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (!pf_valid && !st_jobdrop && jobs__used == 0) else $error("%m: invariant 11"); end
    end
endmodule

bind cta_pf_engine_tiny_baseline cta_pf_engine_tiny_baseline_i11_no_prefetch #(
    .job_depth(2)) i11_no_prefetch (
    .clock(clock), .reset(reset), .pf_valid(pf_valid), .st_jobdrop(st_jobdrop),
    .jobs__used(unit.jobs.used));


`default_nettype wire
