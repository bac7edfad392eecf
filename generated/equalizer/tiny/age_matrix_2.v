// SPDX-License-Identifier: Apache-2.0
// age_matrix_2: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Launch order of `N` slots, and the oldest or youngest of a set of slots.
// The order is a triangular matrix: bit j of row i, i < j, says that slot i was launched before slot j.
// Slots launched in the same cycle count in the order of their numbers.
module age_matrix_2 (
    input  wire       clock,      // Clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [1:0] launch,     // Slots launched in this cycle; they become the youngest.
    input  wire [1:0] candidates, // Slots to choose from.
    input  wire       youngest,   // 1 chooses the youngest candidate, 0 the oldest.
    output reg  [1:0] pick        // The chosen slot, one-hot; zero without candidates.
);

    // Slots above i, for each i.
    localparam [3:0] ABOVE = {2'd0, 2'd2};

    reg  [1:0] invert;
    reg  [1:0] row;
    reg  [1:0] beaten;
    reg  [3:0] older_than; // Row i: the slots above i that are younger than slot i.

    always @(posedge clock) begin : update_older_than
        integer i;
        if (reset) begin
            older_than <= 4'd0;
        end else begin
            for (i = 0; i < 2; i = i + 1) begin
                if (launch[i]) begin
                    older_than[(i * 2) +: 2] <= launch & ABOVE[(i * 2) +: 2];
                end else if (launch != 2'd0) begin
                    older_than[(i * 2) +: 2] <= (older_than[(i * 2) +: 2] | launch)
                        & ABOVE[(i * 2) +: 2];
                end
            end
        end
    end

    // A candidate is chosen if none below it and none above it comes first.
    always @* begin : compute_pick
        integer j;
        j = 0;
        pick = 2'd0;
        row = 2'd0;
        beaten = 2'd0;
        invert = 2'd0;
        if (candidates != 2'd0) begin
            if (youngest) begin
                invert = ~invert;
            end
            for (j = 0; j < 2; j = j + 1) begin
                row = (older_than[(j * 2) +: 2] ^ invert) & ABOVE[(j * 2) +: 2];
                if (candidates[j]) begin
                    beaten = beaten | row;
                    row = candidates & ABOVE[(j * 2) +: 2] & ~row;
                    pick[j] = row == 2'd0;
                end
            end
            pick = pick & ~beaten;
        end
    end

endmodule
