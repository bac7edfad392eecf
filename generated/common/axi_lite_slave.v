// SPDX-License-Identifier: Apache-2.0
// axi_lite_slave: part of equalizer, sms, cta_prefetch, apogee, medic, mask, ilp, mosaic, for all
// configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Slave of AXI4-Lite (AMBA AXI Protocol Specification, part B) in front of a `register_file`. The
// address and the data of a write are taken in any order; writes and reads go on side by side. Of
// each kind one waits for its response at a time, and one is done every two cycles. No `ready` or
// `valid` depends on an input of the same cycle but `reset`. An access to an address without a
// register is answered with SLVERR and changes nothing. `awprot` and `arprot` are not looked at.
// Registers are of 32 bits and begin at multiples of 4; the two lowest bits of an address do not
// count.
module axi_lite_slave (
    input  wire        clock,         // The bus clock, ACLK.
    input  wire        reset,         // Synchronous reset, active high: the inverse of ARESETn.
    input  wire        awvalid,       // Write address channel.
    output wire        awready,
    input  wire [11:0] awaddr,
    input  wire        wvalid,        // Write data channel.
    output wire        wready,
    input  wire [31:0] wdata,
    input  wire [3:0]  wstrb,
    output wire        bvalid,        // Write response channel: 0 OKAY, 2 SLVERR.
    input  wire        bready,
    output reg  [1:0]  bresp,
    input  wire        arvalid,       // Read address channel.
    output wire        arready,
    input  wire [11:0] araddr,
    output wire        rvalid,        // Read data channel: 0 OKAY, 2 SLVERR, whose data are 0.
    input  wire        rready,
    output reg  [31:0] rdata,
    output reg  [1:0]  rresp,
    output reg  [9:0]  write_word,    // The register that is written, counted in words.
    input  wire        write_present, // There is one of this number.
    output wire        write,         // Write it.
    output reg  [31:0] write_data,
    output reg  [3:0]  write_strobes,
    output wire [9:0]  read_word,     // The register that is read, counted in words.
    input  wire        read_present,  // There is one of this number.
    input  wire [31:0] read_value     // Its value.
);

    localparam [1:0] SLVERR = 2'd2;

    wire       done;      // The write under way is done in this cycle.
    wire [1:0] unused;    // The place in a register does not count.
    // A write's address is here, and waits for its data or for the response before it.
    reg        addressed;
    reg        given;     // A write's data are here, and wait likewise.
    reg        answered;  // A write waits for its response to be taken.
    reg        failed;
    reg        fetched;   // A read waits for its data to be taken.
    reg        missed;

    assign unused = awaddr[1:0] | araddr[1:0];

    // Writes.
    assign awready = !addressed;
    assign wready = !given;
    assign done = addressed && given && !answered;

    always @(posedge clock) begin
        if (reset) begin
            addressed <= 1'b0;
        end else begin
            if (awvalid && !addressed) begin
                addressed <= 1'b1;
            end
            if (done) begin
                addressed <= 1'b0;
            end
        end
    end

    always @(posedge clock) begin
        if (awvalid && !addressed) begin
            write_word <= awaddr[11:2];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            given <= 1'b0;
        end else begin
            if (wvalid && !given) begin
                given <= 1'b1;
            end
            if (done) begin
                given <= 1'b0;
            end
        end
    end

    always @(posedge clock) begin
        if (wvalid && !given) begin
            write_data <= wdata;
            write_strobes <= wstrb;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            answered <= 1'b0;
        end else begin
            if (answered && bready) begin
                answered <= 1'b0;
            end
            if (done) begin
                answered <= 1'b1;
            end
        end
    end

    always @(posedge clock) begin
        if (done) begin
            failed <= !write_present;
        end
    end

    assign write = done;

    // Nothing is valid in reset, from its first cycle on.
    assign bvalid = answered && !reset;

    always @* begin
        bresp = 2'd0;
        if (failed) begin
            bresp = SLVERR;
        end
    end

    // Reads.
    assign arready = !fetched;
    assign read_word = araddr[11:2];

    always @(posedge clock) begin
        if (reset) begin
            fetched <= 1'b0;
        end else begin
            if (fetched && rready) begin
                fetched <= 1'b0;
            end
            if (arvalid && !fetched) begin
                fetched <= 1'b1;
            end
        end
    end

    always @(posedge clock) begin
        if (arvalid && !fetched) begin
            missed <= !read_present;
            rdata <= read_value;
        end
    end

    assign rvalid = fetched && !reset;

    always @* begin
        rresp = 2'd0;
        if (missed) begin
            rresp = SLVERR;
        end
    end

endmodule

`default_nettype wire
