// SPDX-License-Identifier: Apache-2.0
// eq_block_target: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Target number of concurrent CTAs, with hysteresis (specification section 2.4, decisions W8-W11).
module eq_block_target #(
    parameter BLOCKS = 4,
    parameter HYST_EPOCHS = 3,                  // Equal decisions in a row that move the target.
    parameter [0:0] NB_RESET_ON_LAUNCH = 1'b1   // The target returns to the limit at kernel start.
) (
    input  wire              clock,        // SM clock.
    input  wire              reset,        // Synchronous reset, active high.
    // 0: the target is the kernel's limit and the hysteresis is cleared.
    input  wire              en,
    input  wire              kernel_start, // A kernel starts; `nb_max_in` is its limit.
    input  wire [BLOCKS-1:0] nb_max_in,    // Concurrent CTAs of the kernel at most, at least 1.
    input  wire              step,         // A decision is taken in this cycle.
    input  wire              raise,        // The decision asks for one CTA more.
    input  wire              lower,        // The decision asks for one CTA less.
    output reg  [BLOCKS-1:0] num_blocks    // Target number of CTAs.
);


    reg  [BLOCKS-1:0] nb_max; // The kernel's limit.
    reg  [2:0]        run;    // Equal decisions in a row so far.
    reg               rising; // Their direction: 1 raise, 0 lower.

    always @(posedge clock) begin : update_num_blocks
        reg [BLOCKS-1:0] limit;
        reg [2:0] run_now;
        if (reset) begin
            num_blocks <= 1;
            nb_max <= 1;
            run <= 3'd0;
            rising <= 1'b0;
        end else begin
            limit = nb_max;
            if (kernel_start) begin
                limit = nb_max_in;
            end
            nb_max <= limit;
            run_now = 3'd1;
            if ((run != 3'd0) && (rising == raise)) begin
                run_now = run + 3'd1;
            end
            if (!en) begin
                num_blocks <= limit;
                run <= 3'd0;
            end else if (kernel_start) begin
                if (NB_RESET_ON_LAUNCH || (num_blocks > limit)) begin
                    num_blocks <= limit;
                end
                run <= 3'd0;
            end else if (step) begin
                if (!raise && !lower) begin
                    run <= 3'd0;
                end else if (run_now != HYST_EPOCHS[2:0]) begin
                    run <= run_now;
                    rising <= raise;
                end else begin
                    // A move beyond a bound is lost, and the run of equal decisions with it (A13).
                    run <= 3'd0;
                    if (raise && (num_blocks < nb_max)) begin
                        num_blocks <= num_blocks + 1'b1;
                    end
                    if (lower && (num_blocks > 1)) begin
                        num_blocks <= num_blocks - 1'b1;
                    end
                end
            end
        end
    end

endmodule

`default_nettype wire
