// SPDX-License-Identifier: Apache-2.0
// mosaic_frame_ram: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// A memory with a word for each frame, one write port and one read port, as FPGA tools make it of
// block RAM. It has no reset. A read in the cycle of a write of its word gives the old one.
module mosaic_frame_ram #(
    parameter FRAMES = 1536,
    parameter W = 46,
    // What follows from these; not to be set.
    parameter FRAME = $clog2(FRAMES)
) (
    input  wire             clock,   // Clock.
    input  wire             write,   // Write a word.
    input  wire [FRAME-1:0] address,
    input  wire [W-1:0]     data,
    input  wire [FRAME-1:0] read,    // The word that is read.
    output reg  [W-1:0]     word     // That of the last cycle.
);

    reg  [W-1:0]            memory [0:FRAMES-1];

    always @(posedge clock) begin
        if (write) begin
            memory[address] <= data;
        end
        word <= memory[read];
    end

endmodule

`default_nettype wire
