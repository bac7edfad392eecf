// SPDX-License-Identifier: Apache-2.0
// eq_block_target: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Target number of concurrent CTAs, with hysteresis (specification section 2.4, decisions W8-W11).
module eq_block_target (
    input  wire       clock,        // SM clock.
    input  wire       reset,        // Synchronous reset, active high.
    input  wire       en,           // 0: the target is the kernel's limit and the hysteresis is cleared.
    input  wire       kernel_start, // A kernel starts; `nb_max_in` is its limit.
    input  wire [1:0] nb_max_in,    // Concurrent CTAs of the kernel at most, at least 1.
    input  wire       step,         // A decision is taken in this cycle.
    input  wire       raise,        // The decision asks for one CTA more.
    input  wire       lower,        // The decision asks for one CTA less.
    output reg  [1:0] num_blocks    // Target number of CTAs.
);

    localparam [2:0] HYST_EPOCHS = 3'd2; // Equal decisions in a row that move the target.
    localparam NB_RESET_ON_LAUNCH = 1'b1; // The target returns to the limit at kernel start.

    reg  [1:0] nb_max; // The kernel's limit.
    reg  [2:0] run;    // Equal decisions in a row so far.
    reg        rising; // Their direction: 1 raise, 0 lower.

    always @(posedge clock) begin : update_num_blocks
        reg [1:0] limit;
        reg [2:0] run_now;
        if (reset) begin
            num_blocks <= 2'd1;
            nb_max <= 2'd1;
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
                end else if (run_now != HYST_EPOCHS) begin
                    run <= run_now;
                    rising <= raise;
                end else begin
                    // A move beyond a bound is lost, and the run of equal decisions with it (A13).
                    run <= 3'd0;
                    if (raise && (num_blocks < nb_max)) begin
                        num_blocks <= num_blocks + 2'd1;
                    end
                    if (lower && (num_blocks > 2'd1)) begin
                        num_blocks <= num_blocks - 2'd1;
                    end
                end
            end
        end
    end

endmodule
