// SPDX-License-Identifier: Apache-2.0
// front_fifo: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Queue of `DEPTH` words of `W` bits, first in, first out, as `fifo`, with its first word in a
// register of its own: who looks at it does not wait for a multiplexer over all words. At least two
// words. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
module front_fifo #(
    parameter DEPTH = 15,
    parameter W = 36,
    // What follows from these; not to be set.
    parameter BEHIND = DEPTH - 1,
    parameter POINTER = ($clog2(BEHIND) > 1 ? $clog2(BEHIND) : 1),
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input  wire             clock, // Clock.
    input  wire             reset, // Synchronous reset, active high.
    input  wire             push,  // Put `data` behind the last word.
    input  wire [W-1:0]     data,  // The word to push.
    input  wire             pop,   // Remove the first word.
    output reg  [W-1:0]     head,  // The first word.
    output reg  [COUNT-1:0] count  // Number of words.
);

    localparam LAST = DEPTH - 2;

    wire                    several;  // There is a second word.
    reg                     to_front; // A word pushed becomes the first one.
    reg  [W-1:0]            memory [0:BEHIND-1]; // The words behind the first one.
    reg  [POINTER-1:0]      second;   // Where the second word is.
    reg  [POINTER-1:0]      free;     // Where the next word goes.

    // A word for the front is written behind it, too, where it does no harm: that does not wait for
    // `pop`.
    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign several = count > 1;

    always @* begin
        to_front = count == 0;
        if (pop) begin
            to_front = !several;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            second <= 0;
            free <= 0;
        end else begin
            if (push && !to_front) begin
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
        end
    end

    always @(posedge clock) begin
        if (several) begin
            if (pop) begin
                head <= memory[second];
            end
        end else if (to_front) begin
            head <= data;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            count <= 0;
        end else begin
            if (push && !pop) begin
                count <= count + 1'b1;
            end
            if (pop && !push) begin
                count <= count - 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
