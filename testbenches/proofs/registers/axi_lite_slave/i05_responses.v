// SPDX-License-Identifier: Apache-2.0
// Invariant 5: no response without a request, and one for each. A write is answered once its address and its data are taken; at
// most two of either are taken and not answered. A read is answered in the cycle behind its address.
// Engine: pdr
module i05_responses (
    input wire clock,
    input wire reset,
    input wire awvalid,
    input wire awready,
    input wire wvalid,
    input wire wready,
    input wire bvalid,
    input wire bready,
    input wire arvalid,
    input wire arready,
    input wire rvalid,
    input wire rready
);

    // Taken and not answered.
    reg [2:0] addresses;
    reg [2:0] data;
    reg       read;

    wire answered = bvalid && bready;

    always @(posedge clock) begin
        if (reset) begin
            addresses <= 0;
            data <= 0;
            read <= 1'b0;
        end else begin
            addresses <= addresses + (awvalid && awready) - answered;
            data <= data + (wvalid && wready) - answered;
            read <= (arvalid && arready) || (read && !(rvalid && rready));
        end
    end

    always @* if (!reset) begin
        assert (!bvalid || (addresses != 0 && data != 0));
        assert (addresses <= 2 && data <= 2);
        // A second read is not taken before the first is answered.
        assert (rvalid == read && !(read && arready));
    end

endmodule
