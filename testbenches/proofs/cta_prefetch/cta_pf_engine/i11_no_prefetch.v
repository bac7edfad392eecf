// SPDX-License-Identifier: Apache-2.0
// Invariant 11: without prefetching there is no prefetch, and no job is made or lost.
// For: pf_en=0
// Engine: pdr
module i11_no_prefetch #(
    parameter job_depth = 2
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 pf_valid,
    input wire                 st_jobdrop,
    input wire [job_depth-1:0] jobs__used
);

    always @* if (!reset) assert (!pf_valid && !st_jobdrop && jobs__used == 0);

endmodule
