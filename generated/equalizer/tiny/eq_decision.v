// SPDX-License-Identifier: Apache-2.0
// eq_decision: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Algorithm 1: from the four sums of an epoch to a block count change and a frequency vote
// (specification section 2.3). Sums are compared with thresholds times the samples of an epoch, a power
// of two, so nothing is divided (A1).
module eq_decision (
    input  wire       decide,  // Decide in this cycle; the outputs are 0 otherwise.
    input  wire [3:0] w_cta,   // Warps per CTA of the kernel.
    input  wire [5:0] active,  // Sum of Active warps.
    input  wire [5:0] waiting, // Sum of Waiting warps.
    input  wire [5:0] xalu,    // Sum of Xalu warps.
    input  wire [5:0] xmem,    // Sum of Xmem warps.
    output reg        raise,   // One CTA more would help.
    output reg        lower,   // One CTA less would help.
    output reg  [1:0] action   // 0 NONE, 1 COMP, 2 MEM.
);

    localparam [1:0] NONE = 2'd0;
    localparam [1:0] COMP = 2'd1;
    localparam [1:0] MEM = 2'd2;
    localparam [4:0] SAMPLES_LOG2 = 5'd2; // log2 of the samples per epoch.
    localparam [5:0] SATURATED = 6'd8; // Saturation threshold: bw_sat times the samples per epoch.
    localparam COMP_GE = 1'b0; // The compute arm compares with >= (dissertation) instead of > (paper).

    wire [5:0] limit;
    reg        compute_bound;

    assign limit = {2'd0, w_cta} << SAMPLES_LOG2;

    always @* begin
        if (COMP_GE) begin
            compute_bound = xalu >= limit;
        end else begin
            compute_bound = xalu > limit;
        end
    end

    always @* begin
        raise = 1'b0;
        lower = 1'b0;
        action = NONE;
        if (decide) begin
            if (xmem > limit) begin
                // Certainly memory bound.
                lower = 1'b1;
                action = MEM;
            end else if (compute_bound) begin
                // Certainly compute bound.
                action = COMP;
            end else if (xmem > SATURATED) begin
                // Memory bandwidth is saturated.
                action = MEM;
            end else if (waiting > (active >> 1)) begin
                // More than half of the warps wait: more parallelism, and the likelier vote.
                raise = 1'b1;
                action = MEM;
                if (xalu > xmem) begin
                    action = COMP;
                end
            end else if (active == 6'd0) begin
                // Idle SM: load imbalance.
                action = COMP;
            end
        end
    end

endmodule
