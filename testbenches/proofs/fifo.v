// SPDX-License-Identifier: Apache-2.0
// The words of a FIFO (hdl/src/prim/fifo.rs) from its head on, for every checker that looks into one.
module fifo_words #(
    parameter DEPTH = 2,
    parameter W = 7,
    parameter A = $clog2(DEPTH),
    parameter C = $clog2(DEPTH + 1)
) (
    input wire [A-1:0]       first,
    input wire [A-1:0]       free,
    input wire [C-1:0]       count,
    input wire [DEPTH*W-1:0] memory,
    output reg [DEPTH*W-1:0] words,   // The head lowest; those from `count` on are not in the FIFO.
    output reg               sound    // The pointers fit the count.
);

    integer i;
    reg [A-1:0] at;
    always @* begin
        at = first;
        words = 0;
        sound = first < DEPTH && count <= DEPTH;
        for (i = 0; i < DEPTH; i = i + 1) begin
            if (i == count && free != at) sound = 1'b0;
            words[i*W +: W] = memory[at*W +: W];
            at = at == DEPTH - 1 ? 0 : at + 1'b1;
        end
        if (count == DEPTH && free != first) sound = 1'b0;
    end

endmodule
