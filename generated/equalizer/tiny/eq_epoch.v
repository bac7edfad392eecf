// SPDX-License-Identifier: Apache-2.0
// eq_epoch: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Epoch timing of one SM: which cycles are samples, and when the epoch is decided
// (specification sections 2.2 and 5.1, decisions W8, W11, W14).
module eq_epoch (
    input  wire clock,        // SM clock.
    input  wire reset,        // Synchronous reset, active high.
    input  wire en,           // 0: no samples and no decisions; the epoch counter runs on.
    input  wire kernel_start, // A kernel starts; a sample in this cycle is lost.
    output wire sample,       // The warp states are counted in this cycle.
    output reg  decide        // The sums of the last epoch are complete and decided on in this cycle.
);

    // A cycle is a sample if all these bits of its number are ones: sample_period - 1.
    localparam [8:0] SAMPLE_MASK = 9'd127;
    localparam STAGED = 1'b1; // Counts pass a register before they are added: sample_period >= 4.

    reg  [8:0] cycle;   // Cycle of the epoch; wraps at the epoch's length.
    reg        ended_1; // The previous cycle ended an epoch.
    reg        ended_2; // The cycle before the previous one ended an epoch.

    always @(posedge clock) begin
        if (reset) begin
            cycle <= 9'd0;
            ended_1 <= 1'b0;
            ended_2 <= 1'b0;
        end else begin
            cycle <= cycle + 9'd1;
            ended_1 <= &cycle;
            ended_2 <= ended_1;
        end
    end

    assign sample = en && !kernel_start && ((cycle & SAMPLE_MASK) == SAMPLE_MASK);

    // The staged counters need two cycles more for the epoch's last sample.
    always @* begin
        if (STAGED) begin
            decide = en && ended_2;
        end else begin
            decide = en && (&cycle);
        end
    end

endmodule
