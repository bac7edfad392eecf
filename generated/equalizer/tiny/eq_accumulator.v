// SPDX-License-Identifier: Apache-2.0
// eq_accumulator: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Sum of one warp count over the samples of an epoch (specification section 2.2, decisions W8, W14, W24).
module eq_accumulator (
    input  wire       clock,  // SM clock.
    input  wire       reset,  // Synchronous reset, active high.
    input  wire       clear,  // Forget the sum and the count under way.
    input  wire       decide, // The epoch is decided on in this cycle; the next sum starts at 0.
    input  wire       sample, // `count` is a sample.
    input  wire [3:0] count,  // Number of warps in this cycle.
    output reg  [5:0] sum     // Sum that a decision in this cycle sees.
);

    localparam STAGED = 1'b1; // Counts pass a register before they are added: sample_period >= 4.

    reg  [5:0] acc;     // Sum so far.
    reg  [3:0] counted; // Count of the previous cycle.
    reg        pending; // `counted` is a sample that is not added yet.

    always @(posedge clock) begin
        if (reset) begin
            counted <= 4'd0;
            pending <= 1'b0;
        end else begin
            pending <= STAGED && sample && !clear;
            if (STAGED && sample) begin
                counted <= count;
            end
        end
    end

    always @* begin
        sum = acc;
        if (STAGED && pending) begin
            sum = acc + {2'd0, counted};
        end
        if (!STAGED && sample) begin
            sum = acc + {2'd0, count};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            acc <= 6'd0;
        end else begin
            acc <= sum;
            if (clear || decide) begin
                acc <= 6'd0;
            end
        end
    end

endmodule
