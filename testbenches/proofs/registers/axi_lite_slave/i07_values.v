// SPDX-License-Identifier: Apache-2.0
// Invariant 7: each write reaches the register of its address once, in the cycle before its response, with the data and the strobes
// that were taken; the response says whether that register exists. A read has the value that its register has as its address is
// taken.
// Engine: pdr
module i07_values (
    input wire        clock,
    input wire        reset,
    input wire        awvalid,
    input wire        awready,
    input wire [11:0] awaddr,
    input wire        wvalid,
    input wire        wready,
    input wire [31:0] wdata,
    input wire [3:0]  wstrb,
    input wire        bvalid,
    input wire        bready,
    input wire [1:0]  bresp,
    input wire        arvalid,
    input wire        arready,
    input wire [11:0] araddr,
    input wire        rvalid,
    input wire [31:0] rdata,
    input wire [1:0]  rresp,
    input wire [9:0]  write_word,
    input wire        write_present,
    input wire        write,
    input wire [31:0] write_data,
    input wire [3:0]  write_strobes,
    input wire [9:0]  read_word,
    input wire        read_present,
    input wire [31:0] read_value
);

    // What was taken and has not reached its register.
    reg        addressed;
    reg [9:0]  address;
    reg        given;
    reg [35:0] data;
    // A write has reached its register, and its response has not been taken.
    reg        done;
    reg        failed;
    reg [33:0] read;
    reg        first = 1'b1; // Nothing is known before the first reset.

    always @(posedge clock) begin
        if (reset) begin
            addressed <= 1'b0;
            given <= 1'b0;
            done <= 1'b0;
            first <= 1'b0;
        end else begin
            addressed <= (awvalid && awready) || (addressed && !write);
            given <= (wvalid && wready) || (given && !write);
            done <= write || (done && !(bvalid && bready));
        end
        if (awvalid && awready) address <= awaddr[11:2];
        if (wvalid && wready) data <= {wstrb, wdata};
        if (write) failed <= !write_present;
        if (arvalid && arready) read <= {read_present ? 2'd0 : 2'd2, read_value};
    end

    always @* if (!reset && !first) begin
        assert (!write || (addressed && given && !done));
        assert (awready == !addressed && wready == !given);
        if (addressed) assert (write_word == address);
        if (given) assert ({write_strobes, write_data} == data);
        assert (bvalid == done);
        if (bvalid) assert (bresp == (failed ? 2'd2 : 2'd0));
        assert (read_word == araddr[11:2]);
        if (rvalid) assert ({rresp, rdata} == read);
    end

endmodule
