// SPDX-License-Identifier: Apache-2.0
// medic_oldest: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Of the candidates among `N` entries the one that arrived first; those of the better class go
// before the others. What goes before what is known before the candidates are, so the choice is one
// AND of many inputs for each entry.
module medic_oldest #(
    parameter N = 16
) (
    // There may be candidates; while it is low the rest stands still.
    input  wire               enable,
    input  wire [(N * N)-1:0] elders,     // For each entry those that arrived before it.
    input  wire [N-1:0]       better,     // Entries of the better class.
    input  wire [N-1:0]       candidates, // Entries to choose from.
    output wire [N-1:0]       pick        // The chosen one, one-hot; zero without candidates.
);

    reg  [N-1:0] ahead;
    reg  [N-1:0] picked;

    always @* begin : compute_ahead
        integer i;
        i = 0;
        picked = 0;
        ahead = 0;
        if (enable) begin
            for (i = 0; i < N; i = i + 1) begin
                ahead = elders[(i * N) +: N] | better;
                if (better[i]) begin
                    ahead = elders[(i * N) +: N] & better;
                end
                picked[i] = candidates[i] && ((candidates & ahead) == {N{1'b0}});
            end
        end
    end

    assign pick = picked;

endmodule

`default_nettype wire
