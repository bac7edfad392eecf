// SPDX-License-Identifier: Apache-2.0
// eq_sm: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Equalizer, per-SM half: counts the states of the warps over an epoch, votes for a frequency
// change and steers the number of concurrent CTAs (specification sections 2.1-2.5).
// Protocol: the masks of the warps are levels that count in the last cycle of a sample window;
// `kernel_start`, `cta_launch` and `cta_done` are pulses. `gwde_req` stays until `gwde_gnt`, or
// until the need for a CTA is gone; then it waits for `cta_launch`. The vote comes as a pulse three
// cycles after the last cycle of an epoch.
module eq_sm #(
    parameter WARPS = 48,                                        // Warp slots per SM
    parameter CTAS = 8,                                          // CTA slots per SM
    parameter EPOCH_LEN = 4096,                                  // SM cycles per epoch
    // SM cycles per sample; divides epoch_len
    parameter SAMPLE_PERIOD = 128,
    // Equal block decisions in a row before num_blocks moves
    parameter HYST_EPOCHS = 3,
    // Xmem warps that mean bandwidth saturation
    parameter BW_SAT = 2,
    // Compute arm compares with >= (dissertation) instead of > (paper)
    parameter [0:0] COMP_GE = 1'b0,
    // Warps at a barrier count as Active
    parameter [0:0] BARRIER_ACTIVE = 1'b0,
    // Which running CTA is paused first: 0 youngest, 1 oldest
    parameter PAUSE_ORDER = 0,
    // Num_blocks returns to the kernel's limit at kernel start
    parameter [0:0] NB_RESET_ON_LAUNCH = 1'b1,
    // What follows from these; not to be set.
    parameter CTA = ($clog2(CTAS) > 1 ? $clog2(CTAS) : 1),
    parameter MAP = WARPS * CTA,
    parameter WCTA = $clog2(WARPS + 1),
    parameter BLOCKS = $clog2(CTAS + 1),
    parameter SUM = $clog2((WARPS * (EPOCH_LEN / SAMPLE_PERIOD)) + 1),
    parameter CYCLE = $clog2(EPOCH_LEN),
    // Counts pass a register before they are added: sample_period >= 4.
    parameter [0:0] STAGED = SAMPLE_PERIOD >= 4,
    // A cycle is a sample if all these bits of its number are ones: sample_period - 1.
    parameter SAMPLE_MASK = SAMPLE_PERIOD - 1,
    parameter SAMPLES_LOG2 = $clog2(EPOCH_LEN / SAMPLE_PERIOD),  // log2 of the samples per epoch.
    // Saturation threshold: bw_sat times the samples per epoch.
    parameter SATURATED = BW_SAT * (EPOCH_LEN / SAMPLE_PERIOD),
    // The youngest running CTA is paused first; 0: the oldest.
    parameter [0:0] PAUSE_YOUNGEST = PAUSE_ORDER == 0
) (
    input  wire              clock,          // SM clock.
    input  wire              reset,          // Synchronous reset, active high.
    // 0: count nothing, vote NONE, `num_blocks` held at the kernel's limit.
    input  wire              en,
    // Some grid is in flight on the GPU; 0 forces NONE votes.
    input  wire              grid_active,
    // Pulse: a kernel starts; `w_cta_in` and `nb_max_in` are valid.
    input  wire              kernel_start,
    input  wire [WCTA-1:0]   w_cta_in,       // Warps per CTA of the kernel.
    // Concurrent CTAs of the kernel at most (resource limit), at least 1.
    input  wire [BLOCKS-1:0] nb_max_in,
    input  wire [WARPS-1:0]  slot_live,      // The warp slot holds a warp.
    input  wire [WARPS-1:0]  ib_valid,       // The head instruction buffer entry is valid.
    input  wire [WARPS-1:0]  at_barrier,     // The warp waits at a barrier.
    // The head instruction's operands are ready in the scoreboard.
    input  wire [WARPS-1:0]  sb_ready,
    input  wire [WARPS-1:0]  is_mem,         // The head instruction is a memory instruction.
    input  wire [WARPS-1:0]  issued,         // The warp issued in this cycle.
    // No further memory instruction can enter the LD/ST queue in this cycle.
    input  wire              lsu_blocked,
    // CTA slot of each warp, `clog2(n_cta)` bits each (at least 1), warp 0 lowest, packed
    // little-endian.
    input  wire [MAP-1:0]    warp_cta,
    input  wire [CTAS-1:0]   cta_launch,     // Pulses: the CTA slot becomes resident.
    input  wire [CTAS-1:0]   cta_done,       // Pulses: the CTA of the slot finishes.
    // The global work distribution engine has no undispatched CTA left.
    input  wire              gwde_empty,
    // The global work distribution engine accepts the request; `cta_launch` follows later.
    input  wire              gwde_gnt,
    output wire              gwde_req,       // Request for one new CTA.
    output wire [WARPS-1:0]  pause_warp,     // The scheduler must not issue these warps.
    output wire [CTAS-1:0]   pause_cta,      // The same per CTA slot.
    output reg               vote_valid,     // Pulse, once per epoch: `vote` is valid.
    output reg  [1:0]        vote,           // 0 NONE, 1 COMP, 2 MEM.
    output wire [BLOCKS-1:0] num_blocks,     // Target of concurrently running CTAs.
    output reg  [SUM-1:0]    dbg_acc_active, // Sum of Active warps that the last decision used.
    output reg  [SUM-1:0]    dbg_acc_wait,   // Sum of Waiting warps that the last decision used.
    output reg  [SUM-1:0]    dbg_acc_xalu,   // Sum of Xalu warps that the last decision used.
    output reg  [SUM-1:0]    dbg_acc_xmem    // Sum of Xmem warps that the last decision used.
);

    wire            clear;
    wire            valid_decision;
    wire            epoch_sample;
    wire            epoch_decide;
    wire [WCTA-1:0] sampler_n_active;
    wire [WCTA-1:0] sampler_n_wait;
    wire [WCTA-1:0] sampler_n_xalu;
    wire [WCTA-1:0] sampler_n_xmem;
    wire [SUM-1:0]  active_sum;
    wire [SUM-1:0]  waiting_sum;
    wire [SUM-1:0]  xalu_sum;
    wire [SUM-1:0]  xmem_sum;
    wire            decision_raise;
    wire            decision_lower;
    wire [1:0]      decision_action;
    reg  [WCTA-1:0] w_cta;            // Warps per CTA of the running kernel.
    // The epoch under way is partial: its decision votes NONE and changes nothing (W10).
    reg             skip_epoch;

    eq_epoch #(.CYCLE(CYCLE), .SAMPLE_MASK(SAMPLE_MASK), .STAGED(STAGED)) epoch (
        .clock        (clock),
        .reset        (reset),
        .en           (en),
        .kernel_start (kernel_start),
        .sample       (epoch_sample),
        .decide       (epoch_decide)
    );

    eq_sampler #(.WARPS(WARPS), .BARRIER_ACTIVE(BARRIER_ACTIVE)) sampler (
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

    eq_accumulator #(.COUNT(WCTA), .SUM(SUM), .STAGED(STAGED)) active (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_active),
        .sum    (active_sum)
    );

    eq_accumulator #(.COUNT(WCTA), .SUM(SUM), .STAGED(STAGED)) waiting (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_wait),
        .sum    (waiting_sum)
    );

    eq_accumulator #(.COUNT(WCTA), .SUM(SUM), .STAGED(STAGED)) xalu (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_xalu),
        .sum    (xalu_sum)
    );

    eq_accumulator #(.COUNT(WCTA), .SUM(SUM), .STAGED(STAGED)) xmem (
        .clock  (clock),
        .reset  (reset),
        .clear  (clear),
        .decide (epoch_decide),
        .sample (epoch_sample),
        .count  (sampler_n_xmem),
        .sum    (xmem_sum)
    );

    eq_decision #(
        .SUM          (SUM),
        .WCTA         (WCTA),
        .SAMPLES_LOG2 (SAMPLES_LOG2),
        .SATURATED    (SATURATED),
        .COMP_GE      (COMP_GE)
    ) decision (
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

    eq_block_target #(
        .BLOCKS             (BLOCKS),
        .HYST_EPOCHS        (HYST_EPOCHS),
        .NB_RESET_ON_LAUNCH (NB_RESET_ON_LAUNCH)
    ) block_target (
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

    eq_cta_control #(.WARPS(WARPS), .CTAS(CTAS), .PAUSE_YOUNGEST(PAUSE_YOUNGEST)) cta_control (
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
            w_cta <= 1;
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
            dbg_acc_active <= 0;
            dbg_acc_wait <= 0;
            dbg_acc_xalu <= 0;
            dbg_acc_xmem <= 0;
        end else if (epoch_decide) begin
            dbg_acc_active <= active_sum;
            dbg_acc_wait <= waiting_sum;
            dbg_acc_xalu <= xalu_sum;
            dbg_acc_xmem <= xmem_sum;
        end
    end

endmodule

`default_nettype wire
