// SPDX-License-Identifier: Apache-2.0
// apogee_queue: part of apogee, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The prefetch queue (decisions P21, P23, P24): lines wait for the L1D, first in, first out. A
// trigger's line goes before that which the generator has at hand. A line is tracked as long as
// nothing of its job has been sent.
module apogee_queue #(
    parameter DEPTH = 16,
    parameter ADDRESS = 28,
    parameter ENTRY = 6,
    parameter WARP = 2,
    // What follows from these; not to be set.
    parameter WORD = ADDRESS + ENTRY + WARP + 2
) (
    input  wire               clock,         // SM clock.
    input  wire               reset,         // Synchronous reset, active high.
    input  wire               clear,         // Forget all lines at the end of this cycle.
    input  wire               trigger_v,     // A trigger's line comes.
    input  wire [ADDRESS-1:0] trigger_line,
    input  wire [ENTRY-1:0]   trigger_entry,
    input  wire [WARP-1:0]    trigger_warp,
    output wire               lost,          // It is lost.
    input  wire               job_v,         // The generator has a line at hand.
    input  wire [ADDRESS-1:0] job_line,
    input  wire [ENTRY-1:0]   job_entry,
    input  wire [WARP-1:0]    job_warp,
    input  wire               job_first,     // It is the first one of its job.
    output wire               accept,        // It is queued.
    input  wire               pf_rdy,        // The L1D takes a prefetch.
    input  wire               pf_sent,       // It has sent it to memory.
    output wire               pf_v,          // A prefetch is asked for; all else is 0 without.
    output reg  [ADDRESS-1:0] pf_line,
    output reg  [ENTRY-1:0]   pf_entry,
    output reg  [WARP-1:0]    pf_warp,
    output wire               pf_track,      // Its fill is to be told.
    output wire               pf_trig,       // It is a trigger's.
    output wire               sent           // A tracked prefetch is sent.
);

    localparam [DEPTH-1:0] ALL_LINES = {DEPTH{1'b1}};
    localparam LAST_LINE = DEPTH - 1;
    localparam [31:0] FIRST_AT = 32'd1;
    localparam [31:0] WARP_AT = 32'd2;
    localparam ENTRY_AT = WARP + 2;
    localparam LINE_AT = ENTRY + WARP + 2;

    wire [DEPTH-1:0]          used;
    wire                      full;
    reg  [WORD-1:0]           word;
    wire [WORD-1:0]           head;
    wire                      some;
    wire                      of_trigger;
    wire                      track;
    wire                      taken;
    reg                       unused;           // Lines behind the first are of no use yet.
    // A line of the job of the last line but of triggers has been sent.
    reg                       job_sent;
    wire [(DEPTH * WORD)-1:0] lines_words;
    wire [WORD-1:0]           lines_first_next;
    wire [DEPTH-1:0]          lines_used;

    shift_list #(.N(DEPTH), .W(WORD)) lines (
        .clock      (clock),
        .reset      (reset),
        .clear      (clear),
        .take       (taken),
        .up         (ALL_LINES),
        .offer      (trigger_v || job_v),
        .push       ((trigger_v || job_v) && !full),
        .data       (word),
        .words      (lines_words),
        .first_next (lines_first_next),
        .used       (lines_used)
    );

    assign used = lines_used;
    assign full = used[LAST_LINE];

    always @* begin
        word = {job_line, job_entry, job_warp, job_first, 1'b0};
        if (trigger_v) begin
            word = {trigger_line, trigger_entry, trigger_warp, 2'd0} | {{(WORD - 1){1'b0}}, 1'b1};
        end
    end

    assign lost = trigger_v && full;
    assign accept = job_v && !trigger_v && !full;

    // The first line.
    assign head = lines_words[(0 * WORD) +: WORD];
    assign some = used[0];
    assign of_trigger = head[0];
    assign track = some && !of_trigger && (head[FIRST_AT] || !job_sent);
    assign taken = some && pf_rdy;
    assign sent = taken && pf_sent && track;
    assign pf_v = some;

    always @* begin
        pf_line = 0;
        pf_entry = 0;
        pf_warp = 0;
        if (some) begin
            pf_line = head[LINE_AT +: ADDRESS];
            pf_entry = head[ENTRY_AT +: ENTRY];
            pf_warp = head[WARP_AT +: WARP];
        end
    end

    assign pf_track = track;
    assign pf_trig = some && of_trigger;

    always @(posedge clock) begin
        if (reset) begin
            job_sent <= 1'b0;
        end else begin
            if (taken && !of_trigger) begin
                job_sent <= pf_sent || !track;
            end
            if (clear) begin
                job_sent <= 1'b0;
            end
        end
    end

    always @* begin : compute_unused
        integer i;
        unused = lines_first_next != 0;
        for (i = 0; i < DEPTH; i = i + 1)
            unused = unused || (lines_words[(i * WORD) +: WORD] != 0);
    end

endmodule

`default_nettype wire
