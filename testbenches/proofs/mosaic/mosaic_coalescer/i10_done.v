// SPDX-License-Identifier: Apache-2.0
// Invariant 10: each command ends exactly once, and none is taken before the last one has.
// Engine: pdr
module i10_done (
    input wire clock,
    input wire reset,
    input wire cmd_valid,
    input wire cmd_ready,
    input wire large_on,
    input wire done
);

    reg under_way;
    always @(posedge clock) begin
        if (cmd_valid && cmd_ready) under_way <= 1'b1;
        else if (done) under_way <= 1'b0;
        if (reset) under_way <= 1'b0;
    end

    always @* if (!reset) begin
        assert (!done || under_way);
        assert (cmd_ready == (!under_way || done));
        assert (!large_on || under_way);
    end

endmodule
