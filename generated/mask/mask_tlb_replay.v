// SPDX-License-Identifier: Apache-2.0
// mask_tlb_replay: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Queue of the lookups that wait for a walk context, first in, first out (decision D9): up to two
// go in and one comes out in a cycle. Who pushes keeps it from running over. What goes in is
// written into the memory a cycle later. The two oldest are in registers, so that who takes the one
// can look at what comes behind it.
module mask_tlb_replay #(
    parameter DEPTH = 64,
    parameter W = 61,
    // What follows from these; not to be set.
    parameter POINTER = ($clog2(DEPTH) > 1 ? $clog2(DEPTH) : 1),
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input  wire             clock,       // Clock.
    input  wire             reset,       // Synchronous reset, active high.
    input  wire             push_first,  // Put in the first lookup.
    input  wire [W-1:0]     first_data,
    input  wire             push_second, // Put in the second, behind the first.
    input  wire [W-1:0]     second_data,
    input  wire             pop,         // Take out the oldest.
    output reg  [W-1:0]     head,        // The oldest, and the one behind it.
    output reg  [W-1:0]     behind_head,
    // How many there are, whether none, and whether one at most.
    output reg  [COUNT-1:0] words,
    output wire             empty,
    output wire             lone
);

    localparam LAST = DEPTH - 1;
    localparam [COUNT-1:0] ONE = 1;

    reg  [POINTER-1:0]     next;        // Where the one behind the oldest is, and the third.
    // Where the second that is put in goes, and the one after it.
    reg  [POINTER-1:0]     behind;
    reg  [COUNT-1:0]       stay;        // Those that stay, and then one more and two more.
    wire [COUNT-1:0]       one_more;
    wire [COUNT-1:0]       two_more;
    reg  [W-1:0]           memory [0:DEPTH-1]; // All of them, in a ring.
    reg                    first_new;   // What went in last, and where it goes.
    reg                    second_new;
    reg  [POINTER-1:0]     first_at;
    reg  [POINTER-1:0]     second_at;
    reg  [W-1:0]           first_word;
    reg  [W-1:0]           second_word;
    reg  [POINTER-1:0]     oldest;      // Where the oldest is, and where the next one goes.
    reg  [POINTER-1:0]     free;
    reg                    some;        // There are any, and more than one: who asks knows at once.
    reg                    several;

    // The second overwrites nothing: it goes behind the first.
    always @(posedge clock) begin
        if (first_new) begin
            memory[first_at] <= first_word;
        end
        if (second_new) begin
            memory[second_at] <= second_word;
        end
    end

    assign empty = !some;
    assign lone = !several;

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
            first_new <= 1'b0;
            second_new <= 1'b0;
        end else begin
            first_new <= push_first;
            second_new <= push_second;
        end
    end

    always @(posedge clock) begin
        first_at <= free;
        second_at <= behind;
        first_word <= first_data;
        second_word <= second_data;
    end

    // The two oldest: of those that stay, else of those that come.
    always @* begin
        next = oldest + 1'b1;
        if (oldest == LAST[POINTER-1:0]) begin
            next = 0;
        end
    end

    always @(posedge clock) begin : update_head
        reg [POINTER-1:0] third;
        reg [W-1:0] third_word;
        reg [W-1:0] earliest;
        third = next + 1'b1;
        if (next == LAST[POINTER-1:0]) begin
            third = 0;
        end
        earliest = second_data;
        if (push_first) begin
            earliest = first_data;
        end
        third_word = memory[third];
        if (first_new && (first_at == third)) begin
            third_word = first_word;
        end
        if (second_new && (second_at == third)) begin
            third_word = second_word;
        end
        if (pop) begin
            head <= behind_head;
            behind_head <= third_word;
        end
        if (stay == 0) begin
            head <= earliest;
            behind_head <= second_data;
        end else if (stay == ONE) begin
            behind_head <= earliest;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            oldest <= 0;
        end else if (pop) begin
            oldest <= next;
        end
    end

    always @* begin
        stay = words;
        if (pop) begin
            stay = words - 1'b1;
        end
    end

    assign one_more = stay + 1'b1;
    assign two_more = stay + {{(COUNT - 2){1'b0}}, 2'd2};

    always @(posedge clock) begin
        if (reset) begin
            words <= 0;
            some <= 1'b0;
            several <= 1'b0;
        end else begin
            words <= stay;
            if (push_first ^ push_second) begin
                words <= one_more;
            end else if (push_first) begin
                words <= two_more;
            end
            some <= (stay != 0) || push_first || push_second;
            several <= (ONE < stay)
                || (push_first && push_second)
                || ((stay != 0) && (push_first || push_second));
        end
    end

endmodule

`default_nettype wire
