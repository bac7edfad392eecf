// SPDX-License-Identifier: Apache-2.0
// eq_fm: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Equalizer, frequency manager of the chip: takes the majority of the SMs' votes once an epoch and moves
// the levels of the SM domain and the memory domain (specification sections 2.6 and 5.2).
// Levels: 0 LOW, 1 NOMINAL, 2 HIGH.
module eq_fm (
    input  wire       clock,      // SM clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [1:0] vote_valid, // Bit `i`: SM `i` votes in this cycle.
    input  wire [3:0] vote,       // Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest, packed little-endian.
    input  wire       mode,       // 0 energy, 1 performance.
    output wire [1:0] sm_level,   // Effective level of the SM domain.
    output wire [1:0] mem_level,  // Effective level of the memory domain.
    output wire       sm_change,  // The SM domain's level is new in this cycle.
    output wire       mem_change, // The memory domain's level is new in this cycle.
    output reg  [1:0] vr_busy     // Bit 0: the SM domain's regulator is busy; bit 1: the memory domain's.
);

    localparam [1:0] LOW = 2'd0;
    localparam [1:0] NOMINAL = 2'd1;
    localparam [1:0] HIGH = 2'd2;
    localparam [8:0] EVALUATION_CYCLE = 9'd7; // Cycle of the epoch in which the votes are evaluated.
    // The domain that is not boosted or throttled returns to nominal; 0: it holds its level.
    localparam MAINTAIN_NOMINAL = 1'b1;

    wire       evaluate;
    wire       step;
    reg        step_sm;
    reg        step_mem;
    reg  [1:0] sm_target;
    reg  [1:0] mem_target;
    reg  [8:0] cycle;              // Cycle of the epoch.
    wire       ballot_comp_wins;
    wire       ballot_mem_wins;
    wire       sm_regulator_busy;
    wire       mem_regulator_busy;

    eq_ballot ballot (
        .clock      (clock),
        .reset      (reset),
        .vote_valid (vote_valid),
        .vote       (vote),
        .evaluate   (evaluate),
        .comp_wins  (ballot_comp_wins),
        .mem_wins   (ballot_mem_wins)
    );

    eq_regulator sm_regulator (
        .clock  (clock),
        .reset  (reset),
        .step   (step_sm),
        .target (sm_target),
        .level  (sm_level),
        .change (sm_change),
        .busy   (sm_regulator_busy)
    );

    eq_regulator mem_regulator (
        .clock  (clock),
        .reset  (reset),
        .step   (step_mem),
        .target (mem_target),
        .level  (mem_level),
        .change (mem_change),
        .busy   (mem_regulator_busy)
    );

    always @(posedge clock) begin
        if (reset) begin
            cycle <= 9'd0;
        end else begin
            cycle <= cycle + 9'd1;
        end
    end

    assign evaluate = cycle == EVALUATION_CYCLE;

    // While a regulator is busy the evaluation is skipped for both domains (W18).
    assign step = evaluate && !sm_regulator_busy && !mem_regulator_busy;

    // Table 3.1, with the correction of specification section 6.2.
    always @* begin
        step_sm = 1'b0;
        step_mem = 1'b0;
        sm_target = NOMINAL;
        mem_target = NOMINAL;
        if (step && ballot_comp_wins) begin
            if (mode) begin
                sm_target = HIGH;
                step_sm = 1'b1;
                step_mem = MAINTAIN_NOMINAL;
            end else begin
                mem_target = LOW;
                step_mem = 1'b1;
                step_sm = MAINTAIN_NOMINAL;
            end
        end else if (step && ballot_mem_wins) begin
            if (mode) begin
                mem_target = HIGH;
                step_mem = 1'b1;
                step_sm = MAINTAIN_NOMINAL;
            end else begin
                sm_target = LOW;
                step_sm = 1'b1;
                step_mem = MAINTAIN_NOMINAL;
            end
        end
    end

    always @* begin
        vr_busy = 2'd0;
        vr_busy[0] = sm_regulator_busy;
        vr_busy[1] = mem_regulator_busy;
    end

endmodule
