// SPDX-License-Identifier: Apache-2.0
// Invariant 6: the ranks of a set are a permutation of 0 to assoc-1. Shown for any set: the one whose victim is asked for in the first
// cycle, and then in all.
// Engine: induction 1
module i06_ranks #(
    parameter assoc = 4,
    parameter sets = 2,
    parameter SET = $clog2(sets),
    parameter WAY = $clog2(assoc)
) (
    input wire                 clock,
    input wire                 reset,
    input wire [SET-1:0]       vq_set,
    input wire [WAY-1:0]       way,
    input wire [assoc*WAY-1:0] victim__rank
);

    reg           chosen = 1'b0;
    reg [SET-1:0] set;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) set <= vq_set;
    end

    reg [assoc-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        for (i = 0; i < assoc; i = i + 1) seen[victim__rank[i*WAY +: WAY]] = 1'b1;
    end

    always @* begin
        assume (chosen || reset);
        assume (way < assoc);
        if (chosen) assume (vq_set == set);
    end

    always @* if (chosen && !reset) assert (&seen);

endmodule
