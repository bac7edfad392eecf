// SPDX-License-Identifier: Apache-2.0
// medic_repl_tiny_stack_sva: the invariants of medic_repl_tiny_stack, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 6: the ranks of a set are a permutation of 0 to assoc-1. Shown for any set: the one whose victim is asked for in the first
// cycle, and then in all.
module medic_repl_tiny_stack_i06_ranks #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (chosen || reset) else armed = 1'b0; end
            begin assume (way < assoc) else armed = 1'b0; end
            if (chosen) begin assume (vq_set == set) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (chosen && !reset) begin if (armed) assert (&seen) else $error("%m: invariant 6"); end
    end
endmodule

// Invariant 11: where types do not decide, the least recently used line leaves, if no way is without one. The ranks are what
// invariant 6 says of them.
module medic_repl_tiny_stack_i11_lru #(
    parameter assoc = 4,
    parameter WAY = $clog2(assoc)
) (
    input wire clock,
    input wire reset,
    input wire [assoc-1:0]     vq_valid_mask,
    input wire [assoc-1:0]     vq_resv_mask,
    input wire [WAY-1:0]       vq_way,
    input wire                 vq_none,
    input wire [assoc*WAY-1:0] victim__rank
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [assoc-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        for (i = 0; i < assoc; i = i + 1) seen[victim__rank[i*WAY +: WAY]] = 1'b1;
    end

    integer w;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!vq_none) begin
            begin if (armed) assert (!vq_resv_mask[vq_way]) else $error("%m: invariant 11"); end
            for (w = 0; w < assoc; w = w + 1)
                if (!vq_resv_mask[w]) begin
                    begin if (armed) assert (vq_valid_mask[w] || (!vq_valid_mask[vq_way] && vq_way <= w)) else $error("%m: invariant 11"); end
                    begin if (armed) assert (!vq_valid_mask[vq_way]
                        || victim__rank[w*WAY +: WAY] <= victim__rank[vq_way*WAY +: WAY]) else $error("%m: invariant 11"); end
                end
        end
    end

endmodule

bind medic_repl_tiny_stack medic_repl_tiny_stack_i06_ranks #(
    .assoc(4), .sets(2)) i06_ranks (
    .clock(clock), .reset(reset), .vq_set(vq_set), .way(way), .victim__rank(unit.victim.rank));

bind medic_repl_tiny_stack medic_repl_tiny_stack_i11_lru #(
    .assoc(4)) i11_lru (
    .vq_valid_mask(vq_valid_mask), .vq_resv_mask(vq_resv_mask), .vq_way(vq_way), .vq_none(vq_none),
    .victim__rank(unit.victim.rank), .clock(clock), .reset(reset));


`default_nettype wire
