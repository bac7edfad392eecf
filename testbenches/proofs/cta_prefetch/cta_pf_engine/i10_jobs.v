// SPDX-License-Identifier: Apache-2.0
// Invariant 10: the FIFO holds the jobs that were made and not taken, at most job_depth; a job that is lost leaves no trace:
// no entry is marked as served by it.
// Engine: pdr
module i10_jobs #(
    parameter job_depth = 2
) (
    input wire                 clock,
    input wire                 reset,
    input wire                 clears,
    input wire                 job_full,
    input wire                 job_wanted,
    input wire                 st_jobdrop,
    input wire [job_depth-1:0] jobs__used,
    input wire                 jobs__push,
    input wire                 generator__pop,
    input wire                 percta__own_done
);

    reg [$clog2(job_depth+1):0] held;    // Made and not taken.
    always @(posedge clock) begin
        if (reset || clears) held <= 0;
        else held <= held + (job_wanted && !job_full) - generator__pop;
    end

    integer i;
    always @* if (!reset) begin
        assert (held <= job_depth && job_full == (held == job_depth));
        for (i = 0; i < job_depth; i = i + 1) assert (jobs__used[i] == (held > i));
        assert (jobs__push == (job_wanted && !job_full) && st_jobdrop == (job_wanted && job_full));
        assert (!generator__pop || held != 0);
        assert (!percta__own_done || jobs__push);
    end

endmodule
