// SPDX-License-Identifier: Apache-2.0
// fifo: part of mascar, sms, mask, mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is
// the only one, in the next cycle. `pop` must be low while the queue is empty, `push` while it is
// full unless `pop` is high.
module fifo #(
    parameter DEPTH = 32,
    parameter W = 336,
    // What follows from these; not to be set.
    parameter POINTER = ($clog2(DEPTH) > 1 ? $clog2(DEPTH) : 1),
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input  wire             clock, // Clock.
    input  wire             reset, // Synchronous reset, active high.
    input  wire             push,  // Put `data` behind the last word.
    input  wire [W-1:0]     data,  // The word to push.
    input  wire             pop,   // Remove the first word.
    output wire [W-1:0]     head,  // The first word.
    output reg  [COUNT-1:0] count  // Number of words.
);

    localparam LAST = DEPTH - 1;

    reg  [W-1:0]           memory [0:DEPTH-1];
    reg  [POINTER-1:0]     first;  // Where the first word is.
    reg  [POINTER-1:0]     free;   // Where the next word goes.

    always @(posedge clock) begin
        if (push) begin
            memory[free] <= data;
        end
    end

    assign head = memory[first];

    always @(posedge clock) begin
        if (reset) begin
            first <= 0;
            free <= 0;
            count <= 0;
        end else begin
            if (push) begin
                free <= free + 1'b1;
                if (free == LAST[POINTER-1:0]) begin
                    free <= 0;
                end
            end
            if (pop) begin
                first <= first + 1'b1;
                if (first == LAST[POINTER-1:0]) begin
                    first <= 0;
                end
            end
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
