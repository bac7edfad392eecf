// SPDX-License-Identifier: Apache-2.0
// sb_lane: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The results of one lane: a memory with two write ports, as two memories of one write port each
// and two bits for each of their words that say which of them was written last. A word that has not
// been written since reset reads as 0. What is written is read in the same cycle.
module sb_lane #(
    parameter DEPTH = 32,
    parameter ADDRESS = 5,
    parameter W = 32,
    // What follows from these; not to be set.
    parameter ADDRESSES = 4 * ADDRESS,
    parameter WORDS = 4 * W
) (
    input  wire                 clock,     // Fast clock.
    input  wire                 reset,     // Synchronous reset, active high.
    input  wire                 a_write,   // The ALU writes a word.
    input  wire [ADDRESS-1:0]   a_address,
    input  wire [W-1:0]         a_data,
    input  wire                 l_write,   // A load or an SFU writes a word, behind the ALU.
    input  wire [ADDRESS-1:0]   l_address,
    input  wire [W-1:0]         l_data,
    input  wire [ADDRESSES-1:0] addresses, // The four words that are read.
    output reg  [WORDS-1:0]     words
);

    localparam [DEPTH-1:0] ONE = 1;

    wire [WORDS-1:0]   alu_words;
    wire [WORDS-1:0]   load_words;
    reg  [ADDRESS-1:0] address;
    reg  [W-1:0]       word;
    wire [W-1:0]       alu_word_a;
    wire [W-1:0]       alu_word_b;
    wire [W-1:0]       alu_word_c;
    wire [W-1:0]       alu_word_d;
    wire [W-1:0]       load_word_a;
    wire [W-1:0]       load_word_b;
    wire [W-1:0]       load_word_c;
    wire [W-1:0]       load_word_d;
    // Words that the ALU has written last, and those that a load has.
    reg  [DEPTH-1:0]   by_alu;
    reg  [DEPTH-1:0]   by_load;

    sb_ram #(.DEPTH(DEPTH), .ADDRESS(ADDRESS), .W(W)) alu (
        .clock   (clock),
        .write   (a_write),
        .address (a_address),
        .data    (a_data),
        .read_a  (addresses[ADDRESS-1:0]),
        .read_b  (addresses[ADDRESS +: ADDRESS]),
        .read_c  (addresses[(2 * ADDRESS) +: ADDRESS]),
        .read_d  (addresses[(3 * ADDRESS) +: ADDRESS]),
        .word_a  (alu_word_a),
        .word_b  (alu_word_b),
        .word_c  (alu_word_c),
        .word_d  (alu_word_d)
    );

    sb_ram #(.DEPTH(DEPTH), .ADDRESS(ADDRESS), .W(W)) load (
        .clock   (clock),
        .write   (l_write),
        .address (l_address),
        .data    (l_data),
        .read_a  (addresses[ADDRESS-1:0]),
        .read_b  (addresses[ADDRESS +: ADDRESS]),
        .read_c  (addresses[(2 * ADDRESS) +: ADDRESS]),
        .read_d  (addresses[(3 * ADDRESS) +: ADDRESS]),
        .word_a  (load_word_a),
        .word_b  (load_word_b),
        .word_c  (load_word_c),
        .word_d  (load_word_d)
    );

    assign alu_words = {alu_word_d, alu_word_c, alu_word_b, alu_word_a};
    assign load_words = {load_word_d, load_word_c, load_word_b, load_word_a};

    always @(posedge clock) begin : update_by_alu
        reg [DEPTH-1:0] a_bit;
        reg [DEPTH-1:0] l_bit;
        if (reset) begin
            by_alu <= 0;
            by_load <= 0;
        end else begin
            a_bit = 0;
            if (a_write) begin
                a_bit = ONE << a_address;
            end
            l_bit = 0;
            if (l_write) begin
                l_bit = ONE << l_address;
            end
            by_alu <= (by_alu | a_bit) & ~l_bit;
            by_load <= (by_load & ~a_bit) | l_bit;
        end
    end

    // Reads see the writes of the cycle.
    always @* begin : compute_words
        integer r;
        address = 0;
        word = 0;
        words = 0;
        for (r = 0; r < 4; r = r + 1) begin
            address = addresses[(r * ADDRESS) +: ADDRESS];
            word = 0;
            if (l_write && (l_address == address)) begin
                word = l_data;
            end else if (a_write && (a_address == address)) begin
                word = a_data;
            end else if (by_alu[address]) begin
                word = alu_words[(r * W) +: W];
            end else if (by_load[address]) begin
                word = load_words[(r * W) +: W];
            end
            words = words | ({{(WORDS - W){1'b0}}, word} << (r * W));
        end
    end

endmodule

`default_nettype wire
