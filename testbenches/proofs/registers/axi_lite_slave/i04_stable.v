// SPDX-License-Identifier: Apache-2.0
// Invariant 4: bvalid and rvalid are low in reset; else, once high, they stay until bready and rready, and what comes with them
// does not change.
// Engine: pdr
module i04_stable (
    input wire        clock,
    input wire        reset,
    input wire        bvalid,
    input wire        bready,
    input wire [1:0]  bresp,
    input wire        rvalid,
    input wire        rready,
    input wire [31:0] rdata,
    input wire [1:0]  rresp
);

    reg        b_waits = 1'b0;
    reg        r_waits = 1'b0;
    reg [1:0]  b_was;
    reg [33:0] r_was;

    always @(posedge clock) begin
        b_waits <= bvalid && !bready;
        r_waits <= rvalid && !rready;
        b_was <= bresp;
        r_was <= {rresp, rdata};
    end

    always @* begin
        if (reset) assert (!bvalid && !rvalid);
        if (!reset && b_waits) assert (bvalid && bresp == b_was);
        if (!reset && r_waits) assert (rvalid && {rresp, rdata} == r_was);
        assert (!bvalid || bresp == 2'd0 || bresp == 2'd2);
        assert (!rvalid || rresp == 2'd0 || rresp == 2'd2);
    end

endmodule
