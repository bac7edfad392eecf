// SPDX-License-Identifier: Apache-2.0
// age_matrix_32: part of equalizer, configuration large
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=64 n_warps=64 n_cta=32 epoch_len=65536 sample_period=256 hyst_epochs=3 bw_sat=2
//   vr_cycles=512 comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest
//   nb_reset_on_launch=1

// Launch order of `N` slots, and the oldest or youngest of a set of slots.
// The order is a triangular matrix: bit j of row i, i < j, says that slot i was launched before slot j.
// Slots launched in the same cycle count in the order of their numbers.
module age_matrix_32 (
    input  wire        clock,      // Clock.
    input  wire        reset,      // Synchronous reset, active high.
    input  wire [31:0] launch,     // Slots launched in this cycle; they become the youngest.
    input  wire [31:0] candidates, // Slots to choose from.
    input  wire        youngest,   // 1 chooses the youngest candidate, 0 the oldest.
    output reg  [31:0] pick        // The chosen slot, one-hot; zero without candidates.
);

    // Slots above i, for each i.
    localparam [1023:0] ABOVE = {
        32'd0, 32'h80000000, 32'hc0000000, 32'he0000000, 32'hf0000000, 32'hf8000000, 32'hfc000000, 32'hfe000000, 32'hff000000, 32'hff800000, 32'hffc00000, 32'hffe00000, 32'hfff00000,
        32'hfff80000, 32'hfffc0000, 32'hfffe0000, 32'hffff0000, 32'hffff8000, 32'hffffc000, 32'hffffe000, 32'hfffff000, 32'hfffff800, 32'hfffffc00, 32'hfffffe00, 32'hffffff00, 32'hffffff80,
        32'hffffffc0, 32'hffffffe0, 32'hfffffff0, 32'hfffffff8, 32'hfffffffc, 32'hfffffffe
    };

    reg  [31:0]   invert;
    reg  [31:0]   row;
    reg  [31:0]   beaten;
    reg  [1023:0] older_than; // Row i: the slots above i that are younger than slot i.

    always @(posedge clock) begin : update_older_than
        integer i;
        if (reset) begin
            older_than <= 1024'd0;
        end else begin
            for (i = 0; i < 32; i = i + 1) begin
                if (launch[i]) begin
                    older_than[(i * 32) +: 32] <= launch & ABOVE[(i * 32) +: 32];
                end else if (launch != 32'd0) begin
                    older_than[(i * 32) +: 32] <= (older_than[(i * 32) +: 32] | launch)
                        & ABOVE[(i * 32) +: 32];
                end
            end
        end
    end

    // A candidate is chosen if none below it and none above it comes first.
    always @* begin : compute_pick
        integer j;
        j = 0;
        pick = 32'd0;
        row = 32'd0;
        beaten = 32'd0;
        invert = 32'd0;
        if (candidates != 32'd0) begin
            if (youngest) begin
                invert = ~invert;
            end
            for (j = 0; j < 32; j = j + 1) begin
                row = (older_than[(j * 32) +: 32] ^ invert) & ABOVE[(j * 32) +: 32];
                if (candidates[j]) begin
                    beaten = beaten | row;
                    row = candidates & ABOVE[(j * 32) +: 32] & ~row;
                    pick[j] = row == 32'd0;
                end
            end
            pick = pick & ~beaten;
        end
    end

endmodule
