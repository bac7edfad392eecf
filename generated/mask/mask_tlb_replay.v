// SPDX-License-Identifier: Apache-2.0
// mask_tlb_replay: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Queue of the lookups that wait for a walk context, first in, first out (decision D9): up to two
// go in and one comes out in a cycle. Who pushes keeps it from running over.
module mask_tlb_replay #(
    parameter DEPTH = 64,
    parameter W = 61,
    // What follows from these; not to be set.
    parameter POINTER = ($clog2(DEPTH) > 1 ? $clog2(DEPTH) : 1),
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input  wire         clock,       // Clock.
    input  wire         reset,       // Synchronous reset, active high.
    input  wire         push_first,  // Put in the first lookup.
    input  wire [W-1:0] first_data,
    input  wire         push_second, // Put in the second, behind the first.
    input  wire [W-1:0] second_data,
    input  wire         pop,         // Take out the oldest.
    output wire [W-1:0] head,        // The oldest.
    output wire         empty,       // There is none.
    output wire         lone         // There is one at most.
);

    localparam LAST = DEPTH - 1;
    localparam [COUNT-1:0] ONE = 1;

    reg  [POINTER-1:0]     behind; // Where the second goes, and the one after it.
    reg  [W-1:0]           memory [0:DEPTH-1];
    reg  [POINTER-1:0]     oldest; // Where the oldest is, and where the next one goes.
    reg  [POINTER-1:0]     free;
    reg  [COUNT-1:0]       words;

    // The second overwrites nothing: it goes behind the first.
    always @(posedge clock) begin
        if (push_first) begin
            memory[free] <= first_data;
        end
        if (push_second) begin
            memory[behind] <= second_data;
        end
    end

    assign head = memory[oldest];
    assign empty = words == 0;
    assign lone = words <= ONE;

    always @* begin
        behind = free;
        if (push_first) begin
            behind = free + 1'b1;
            if (free == LAST[POINTER-1:0]) begin
                behind = 0;
            end
        end
    end

    always @(posedge clock) begin : update_free
        reg [POINTER-1:0] further;
        if (reset) begin
            free <= 0;
        end else begin
            further = behind;
            if (push_second) begin
                further = behind + 1'b1;
                if (behind == LAST[POINTER-1:0]) begin
                    further = 0;
                end
            end
            free <= further;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            oldest <= 0;
        end else if (pop) begin
            oldest <= oldest + 1'b1;
            if (oldest == LAST[POINTER-1:0]) begin
                oldest <= 0;
            end
        end
    end

    always @(posedge clock) begin : update_words
        reg [COUNT-1:0] more;
        if (reset) begin
            words <= 0;
        end else begin
            more = words;
            if (push_first) begin
                more = more + 1'b1;
            end
            if (push_second) begin
                more = more + 1'b1;
            end
            if (pop) begin
                more = more - 1'b1;
            end
            words <= more;
        end
    end

endmodule

`default_nettype wire
