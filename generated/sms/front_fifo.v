// SPDX-License-Identifier: Apache-2.0
// front_fifo: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Queue of `DEPTH` words of `W` bits, first in, first out, as `fifo`, with its first word in a
// register of its own: who looks at it does not wait for a multiplexer over all words. At least two
// words. They come from two sides, from one of them in a cycle. `pop` must be low while the queue
// is empty, `push` and `other_push` while it is full unless `pop` is high.
module front_fifo #(
    parameter DEPTH = 15,
    parameter W = 36,
    // What follows from these; not to be set.
    parameter BEHIND = DEPTH - 1,
    parameter POINTER = ($clog2(BEHIND) > 1 ? $clog2(BEHIND) : 1),
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input  wire             clock,      // Clock.
    input  wire             reset,      // Synchronous reset, active high.
    input  wire             push,       // Put `data` behind the last word.
    input  wire [W-1:0]     data,       // The word to push.
    input  wire             other_push, // Put `other_data` behind the last word.
    input  wire [W-1:0]     other_data, // The word to push then.
    input  wire             pop,        // Remove the first word.
    output reg  [W-1:0]     head,       // The first word.
    output reg  [COUNT-1:0] count       // Number of words.
);

    localparam LAST = DEPTH - 2;

    wire                    pushed;   // A word is pushed; that word.
    wire                    moves;    // The queue changes.
    wire                    several;  // There is a second word.
    reg                     to_front; // A word pushed becomes the first one.
    reg  [W-1:0]            memory [0:BEHIND-1]; // The words behind the first one.
    reg  [POINTER-1:0]      second;   // Where the second word is.
    reg  [POINTER-1:0]      free;     // Where the next word goes.

    always @(posedge clock) begin : update_head
        reg [W-1:0] word;
        word = data;
        if (other_push) begin
            word = other_data;
        end
        // A word for the front is written behind it, too, where it does no harm: that does not wait
        // for `pop`.
        if (pushed) begin
            memory[free] <= word;
        end
        if (moves) begin
            if (several) begin
                if (pop) begin
                    head <= memory[second];
                end
            end else if (to_front) begin
                head <= word;
            end
        end
    end

    assign pushed = push || other_push;
    assign moves = pushed || pop;
    assign several = count > 1;

    always @* begin
        to_front = count == 0;
        if (pop) begin
            to_front = !several;
        end
    end

    // A simulator is done with a queue that does not change at once.
    always @(posedge clock) begin
        if (reset) begin
            second <= 0;
            free <= 0;
            count <= 0;
        end else if (moves) begin
            if (pushed && !to_front) begin
                free <= free + 1'b1;
                if (free == LAST[POINTER-1:0]) begin
                    free <= 0;
                end
            end
            if (pop && several) begin
                second <= second + 1'b1;
                if (second == LAST[POINTER-1:0]) begin
                    second <= 0;
                end
            end
            if (pushed && !pop) begin
                count <= count + 1'b1;
            end
            if (pop && !pushed) begin
                count <= count - 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
