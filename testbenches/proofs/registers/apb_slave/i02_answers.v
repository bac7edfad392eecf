// SPDX-License-Identifier: Apache-2.0
// Invariant 2: a transfer ends with pslverr if no register is at its address as its setup phase ends, and a read gives the value that
// the register has then, or 0 with pslverr.
// Engine: pdr
module i02_answers (
    input wire        clock,
    input wire        reset,
    input wire        psel,
    input wire        penable,
    input wire        pwrite,
    input wire [11:0] paddr,
    input wire        pready,
    input wire [31:0] prdata,
    input wire        pslverr,
    input wire [9:0]  word,
    input wire        present,
    input wire [31:0] value
);

    reg        setup;
    reg        read;
    reg        there;
    reg [31:0] seen;

    always @(posedge clock) begin
        setup <= !reset && psel && !penable;
        read <= !pwrite;
        there <= present;
        seen <= value;
    end

    always @* begin
        assert (word == paddr[11:2]);
        if (setup) begin
            assert (pready && pslverr == !there);
            assert (prdata == (read && there ? seen : 0));
        end
    end

endmodule
