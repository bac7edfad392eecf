// SPDX-License-Identifier: Apache-2.0
// sb_ram: part of ilp, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A memory with one write port and four asynchronous read ports, as FPGA tools make it of
// distributed RAM. A read in the cycle of a write of its word gives the old one.
module sb_ram #(
    parameter DEPTH = 32,
    parameter ADDRESS = 5,
    parameter W = 32
) (
    input  wire               clock,   // Fast clock.
    input  wire               write,   // Write a word.
    input  wire [ADDRESS-1:0] address,
    input  wire [W-1:0]       data,
    input  wire [ADDRESS-1:0] read_a,  // The words that are read.
    input  wire [ADDRESS-1:0] read_b,
    input  wire [ADDRESS-1:0] read_c,
    input  wire [ADDRESS-1:0] read_d,
    output wire [W-1:0]       word_a,
    output wire [W-1:0]       word_b,
    output wire [W-1:0]       word_c,
    output wire [W-1:0]       word_d
);

    reg  [W-1:0]           memory [0:DEPTH-1];

    always @(posedge clock) begin
        if (write) begin
            memory[address] <= data;
        end
    end

    assign word_a = memory[read_a];
    assign word_b = memory[read_b];
    assign word_c = memory[read_c];
    assign word_d = memory[read_d];

endmodule

`default_nettype wire
