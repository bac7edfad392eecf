// SPDX-License-Identifier: Apache-2.0
// medic_arrivals: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The order in which the requests of `N` entries have arrived, for several questions at once. It is
// a triangular matrix: bit j of row i, i < j, says that entry i was filled before entry j.
module medic_arrivals #(
    parameter N = 16
) (
    input  wire               clock,    // Clock.
    input  wire               reset,    // Synchronous reset, active high.
    // The entry that is filled in this cycle, one-hot, if any; it becomes the youngest.
    input  wire [N-1:0]       inserted,
    // For each entry those above it that were filled after it; those below it know whether they
    // were filled before.
    output reg  [(N * N)-1:0] younger
);


    reg  [(N * N)-1:0] older_than; // Row i: the entries above i that were filled after entry i.

    always @(posedge clock) begin : update_older_than
        integer i;
        if (reset) begin
            older_than <= 0;
        end else begin
            for (i = 0; i < N; i = i + 1) begin
                if (inserted[i]) begin
                    older_than[(i * N) +: N] <= 0;
                end else if (inserted != 0) begin
                    older_than[(i * N) +: N] <= (older_than[(i * N) +: N] | inserted)
                        & ({N{1'b1}} << (i + 1));
                end
            end
        end
    end

    always @* begin : compute_younger
        integer i;
        for (i = 0; i < N; i = i + 1)
            younger[(i * N) +: N] = older_than[(i * N) +: N] & ({N{1'b1}} << (i + 1));
    end

endmodule

`default_nettype wire
