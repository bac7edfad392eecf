// SPDX-License-Identifier: Apache-2.0
// Invariant 4, of jobs: lines are generated from the jobs that the training has made, unchanged and in their order, and from no others.
// Engine: induction 1
module i04_jobs #(
    parameter n_entries = 4,
    parameter n_warps = 2,
    parameter offset_bits = 4,
    parameter addr_bits = 8,
    parameter iter_bits = 4,
    parameter job_depth = 2,
    parameter ENTRY = $clog2(n_entries),
    parameter WARP = n_warps > 2 ? $clog2(n_warps) : 1,
    parameter STEP = offset_bits + iter_bits < addr_bits ? offset_bits + iter_bits : addr_bits,
    parameter JOB = STEP + addr_bits + offset_bits + ENTRY + WARP + 4
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     flush,
    input wire                     job_wanted,
    input wire [addr_bits-1:0]     training__target,
    input wire [STEP-1:0]          training__iteration,
    input wire [offset_bits-1:0]   training__new_offset,
    input wire [2:0]               training__shift,
    input wire                     training__both,
    input wire [ENTRY-1:0]         new_place,
    input wire [WARP-1:0]          intake__warp,
    input wire [job_depth-1:0]     jobs__used,
    input wire [job_depth*JOB-1:0] jobs__words,
    input wire                     generator__pop,
    input wire                     generator__line_v,
    input wire                     generator__job_valid,
    input wire [addr_bits-1:0]     generator__job_target,
    input wire [STEP-1:0]          generator__job_iteration,
    input wire [offset_bits-1:0]   generator__job_offset,
    input wire [2:0]               generator__job_shift,
    input wire                     generator__job_both,
    input wire [ENTRY-1:0]         generator__job_entry,
    input wire [WARP-1:0]          generator__job_warp
);

    wire [JOB-1:0] made = {training__target, training__iteration, training__new_offset, new_place, intake__warp,
        training__shift, training__both};
    wire [JOB-1:0] head = {generator__job_target, generator__job_iteration, generator__job_offset, generator__job_entry,
        generator__job_warp, generator__job_shift, generator__job_both};

    // Jobs made and not generated from, the oldest lowest.
    reg [job_depth*JOB-1:0]         waiting;
    reg [$clog2(job_depth+1)-1:0]   count;
    wire                            pops = generator__pop;
    wire [$clog2(job_depth+1)-1:0]  left = count - pops;
    wire                            stored = job_wanted && count != job_depth;
    integer i;
    always @(posedge clock) begin
        if (pops) waiting <= waiting >> JOB;
        if (stored) for (i = 0; i < job_depth; i = i + 1) if (left == i) waiting[i*JOB +: JOB] <= made;
        count <= left + stored;
        if (reset || flush) count <= 0;
    end

    always @* if (!reset) begin
        assert (count <= job_depth);
        for (i = 0; i < job_depth; i = i + 1) begin
            assert (jobs__used[i] == (count > i));
            if (count > i) assert (jobs__words[i*JOB +: JOB] == waiting[i*JOB +: JOB]);
        end
        assert (generator__job_valid == (count != 0));
        assert (pops == (count != 0 && !generator__line_v));
        if (pops) assert (head == waiting[JOB-1:0]);
    end

endmodule
