// SPDX-License-Identifier: Apache-2.0
// age_matrix_8: part of equalizer, configuration fermi
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=15 n_warps=48 n_cta=8 epoch_len=4096 sample_period=128 hyst_epochs=3 bw_sat=2
//   vr_cycles=512 comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest
//   nb_reset_on_launch=1

// Launch order of `N` slots, and the oldest or youngest of a set of slots.
// The order is a triangular matrix: bit j of row i, i < j, says that slot i was launched before slot j.
// Slots launched in the same cycle count in the order of their numbers.
module age_matrix_8 (
    input  wire       clock,      // Clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [7:0] launch,     // Slots launched in this cycle; they become the youngest.
    input  wire [7:0] candidates, // Slots to choose from.
    input  wire       youngest,   // 1 chooses the youngest candidate, 0 the oldest.
    output reg  [7:0] pick        // The chosen slot, one-hot; zero without candidates.
);

    // Slots above i, for each i.
    localparam [63:0] ABOVE = {8'd0, 8'd128, 8'd192, 8'd224, 8'd240, 8'd248, 8'd252, 8'd254};

    reg  [7:0]  invert;
    reg  [7:0]  row;
    reg  [7:0]  beaten;
    reg  [63:0] older_than; // Row i: the slots above i that are younger than slot i.

    always @(posedge clock) begin : update_older_than
        integer i;
        if (reset) begin
            older_than <= 64'd0;
        end else begin
            for (i = 0; i < 8; i = i + 1) begin
                if (launch[i]) begin
                    older_than[(i * 8) +: 8] <= launch & ABOVE[(i * 8) +: 8];
                end else if (launch != 8'd0) begin
                    older_than[(i * 8) +: 8] <= (older_than[(i * 8) +: 8] | launch)
                        & ABOVE[(i * 8) +: 8];
                end
            end
        end
    end

    // A candidate is chosen if none below it and none above it comes first.
    always @* begin : compute_pick
        integer j;
        j = 0;
        pick = 8'd0;
        row = 8'd0;
        beaten = 8'd0;
        invert = 8'd0;
        if (candidates != 8'd0) begin
            if (youngest) begin
                invert = ~invert;
            end
            for (j = 0; j < 8; j = j + 1) begin
                row = (older_than[(j * 8) +: 8] ^ invert) & ABOVE[(j * 8) +: 8];
                if (candidates[j]) begin
                    beaten = beaten | row;
                    row = candidates & ABOVE[(j * 8) +: 8] & ~row;
                    pick[j] = row == 8'd0;
                end
            end
            pick = pick & ~beaten;
        end
    end

endmodule
