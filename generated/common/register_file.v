// SPDX-License-Identifier: Apache-2.0
// register_file: part of equalizer, sms, cta_prefetch, apogee, medic, mask, ilp, mosaic, for all
// configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// `WORDS` registers of 32 bits behind a bus, which one port writes and one reads. A bit of a
// register is a setting, which a write of its byte replaces, or shows what is seen; a register may
// also count events, and a write replaces the count.
// `exists`, `settable` and `at_reset` are constants where the file is used, so only bits that are
// settings become registers.
module register_file #(
    parameter WORDS = 3   // Registers.
) (
    input  wire                    clock,         // Clock.
    input  wire                    reset,         // Synchronous reset, active high.
    input  wire                    write,         // Write a register, if it exists.
    input  wire [9:0]              write_word,    // Its number.
    input  wire [31:0]             write_data,    // What is written.
    // Bytes of it that are written, the lowest byte first.
    input  wire [3:0]              write_strobes,
    output reg                     write_present, // The register to be written exists.
    input  wire [9:0]              read_word,     // Number of the register that is read.
    output reg                     read_present,  // It exists.
    output reg  [31:0]             read_value,    // Its value; 0 if it does not exist.
    input  wire [WORDS-1:0]        exists,        // Registers that there are.
    // Bits that are settings or counts, register 0 lowest.
    input  wire [(WORDS * 32)-1:0] settable,
    input  wire [(WORDS * 32)-1:0] at_reset,      // Their values after reset.
    input  wire [(WORDS * 32)-1:0] seen,          // The values of all other bits.
    // Registers that count one up in this cycle, if they are not written.
    input  wire [WORDS-1:0]        count,
    output reg  [(WORDS * 32)-1:0] settings       // The settings and counts; other bits are 0.
);

    localparam [31:0] LOW_BYTE = 32'd255;
    // Lowest bit of each byte.
    localparam [127:0] BYTE_PLACE = {32'd24, 32'd16, 32'd8, 32'd0};

    reg  [(WORDS * 32)-1:0] stored;

    always @(posedge clock) begin : update_stored
        integer b;
        integer i;
        reg [31:0] mask;
        mask = 32'd0;
        for (b = 0; b < 4; b = b + 1) begin
            if (write_strobes[b]) begin
                mask = mask | (LOW_BYTE << BYTE_PLACE[(b * 32) +: 32]);
            end
        end
        for (i = 0; i < WORDS; i = i + 1) begin
            if (count[i]) begin
                stored[(i * 32) +: 32] <= stored[(i * 32) +: 32] + 32'd1;
            end
            if (write && (write_word == i[9:0])) begin
                stored[(i * 32) +: 32] <= (stored[(i * 32) +: 32] & ~mask) | (write_data & mask);
            end
            if (reset) begin
                stored[(i * 32) +: 32] <= at_reset[(i * 32) +: 32];
            end
        end
    end

    always @* begin : compute_settings
        integer i;
        for (i = 0; i < WORDS; i = i + 1)
            settings[(i * 32) +: 32] = stored[(i * 32) +: 32] & settable[(i * 32) +: 32];
    end

    always @* begin : compute_write_present
        integer i;
        write_present = 1'b0;
        for (i = 0; i < WORDS; i = i + 1) begin
            if (write_word == i[9:0]) begin
                write_present = exists[i];
            end
        end
    end

    always @* begin : compute_read_present
        integer i;
        read_present = 1'b0;
        read_value = 32'd0;
        for (i = 0; i < WORDS; i = i + 1) begin
            if (read_word == i[9:0]) begin
                read_present = exists[i];
                read_value = (stored[(i * 32) +: 32] & settable[(i * 32) +: 32])
                    | (seen[(i * 32) +: 32] & ~settable[(i * 32) +: 32]);
            end
        end
    end

endmodule

`default_nettype wire
