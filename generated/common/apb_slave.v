// SPDX-License-Identifier: Apache-2.0
// apb_slave: part of equalizer, sms, cta_prefetch, apogee, medic, mask, ilp, mosaic, for all
// configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Slave of AMBA APB (APB4: AMBA APB Protocol Specification, chapters 2 to 4) in front of a
// `register_file`. No wait states: the access phase of every transfer is one cycle long. A transfer
// to an address without a register ends with `pslverr` and changes nothing. `pprot` is not looked
// at.
// `pwdata` and `pstrb` go to the register file directly.
// Registers are of 32 bits and begin at multiples of 4; the two lowest bits of an address do not
// count.
module apb_slave (
    input  wire        clock,   // The bus clock, PCLK.
    input  wire        reset,   // Synchronous reset, active high: the inverse of PRESETn.
    input  wire        psel,    // This slave is selected.
    input  wire        penable, // The access phase of a transfer, behind its setup phase.
    input  wire        pwrite,  // The transfer is a write.
    input  wire [11:0] paddr,   // Byte address.
    output reg         pready,  // The transfer ends in this cycle.
    output reg  [31:0] prdata,  // What is read; 0 but at the end of a read.
    output reg         pslverr, // No register is at the address; only with `pready`.
    output wire [9:0]  word,    // The register that is asked for, counted in words.
    input  wire        present, // There is one of this number.
    input  wire [31:0] value,   // Its value.
    output wire        write    // Write it.
);

    wire setup;
    wire unused; // The place in a register does not count.

    assign word = paddr[11:2];
    assign unused = paddr[1:0] != 2'd0;
    assign setup = psel && !penable;

    always @(posedge clock) begin
        if (reset) begin
            pready <= 1'b0;
            pslverr <= 1'b0;
        end else begin
            pready <= setup;
            pslverr <= setup && !present;
        end
    end

    // A read has its data by the end of the setup phase, in which the address is valid.
    always @(posedge clock) begin
        if (reset) begin
            prdata <= 32'd0;
        end else begin
            prdata <= 32'd0;
            if (setup && !pwrite && present) begin
                prdata <= value;
            end
        end
    end

    assign write = pready && psel && penable && pwrite;

endmodule

`default_nettype wire
