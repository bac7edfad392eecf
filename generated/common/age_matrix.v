// SPDX-License-Identifier: Apache-2.0
// age_matrix: part of equalizer, cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Launch order of `N` slots, and the oldest or youngest of a set of slots.
// The order is a triangular matrix: bit j of row i, i < j, says that slot i was launched before
// slot j.
// Slots launched in the same cycle count in the order of their numbers.
module age_matrix #(
    parameter N = 8
) (
    input  wire         clock,      // Clock.
    input  wire         reset,      // Synchronous reset, active high.
    input  wire [N-1:0] launch,     // Slots launched in this cycle; they become the youngest.
    input  wire [N-1:0] candidates, // Slots to choose from.
    input  wire         youngest,   // 1 chooses the youngest candidate, 0 the oldest.
    output reg  [N-1:0] pick        // The chosen slot, one-hot; zero without candidates.
);


    reg  [N-1:0]       invert;
    reg  [N-1:0]       row;
    reg  [N-1:0]       beaten;
    reg  [(N * N)-1:0] older_than; // Row i: the slots above i that are younger than slot i.

    always @(posedge clock) begin : update_older_than
        integer i;
        if (reset) begin
            older_than <= 0;
        end else if (launch != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                if (launch[i]) begin
                    older_than[(i * N) +: N] <= launch & ({N{1'b1}} << (i + 1));
                end else begin
                    older_than[(i * N) +: N] <= (older_than[(i * N) +: N] | launch)
                        & ({N{1'b1}} << (i + 1));
                end
            end
        end
    end

    // A candidate is chosen if none below it and none above it comes first.
    always @* begin : compute_pick
        integer j;
        j = 0;
        pick = 0;
        row = 0;
        beaten = 0;
        invert = 0;
        if (candidates != 0) begin
            if (youngest) begin
                invert = ~invert;
            end
            for (j = 0; j < N; j = j + 1) begin
                if (candidates[j]) begin
                    row = (older_than[(j * N) +: N] ^ invert) & ({N{1'b1}} << (j + 1));
                    beaten = beaten | row;
                    row = candidates & ({N{1'b1}} << (j + 1)) & ~row;
                    pick[j] = row == 0;
                end
            end
            pick = pick & ~beaten;
        end
    end

endmodule

`default_nettype wire
