// SPDX-License-Identifier: Apache-2.0
// Invariant 8: a register keeps, byte by byte, what was written last, or its value after reset, or counts; a write comes before a
// count. What is read is that in its settable bits and what is seen in the others, and registers that do not exist are told from those that do.
// Engine: pdr
module i08_registers #(
    parameter WORDS = 3
) (
    input wire                clock,
    input wire                reset,
    input wire                write,
    input wire [9:0]          write_word,
    input wire [31:0]         write_data,
    input wire [3:0]          write_strobes,
    input wire                write_present,
    input wire [9:0]          read_word,
    input wire                read_present,
    input wire [31:0]         read_value,
    input wire [WORDS-1:0]    exists,
    input wire [32*WORDS-1:0] settable,
    input wire [32*WORDS-1:0] at_reset,
    input wire [32*WORDS-1:0] seen,
    input wire [WORDS-1:0]    count,
    input wire [32*WORDS-1:0] settings
);

    reg [32*WORDS-1:0] kept;
    reg                first = 1'b1; // Nothing is known before the first reset.

    integer w, b;
    always @(posedge clock) begin
        if (reset) begin
            kept <= at_reset;
            first <= 1'b0;
        end else begin
            for (w = 0; w < WORDS; w = w + 1) begin
                if (write && write_word == w) begin
                    for (b = 0; b < 4; b = b + 1) begin
                        if (write_strobes[b]) kept[32*w + 8*b +: 8] <= write_data[8*b +: 8];
                    end
                end else if (count[w]) begin
                    kept[32*w +: 32] <= kept[32*w +: 32] + 1;
                end
            end
        end
    end

    wire [32*WORDS-1:0] shown = (kept & settable) | (seen & ~settable);

    always @* if (!first) begin
        assert (settings == (kept & settable));
        assert (read_value == (read_word < WORDS ? shown[32*read_word +: 32] : 0));
        assert (read_present == (read_word < WORDS && exists[read_word]));
        assert (write_present == (write_word < WORDS && exists[write_word]));
    end

endmodule
