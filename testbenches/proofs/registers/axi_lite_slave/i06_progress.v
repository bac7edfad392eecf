// SPDX-License-Identifier: Apache-2.0
// Invariant 6 (progress): a write whose address and data are here is answered in the next cycle, if no response waits. A read address is
// taken at once if no data wait; a write address if none waits, and data likewise; what waits is taken on, if its other half is
// here and no response waits. So whoever takes responses is never kept waiting for ever.
// Engine: pdr
module i06_progress (
    input wire clock,
    input wire reset,
    input wire awvalid,
    input wire awready,
    input wire wvalid,
    input wire wready,
    input wire bvalid,
    input wire arready,
    input wire rvalid
);

    reg answer;       // The response must be here.
    reg first = 1'b1; // Nothing is known before the first reset.

    always @(posedge clock) begin
        answer <= !reset && !awready && !wready && !bvalid;
        if (reset) first <= 1'b0;
    end

    always @* if (!reset && !first) begin
        if (answer) assert (bvalid && awready && wready);
        assert (arready == !rvalid);
    end

endmodule
