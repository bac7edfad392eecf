// SPDX-License-Identifier: Apache-2.0
// Invariant 9: vote_valid pulses exactly once in epoch_len cycles while en = 1.
// Engine: pdr
module i09_votes #(
    parameter epoch_len = 512,
    parameter W = $clog2(epoch_len)
) (
    input wire         clock,
    input wire         reset,
    input wire         en,
    input wire         vote_valid,
    input wire [W-1:0] epoch__cycle,
    input wire         epoch__ended_1,
    input wire         epoch__ended_2
);

    // The vote of an epoch shows in cycle 2 of the next one, if en was 1 the cycle before; after a reset the first
    // epoch is still to come.
    reg         was_en;
    reg         first;   // No epoch has ended since the reset.
    reg [W-1:0] cycle;   // Of the epoch, counted here on its own.
    always @(posedge clock) begin
        was_en <= en && !reset;
        if (reset) begin
            cycle <= 0;
            first <= 1'b1;
        end else begin
            cycle <= cycle + 1'b1;
            if (&cycle) first <= 1'b0;
        end
    end

    always @* if (!reset) begin
        assert (vote_valid == (was_en && !first && cycle == 2));
        // What makes it inductive.
        assert (epoch__cycle == cycle);
        assert (epoch__ended_1 == (!first && cycle == 0));
        assert (epoch__ended_2 == (!first && cycle == 1));
    end

endmodule
