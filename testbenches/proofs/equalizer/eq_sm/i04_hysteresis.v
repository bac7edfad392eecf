// SPDX-License-Identifier: Apache-2.0
// Invariant 4, with section 2.4: num_blocks moves just when hyst_epochs decisions in a row ask for the same move, within
// its bounds; a kernel start and en = 0 set it to the limit of the kernel.
// Engine: pdr
// Cut: epoch_decide decision_raise decision_lower
//
// Any cycle can be one of decision, with any decision that i05_arms allows.
module i04_hysteresis #(
    parameter n_cta = 2,
    parameter hyst_epochs = 2,
    parameter nb_reset_on_launch = 1,
    parameter NB = $clog2(n_cta + 1)
) (
    input wire          clock,
    input wire          reset,
    input wire          en,
    input wire          kernel_start,
    input wire [NB-1:0] nb_max_in,
    input wire          valid_decision,
    input wire          decision_raise,
    input wire          decision_lower,
    input wire [NB-1:0] num_blocks
);

    // What section 2.4 says, kept here on its own.
    reg [NB-1:0] target;
    reg [NB-1:0] limit;
    reg [2:0]    run;      // Equal decisions in a row so far.
    reg          up;       // They ask for more.

    wire [NB-1:0] limit_now = kernel_start ? nb_max_in : limit;
    wire asks = decision_raise || decision_lower;
    wire [2:0] run_now = run != 0 && up == decision_raise ? run + 1'b1 : 3'd1;

    always @(posedge clock) begin
        if (reset) begin
            target <= 1;
            limit <= 1;
            run <= 0;
        end else begin
            limit <= limit_now;
            if (!en || kernel_start) begin
                run <= 0;
                if (!en || nb_reset_on_launch || target > limit_now) target <= limit_now;
            end else if (valid_decision) begin
                up <= decision_raise;
                run <= asks && run_now < hyst_epochs ? run_now : 0;
                if (asks && run_now == hyst_epochs) begin
                    if (decision_raise && target < limit) target <= target + 1'b1;
                    if (decision_lower && target > 1) target <= target - 1'b1;
                end
            end
        end
    end

    always @* begin
        assume (!kernel_start || nb_max_in != 0);
        assume (!(decision_raise && decision_lower));
        if (!reset) assert (num_blocks == target);
    end

endmodule
