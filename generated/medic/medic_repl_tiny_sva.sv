// SPDX-License-Identifier: Apache-2.0
// medic_repl_tiny_sva: the invariants of medic_repl_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 6: the ranks of a set are a permutation of 0 to assoc-1. Shown for any set: the one whose victim is asked for in the first
// cycle, and then in all.
module medic_repl_tiny_i06_ranks #(
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

// Invariant 7: the way that a new line takes is not reserved; it is without a line, or no way without one is there, none that is
// not reserved has a lower class, and none of its class a higher rank. There is none only if all are reserved. The ranks are what
// invariant 6 says of them.
module medic_repl_tiny_i07_victim #(
    parameter assoc = 4,
    parameter WAY = $clog2(assoc)
) (
    input wire clock,
    input wire reset,
    input wire [assoc-1:0]     vq_valid_mask,
    input wire [assoc-1:0]     vq_resv_mask,
    input wire [WAY-1:0]       vq_way,
    input wire                 vq_none,
    input wire [assoc*WAY-1:0] victim__rank,
    input wire [2*assoc-1:0]   victim__type_word
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Types 2 and 3 are one class.
    function [1:0] class_of(input [1:0] warp_type);
        class_of = warp_type[1] ? 2'd2 : warp_type;
    endfunction

    wire [WAY-1:0] rank = victim__rank[vq_way*WAY +: WAY];
    wire [1:0]     here = class_of(victim__type_word[2*vq_way +: 2]);

    reg [assoc-1:0] seen;
    integer i;
    always @* begin
        seen = 0;
        for (i = 0; i < assoc; i = i + 1) seen[victim__rank[i*WAY +: WAY]] = 1'b1;
    end

    integer w;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin if (armed) assert (vq_none == &vq_resv_mask) else $error("%m: invariant 7"); end
            begin if (armed) assert (!vq_none || vq_way == 0) else $error("%m: invariant 7"); end
            if (!vq_none) begin
                begin if (armed) assert (!vq_resv_mask[vq_way]) else $error("%m: invariant 7"); end
                for (w = 0; w < assoc; w = w + 1)
                    if (!vq_resv_mask[w]) begin
                        begin if (armed) assert (vq_valid_mask[w] || !vq_valid_mask[vq_way]) else $error("%m: invariant 7"); end
                        begin if (armed) assert (vq_valid_mask[w] || vq_way <= w) else $error("%m: invariant 7"); end
                        if (vq_valid_mask[vq_way]) begin
                            begin if (armed) assert (class_of(victim__type_word[2*w +: 2]) >= here) else $error("%m: invariant 7"); end
                            begin if (armed) assert (class_of(victim__type_word[2*w +: 2]) != here
                                || victim__rank[w*WAY +: WAY] <= rank) else $error("%m: invariant 7"); end
                        end
                    end
            end
        end
    end

endmodule

bind medic_repl_tiny medic_repl_tiny_i06_ranks #(
    .assoc(4), .sets(2)) i06_ranks (
    .clock(clock), .reset(reset), .vq_set(vq_set), .way(way), .victim__rank(unit.victim.rank));

bind medic_repl_tiny medic_repl_tiny_i07_victim #(
    .assoc(4)) i07_victim (
    .vq_valid_mask(vq_valid_mask), .vq_resv_mask(vq_resv_mask), .vq_way(vq_way), .vq_none(vq_none),
    .victim__rank(unit.victim.rank), .victim__type_word(unit.victim.type_word), .clock(clock),
    .reset(reset));


`default_nettype wire
