// SPDX-License-Identifier: Apache-2.0
// eq_sm: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Equalizer, per-SM half: counts the states of the warps over an epoch, votes for a frequency change and
// steers the number of concurrent CTAs (specification sections 2.1-2.5).
module eq_sm (
    input  wire       clock,          // SM clock.
    input  wire       reset,          // Synchronous reset, active high.
    input  wire       en,             // 0: count nothing, vote NONE, `num_blocks` held at the kernel's limit.
    input  wire       grid_active,    // Some grid is in flight on the GPU; 0 forces NONE votes.
    input  wire       kernel_start,   // Pulse: a kernel starts; `w_cta_in` and `nb_max_in` are valid.
    input  wire [3:0] w_cta_in,       // Warps per CTA of the kernel.
    input  wire [1:0] nb_max_in,      // Concurrent CTAs of the kernel at most (resource limit), at least 1.
    input  wire [7:0] slot_live,      // The warp slot holds a warp.
    input  wire [7:0] ib_valid,       // The head instruction buffer entry is valid.
    input  wire [7:0] at_barrier,     // The warp waits at a barrier.
    input  wire [7:0] sb_ready,       // The head instruction's operands are ready in the scoreboard.
    input  wire [7:0] is_mem,         // The head instruction is a memory instruction.
    input  wire [7:0] issued,         // The warp issued in this cycle.
    input  wire       lsu_blocked,    // No further memory instruction can enter the LD/ST queue in this cycle.
    // CTA slot of each warp, `clog2(n_cta)` bits each (at least 1), warp 0 lowest, packed
    // little-endian.
    input  wire [7:0] warp_cta,
    input  wire [1:0] cta_launch,     // Pulses: the CTA slot becomes resident.
    input  wire [1:0] cta_done,       // Pulses: the CTA of the slot finishes.
    input  wire       gwde_empty,     // The global work distribution engine has no undispatched CTA left.
    // The global work distribution engine accepts the request; `cta_launch` follows later.
    input  wire       gwde_gnt,
    output wire       gwde_req,       // Request for one new CTA.
    output wire [7:0] pause_warp,     // The scheduler must not issue these warps.
    output wire [1:0] pause_cta,      // The same per CTA slot.
    output reg        vote_valid,     // Pulse, once per epoch: `vote` is valid.
    output reg  [1:0] vote,           // 0 NONE, 1 COMP, 2 MEM.
    output wire [1:0] num_blocks,     // Target of concurrently running CTAs.
    output reg  [5:0] dbg_acc_active, // Sum of Active warps that the last decision used.
    output reg  [5:0] dbg_acc_wait,   // Sum of Waiting warps that the last decision used.
    output reg  [5:0] dbg_acc_xalu,   // Sum of Xalu warps that the last decision used.
    output reg  [5:0] dbg_acc_xmem    // Sum of Xmem warps that the last decision used.
);

    wire       clear;
    wire       valid_decision;
    wire       epoch_sample;
    wire       epoch_decide;
    wire [3:0] sampler_n_active;
    wire [3:0] sampler_n_wait;
    wire [3:0] sampler_n_xalu;
    wire [3:0] sampler_n_xmem;
    wire [5:0] active_sum;
    wire [5:0] waiting_sum;
    wire [5:0] xalu_sum;
    wire [5:0] xmem_sum;
    wire       decision_raise;
    wire       decision_lower;
    wire [1:0] decision_action;
    reg  [3:0] w_cta;            // Warps per CTA of the running kernel.
    reg        skip_epoch;       // The epoch under way is partial: its decision votes NONE and changes nothing (W10).

    eq_epoch epoch (
        .clock        (clock),
        .reset        (reset),
        .en           (en),
        .kernel_start (kernel_start),
        .sample       (epoch_sample),
        .decide       (epoch_decide)
    );

    eq_sampler sampler (
        .sample      (epoch_sample),
        .slot_live   (slot_live),
        .ib_valid    (ib_valid),
        .at_barrier  (at_barrier),
        .sb_ready    (sb_ready),
        .is_mem      (is_mem),
        .issued      (issued),
        .lsu_blocked (lsu_blocked),
        .pause_warp  (pause_warp),
        .n_active    (sampler_n_active),
        .n_wait      (sampler_n_wait),
        .n_xalu      (sampler_n_xalu),
        .n_xmem      (sampler_n_xmem)
    );

    eq_accumulator active (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_active),
        .sum    (active_sum)
    );

    eq_accumulator waiting (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_wait),
        .sum    (waiting_sum)
    );

    eq_accumulator xalu (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_xalu),
        .sum    (xalu_sum)
    );

    eq_accumulator xmem (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_xmem),
        .sum    (xmem_sum)
    );

    eq_decision decision (
        .decide  (valid_decision),
        .w_cta   (w_cta),
        .active  (active_sum),
        .waiting (waiting_sum),
        .xalu    (xalu_sum),
        .xmem    (xmem_sum),
        .raise   (decision_raise),
        .lower   (decision_lower),
        .action  (decision_action)
    );

    eq_block_target block_target (
        .clock        (clock),
        .reset        (reset),
        .en           (en),
        .kernel_start (kernel_start),
        .nb_max_in    (nb_max_in),
        .step         (valid_decision),
        .raise        (decision_raise),
        .lower        (decision_lower),
        .num_blocks   (num_blocks)
    );

    eq_cta_control cta_control (
        .clock      (clock),
        .reset      (reset),
        .num_blocks (num_blocks),
        .cta_launch (cta_launch),
        .cta_done   (cta_done),
        .gwde_empty (gwde_empty),
        .gwde_gnt   (gwde_gnt),
        .slot_live  (slot_live),
        .warp_cta   (warp_cta),
        .gwde_req   (gwde_req),
        .pause_cta  (pause_cta),
        .pause_warp (pause_warp)
    );

    assign clear = kernel_start || !en;

    always @(posedge clock) begin
        if (reset) begin
            w_cta <= 4'd1;
            skip_epoch <= 1'b0;
        end else begin
            if (kernel_start) begin
                w_cta <= w_cta_in;
            end
            if (clear) begin
                skip_epoch <= 1'b1;
            end else if (epoch_decide) begin
                skip_epoch <= 1'b0;
            end
        end
    end

    assign valid_decision = epoch_decide && !skip_epoch && !kernel_start;

    // The vote is a pulse; without a grid it is NONE, but the block decision stands (W12).
    always @(posedge clock) begin
        if (reset) begin
            vote_valid <= 1'b0;
            vote <= 2'd0;
        end else begin
            vote_valid <= epoch_decide;
            vote <= 2'd0;
            if (grid_active) begin
                vote <= decision_action;
            end
        end
    end

    // Sums that the last decision saw.
    always @(posedge clock) begin
        if (reset) begin
            dbg_acc_active <= 6'd0;
            dbg_acc_wait <= 6'd0;
            dbg_acc_xalu <= 6'd0;
            dbg_acc_xmem <= 6'd0;
        end else if (epoch_decide) begin
            dbg_acc_active <= active_sum;
            dbg_acc_wait <= waiting_sum;
            dbg_acc_xalu <= xalu_sum;
            dbg_acc_xmem <= xmem_sum;
        end
    end

endmodule
