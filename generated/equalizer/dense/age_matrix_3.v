// SPDX-License-Identifier: Apache-2.0
// age_matrix_3: part of equalizer, configuration dense
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=6 n_warps=24 n_cta=3 epoch_len=512 sample_period=2 hyst_epochs=2 bw_sat=3 vr_cycles=700
//   comp_ge=1 maintain_nominal=0 barrier_active=1 pause_order=oldest nb_reset_on_launch=0

// Launch order of `N` slots, and the oldest or youngest of a set of slots.
// The order is a triangular matrix: bit j of row i, i < j, says that slot i was launched before slot j.
// Slots launched in the same cycle count in the order of their numbers.
module age_matrix_3 (
    input  wire       clock,      // Clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [2:0] launch,     // Slots launched in this cycle; they become the youngest.
    input  wire [2:0] candidates, // Slots to choose from.
    input  wire       youngest,   // 1 chooses the youngest candidate, 0 the oldest.
    output reg  [2:0] pick        // The chosen slot, one-hot; zero without candidates.
);

    // Slots above i, for each i.
    localparam [8:0] ABOVE = {3'd0, 3'd4, 3'd6};

    reg  [2:0] invert;
    reg  [2:0] row;
    reg  [2:0] beaten;
    reg  [8:0] older_than; // Row i: the slots above i that are younger than slot i.

    always @(posedge clock) begin : update_older_than
        integer i;
        if (reset) begin
            older_than <= 9'd0;
        end else begin
            for (i = 0; i < 3; i = i + 1) begin
                if (launch[i]) begin
                    older_than[(i * 3) +: 3] <= launch & ABOVE[(i * 3) +: 3];
                end else if (launch != 3'd0) begin
                    older_than[(i * 3) +: 3] <= (older_than[(i * 3) +: 3] | launch)
                        & ABOVE[(i * 3) +: 3];
                end
            end
        end
    end

    // A candidate is chosen if none below it and none above it comes first.
    always @* begin : compute_pick
        integer j;
        j = 0;
        pick = 3'd0;
        row = 3'd0;
        beaten = 3'd0;
        invert = 3'd0;
        if (candidates != 3'd0) begin
            if (youngest) begin
                invert = ~invert;
            end
            for (j = 0; j < 3; j = j + 1) begin
                row = (older_than[(j * 3) +: 3] ^ invert) & ABOVE[(j * 3) +: 3];
                if (candidates[j]) begin
                    beaten = beaten | row;
                    row = candidates & ABOVE[(j * 3) +: 3] & ~row;
                    pick[j] = row == 3'd0;
                end
            end
            pick = pick & ~beaten;
        end
    end

endmodule
