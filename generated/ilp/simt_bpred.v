// SPDX-License-Identifier: Apache-2.0
// simt_bpred: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The branch predictor of an ILP SM (specification section 2.3): static, or by counters that PC and
// history choose (gshare). A branch whose threads diverge is right whichever way it was predicted.
// Protocol: the prediction of a lookup shows in the next cycle; the fetch keeps it with `pr_idx`
// and gives both back when the branch is resolved, which is answered in the same cycle. What is
// learnt counts for lookups of the next cycle on.
module simt_bpred #(
    parameter M = 32,                                  // Threads of a warp
    parameter N_WARPS = 32,                            // Warps that an SM can hold
    parameter COUNTERS = 512,                          // Counters of the branch predictor
    // The lowest bit of a PC that chooses a counter
    parameter PC_LO = 3,
    // Who has a branch history: 0 shared, 1 per_warp
    parameter HIST_MODE = 0,
    // What follows from these; not to be set.
    parameter WARP = $clog2(N_WARPS),
    parameter INDEX = $clog2(COUNTERS),
    parameter HISTORIES = 1 + (HIST_MODE * (N_WARPS - 1)),
    parameter HISTORY = ($clog2(HISTORIES) > 1 ? $clog2(HISTORIES) : 1),
    // The bits of a warp's number that choose its history: all, or none where it is shared (A10).
    parameter OWN = HIST_MODE * ((1 << HISTORY) - 1)
) (
    input  wire             clock,     // Fast clock.
    input  wire             reset,     // Synchronous reset, active high.
    // 0: branches are not predicted; 1: static; 2: gshare; 3: by their outcome.
    input  wire [1:0]       mode,
    input  wire             lk_valid,  // A conditional branch is looked up.
    input  wire [31:0]      lk_pc,     // Its PC.
    input  wire [31:0]      lk_target, // Its target.
    input  wire [WARP-1:0]  lk_warp,   // Its warp.
    input  wire             lk_oracle, // Its outcome, in mode 3.
    input  wire             rs_valid,  // A branch is resolved.
    input  wire [WARP-1:0]  rs_warp,   // Its warp.
    input  wire [M-1:0]     rs_active, // The threads that execute it.
    input  wire [M-1:0]     rs_taken,  // Those for which it is taken.
    input  wire             rs_pred,   // Its prediction: `pr_taken` of its lookup.
    input  wire [INDEX-1:0] rs_idx,    // Its counter: `pr_idx` of its lookup.
    output reg              pr_valid,  // A branch was looked up in the cycle before.
    output reg              pr_taken,  // It is predicted as taken; 0 without one.
    output reg  [INDEX-1:0] pr_idx,    // The counter of its PC and its history; 0 without one.
    output wire             rs_div,    // The threads of the resolved branch diverge.
    output wire             rs_mis,    // It was predicted wrongly.
    output reg  [M-1:0]     rs_follow  // The threads that follow the predicted path.
);

    localparam [COUNTERS-1:0] ONE = 1;
    localparam [INDEX-1:0] ONE_INDEX = 1;
    localparam [1:0] AT_FIRST = 2'd2;
    localparam [1:0] STATICALLY = 2'd1;
    localparam [1:0] GSHARE = 2'd2;
    localparam [1:0] BY_OUTCOME = 2'd3;

    // The history of the branch that is looked up, and of the one that is resolved.
    wire [HISTORY-1:0]             lk_history;
    wire [HISTORY-1:0]             rs_history;
    wire [INDEX-1:0]               index;
    wire [1:0]                     lk_stored;
    wire [1:0]                     rs_stored;
    reg  [1:0]                     counter;
    wire [M-1:0]                   taken;
    wire [M-1:0]                   not_taken;
    wire                           diverges;
    reg                            wrong;
    reg                            outcome;
    wire                           learns;
    wire [INDEX-1:0]               outcomes;
    // Numbers of warps whose history is shared, and how sure a counter is, are of no use here.
    wire                           unused;
    reg  [1:0]                     counters [0:COUNTERS-1];
    // Counters that have been trained since reset; the others are weakly taken, whatever the memory
    // holds.
    reg  [COUNTERS-1:0]            trained;
    // Outcomes, the last one lowest: of all branches, or of each warp's.
    reg  [(HISTORIES * INDEX)-1:0] histories;

    always @(posedge clock) begin : update_counters
        reg [1:0] old;
        reg [1:0] moved;
        old = AT_FIRST;
        if (trained[rs_idx]) begin
            old = rs_stored;
        end
        moved = old;
        if (outcome) begin
            if (!(&old)) begin
                moved = old + 2'd1;
            end
        end else if (old != 2'd0) begin
            moved = old - 2'd1;
        end
        if (learns) begin
            counters[rs_idx] <= moved;
        end
    end

    assign lk_history = lk_warp[HISTORY-1:0] & OWN[HISTORY-1:0];
    assign rs_history = rs_warp[HISTORY-1:0] & OWN[HISTORY-1:0];

    // The lookup.
    assign index = lk_pc[PC_LO +: INDEX] ^ histories[(lk_history * INDEX) +: INDEX];
    assign lk_stored = counters[index];

    always @* begin
        counter = AT_FIRST;
        if (trained[index]) begin
            counter = lk_stored;
        end
    end

    assign unused = (lk_warp != 0) || (rs_warp != 0) || counter[0];

    always @(posedge clock) begin : update_pr_taken
        reg predicted;
        if (reset) begin
            pr_taken <= 1'b0;
        end else begin
            predicted = 1'b0;
            if (mode == STATICALLY) begin
                predicted = lk_target <= lk_pc;
            end else if (mode == GSHARE) begin
                predicted = counter[1];
            end else if (mode == BY_OUTCOME) begin
                predicted = lk_oracle;
            end
            pr_taken <= lk_valid && predicted;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            pr_valid <= 1'b0;
            pr_idx <= 0;
        end else begin
            pr_valid <= lk_valid;
            pr_idx <= 0;
            if (lk_valid) begin
                pr_idx <= index;
            end
        end
    end

    // The resolution: who goes which way.
    assign taken = rs_active & rs_taken;
    assign not_taken = rs_active & ~rs_taken;
    assign diverges = (taken != 0) && (not_taken != 0);

    always @* begin
        wrong = 1'b0;
        if ((taken != 0) && (not_taken == 0)) begin
            wrong = !rs_pred;
        end else if ((not_taken != 0) && (taken == 0)) begin
            wrong = rs_pred;
        end
    end

    assign rs_div = rs_valid && diverges;
    assign rs_mis = rs_valid && wrong;

    always @* begin
        rs_follow = 0;
        if (rs_valid) begin
            rs_follow = not_taken;
            if (rs_pred) begin
                rs_follow = taken;
            end
        end
    end

    // What is learnt: the outcome, or of a divergent branch what was predicted.
    always @* begin
        outcome = taken != 0;
        if (diverges) begin
            outcome = rs_pred;
        end
    end

    assign learns = rs_valid && (rs_active != 0) && (mode == GSHARE);
    assign rs_stored = counters[rs_idx];

    always @(posedge clock) begin
        if (reset) begin
            trained <= 0;
        end else if (learns) begin
            trained <= trained | (ONE << rs_idx);
        end
    end

    assign outcomes = histories[(rs_history * INDEX) +: INDEX] << 1;

    always @(posedge clock) begin
        if (reset) begin
            histories <= 0;
        end else if (learns) begin
            histories[(rs_history * INDEX) +: INDEX] <= outcomes;
            if (outcome) begin
                histories[(rs_history * INDEX) +: INDEX] <= outcomes | ONE_INDEX;
            end
        end
    end

endmodule

`default_nettype wire
