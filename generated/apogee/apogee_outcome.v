// SPDX-License-Identifier: Apache-2.0
// apogee_outcome: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Outcomes of loads wait here for the commits (decision P10). That of the oldest load may come in
// the cycle of its commit.
module apogee_outcome #(
    parameter WAIT = 4,
    parameter ENTRY = 6,
    parameter ADDRESS = 28,
    // What follows from these; not to be set.
    parameter WORD = ADDRESS + ENTRY + 2
) (
    input  wire               clock,      // SM clock.
    input  wire               reset,      // Synchronous reset, active high.
    input  wire               clear,      // Forget all outcomes at the end of this cycle.
    input  wire               res_v,      // An outcome comes.
    input  wire               res_miss,   // A line was absent and not pending.
    input  wire               res_merged, // A line was pending because of a prefetch.
    input  wire [ENTRY-1:0]   res_entry,  // Entry of that prefetch.
    input  wire [ADDRESS-1:0] res_line,   // The absent line.
    input  wire               commit,     // The oldest load leaves.
    output wire               valid,      // The outcome of the oldest load is there.
    output wire               miss,       // What it is.
    output wire               merged,
    output wire [ENTRY-1:0]   entry,
    output wire [ADDRESS-1:0] line
);

    localparam [WAIT-1:0] ALL_OUTCOMES = {WAIT{1'b1}};
    localparam [31:0] MERGED_AT = 32'd1;
    localparam [31:0] ENTRY_AT = 32'd2;
    localparam LINE_AT = ENTRY + 2;

    wire [WORD-1:0]          incoming;
    reg  [WORD-1:0]          oldest;
    wire [WAIT-1:0]          used;
    reg                      unused;              // Outcomes behind the oldest are of no use yet.
    wire [(WAIT * WORD)-1:0] outcomes_words;
    wire [WORD-1:0]          outcomes_first_next;
    wire [WAIT-1:0]          outcomes_used;

    shift_list #(.N(WAIT), .W(WORD)) outcomes (
        .clock      (clock),
        .reset      (reset),
        .clear      (clear),
        .take       (commit && used[0]),
        .up         (ALL_OUTCOMES),
        .offer      (res_v),
        .push       (res_v && (used[0] || !commit)),
        .data       (incoming),
        .words      (outcomes_words),
        .first_next (outcomes_first_next),
        .used       (outcomes_used)
    );

    assign incoming = {res_line, res_entry, res_merged, res_miss};
    assign used = outcomes_used;

    // The oldest one, or that which comes.
    always @* begin
        oldest = incoming;
        if (used[0]) begin
            oldest = outcomes_words[(0 * WORD) +: WORD];
        end
    end

    assign valid = used[0] || res_v;
    assign miss = oldest[0];
    assign merged = oldest[MERGED_AT];
    assign entry = oldest[ENTRY_AT +: ENTRY];
    assign line = oldest[LINE_AT +: ADDRESS];

    always @* begin : compute_unused
        integer i;
        unused = (outcomes_first_next != 0) || (used != 0);
        for (i = 0; i < WAIT; i = i + 1)
            unused = unused || (outcomes_words[(i * WORD) +: WORD] != 0);
    end

endmodule

`default_nettype wire
