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
    output reg  [(N * N)-1:0] elders    // For each entry those that were filled before it.
);


    reg  [N-1:0]       row;
    reg  [N-1:0]       earlier;
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

    always @* begin : compute_elders
        integer i;
        integer j;
        earlier = 0;
        row = 0;
        for (i = 0; i < N; i = i + 1) begin
            earlier = ~older_than[(i * N) +: N] & ({N{1'b1}} << (i + 1));
            for (j = 0; j < N; j = j + 1) begin
                row = older_than[(j * N) +: N] & ({N{1'b1}} << (j + 1));
                if (row[i]) begin
                    earlier[j] = 1'b1;
                end
            end
            elders[(i * N) +: N] = earlier;
        end
    end

endmodule

`default_nettype wire
