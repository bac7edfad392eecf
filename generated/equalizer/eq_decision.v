// SPDX-License-Identifier: Apache-2.0
// eq_decision: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Algorithm 1: from the four sums of an epoch to a block count change and a frequency vote
// (specification section 2.3). Sums are compared with thresholds times the samples of an epoch, a
// power of two, so nothing is divided (A1).
module eq_decision #(
    parameter SUM = 11,
    parameter WCTA = 6,
    parameter SAMPLES_LOG2 = 5,      // log2 of the samples per epoch.
    parameter SATURATED = 64,        // Saturation threshold: bw_sat times the samples per epoch.
    // The compute arm compares with >= (dissertation) instead of > (paper).
    parameter [0:0] COMP_GE = 1'b0
) (
    input  wire            decide,  // Decide in this cycle; the outputs are 0 otherwise.
    input  wire [WCTA-1:0] w_cta,   // Warps per CTA of the kernel.
    input  wire [SUM-1:0]  active,  // Sum of Active warps.
    input  wire [SUM-1:0]  waiting, // Sum of Waiting warps.
    input  wire [SUM-1:0]  xalu,    // Sum of Xalu warps.
    input  wire [SUM-1:0]  xmem,    // Sum of Xmem warps.
    output reg             raise,   // One CTA more would help.
    output reg             lower,   // One CTA less would help.
    output reg  [1:0]      action   // 0 NONE, 1 COMP, 2 MEM.
);

    localparam [1:0] NONE = 2'd0;
    localparam [1:0] COMP = 2'd1;
    localparam [1:0] MEM = 2'd2;

    wire [SUM-1:0] limit;
    reg            compute_bound;

    assign limit = {{(SUM - WCTA){1'b0}}, w_cta} << SAMPLES_LOG2;

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
            end else if (xmem > SATURATED[SUM-1:0]) begin
                // Memory bandwidth is saturated.
                action = MEM;
            end else if (waiting > (active >> 1)) begin
                // More than half of the warps wait: more parallelism, and the likelier vote.
                raise = 1'b1;
                action = MEM;
                if (xalu > xmem) begin
                    action = COMP;
                end
            end else if (active == 0) begin
                // Idle SM: load imbalance.
                action = COMP;
            end
        end
    end

endmodule

`default_nettype wire
