// SPDX-License-Identifier: Apache-2.0
// medic_oldest: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Of the candidates among `N` entries the one that arrived first; those of the better class go
// before the others. What goes before what is known before the candidates are, so the choice is an
// AND of many inputs for each entry.
module medic_oldest #(
    parameter N = 16
) (
    // There may be candidates; while it is low the rest stands still.
    input  wire               enable,
    input  wire [(N * N)-1:0] younger,    // For each entry those above it that arrived after it.
    input  wire [N-1:0]       better,     // Entries of the better class.
    input  wire [N-1:0]       candidates, // Entries to choose from.
    output wire [N-1:0]       pick        // The chosen one, one-hot; zero without candidates.
);


    // Entries above the one at hand that it goes before, and that go before it.
    reg  [N-1:0] behind;
    reg  [N-1:0] ahead;
    // The former if it is a candidate; an OR over all, which synthesis balances.
    reg  [N-1:0] beaten;
    reg  [N-1:0] all_beaten;
    reg  [N-1:0] picked;

    always @* begin : compute_behind
        integer i;
        i = 0;
        picked = 0;
        behind = 0;
        ahead = 0;
        beaten = 0;
        all_beaten = 0;
        if (enable) begin
            for (i = 0; i < N; i = i + 1) begin
                beaten = 0;
                if (candidates[i]) begin
                    behind = younger[(i * N) +: N] & ~better;
                    if (better[i]) begin
                        behind = (younger[(i * N) +: N] | ~better) & ({N{1'b1}} << (i + 1));
                    end
                    ahead = ({N{1'b1}} << (i + 1)) & ~behind;
                    beaten = behind;
                    picked[i] = !all_beaten[i] && ((candidates & ahead) == {N{1'b0}});
                end
                all_beaten = all_beaten | beaten;
            end
        end
    end

    assign pick = picked;

endmodule

`default_nettype wire
