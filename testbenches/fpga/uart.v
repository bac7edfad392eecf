// SPDX-License-Identifier: Apache-2.0
// uart_rx, uart_tx: a byte from a serial line and back: a start bit, eight bits, the lowest first, a stop bit, DIVIDER cycles each.

`default_nettype none

module uart_rx #(
    parameter [15:0] DIVIDER = 16
) (
    input  wire       clock,
    input  wire       reset,
    input  wire       line,
    output reg        valid, // Pulse: a byte has come.
    output reg  [7:0] data
);

    reg [1:0]  seen; // The line, by way of two registers.
    reg [15:0] pause;
    reg [3:0]  left; // Bits to come, the stop bit included.

    always @(posedge clock) begin
        seen <= {seen[0], line};
        valid <= 0;
        if (reset) begin
            seen <= 2'b11;
            left <= 0;
        end else if (left == 0) begin
            // The middle of a bit is looked at.
            pause <= DIVIDER + DIVIDER / 2 - 2;
            if (!seen[1]) left <= 9;
        end else if (pause != 0) begin
            pause <= pause - 1;
        end else begin
            pause <= DIVIDER - 1;
            left <= left - 1;
            if (left == 1) valid <= seen[1];
            else data <= {seen[1], data[7:1]};
        end
    end

endmodule

module uart_tx #(
    parameter [15:0] DIVIDER = 16
) (
    input  wire       clock,
    input  wire       reset,
    input  wire       send, // Pulse, while `ready`.
    input  wire [7:0] data,
    output wire       ready,
    output wire       line
);

    reg [8:0]  bits;
    reg [15:0] pause;
    reg [3:0]  left;

    assign ready = left == 0;
    assign line = bits[0];

    always @(posedge clock) begin
        if (reset) begin
            bits <= 9'h1ff;
            left <= 0;
        end else if (ready) begin
            pause <= DIVIDER - 1;
            if (send) begin
                bits <= {data, 1'b0};
                left <= 10;
            end
        end else if (pause != 0) begin
            pause <= pause - 1;
        end else begin
            pause <= DIVIDER - 1;
            bits <= {1'b1, bits[8:1]};
            left <= left - 1;
        end
    end

endmodule

`default_nettype wire
