// SPDX-License-Identifier: Apache-2.0
// medic_samples: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Replies of one kind in an epoch, and the misses among them (specification section 2.3). Both
// counters are halved when that of the replies reaches its highest bit.
module medic_samples #(
    parameter BITS = 16
) (
    input  wire            clock,   // SM clock.
    input  wire            reset,   // Synchronous reset, active high.
    input  wire            clear,   // Both become 0.
    input  wire            count,   // A reply.
    input  wire            miss,    // It was a miss.
    output reg  [BITS-1:0] replies, // Replies.
    output reg  [BITS-1:0] misses   // Misses among them.
);

    localparam TOP = BITS - 1;

    wire [BITS-1:0] more;

    assign more = replies + 1'b1;

    always @(posedge clock) begin : update_replies
        reg [BITS-1:0] more_missed;
        if (reset) begin
            replies <= 0;
            misses <= 0;
        end else begin
            more_missed = misses;
            if (miss) begin
                more_missed = misses + 1'b1;
            end
            if (clear) begin
                replies <= 0;
                misses <= 0;
            end else if (count) begin
                replies <= more;
                misses <= more_missed;
                // Both, so that their ratio stays.
                if (more[TOP]) begin
                    replies <= more >> 1;
                    misses <= more_missed >> 1;
                end
            end
        end
    end

endmodule

`default_nettype wire
