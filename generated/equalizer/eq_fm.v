// SPDX-License-Identifier: Apache-2.0
// eq_fm: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Equalizer, frequency manager of the chip: takes the majority of the SMs' votes once an epoch and
// moves the levels of the SM domain and the memory domain (specification sections 2.6 and 5.2).
// Levels: 0 LOW, 1 NOMINAL, 2 HIGH.
// Protocol: a vote counts in the cycle of its bit of `vote_valid`; votes are evaluated in cycle 7
// of an epoch, and a level is new, with a pulse of `sm_change` or `mem_change`, `vr_cycles` cycles
// after cycle 8.
module eq_fm #(
    parameter SMS = 15,                                                // SMs on the chip
    parameter EPOCH_LEN = 4096,                                        // SM cycles per epoch
    // Regulator latency in SM cycles
    parameter VR_CYCLES = 512,
    // `maintain` returns a domain to nominal instead of holding it
    parameter [0:0] MAINTAIN_NOMINAL = 1'b1,
    // What follows from these; not to be set.
    parameter VOTES = 2 * SMS,
    parameter CYCLE = $clog2(EPOCH_LEN),
    // Start value of the timer: vr_cycles - 1.
    parameter LATENCY_LESS_ONE = (VR_CYCLES > 1 ? VR_CYCLES : 1) - 1
) (
    input  wire             clock,      // SM clock.
    input  wire             reset,      // Synchronous reset, active high.
    input  wire [SMS-1:0]   vote_valid, // Bit `i`: SM `i` votes in this cycle.
    // Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest, packed little-endian.
    input  wire [VOTES-1:0] vote,
    input  wire             mode,       // 0 energy, 1 performance.
    output wire [1:0]       sm_level,   // Effective level of the SM domain.
    output wire [1:0]       mem_level,  // Effective level of the memory domain.
    output wire             sm_change,  // The SM domain's level is new in this cycle.
    output wire             mem_change, // The memory domain's level is new in this cycle.
    // Bit 0: the SM domain's regulator is busy; bit 1: the memory domain's.
    output reg  [1:0]       vr_busy
);

    localparam [1:0] LOW = 2'd0;
    localparam [1:0] NOMINAL = 2'd1;
    localparam [1:0] HIGH = 2'd2;
    // Cycle of the epoch in which the votes are evaluated.
    localparam [CYCLE-1:0] EVALUATION_CYCLE = 7;

    wire             evaluate;
    wire             step;
    reg              step_sm;
    reg              step_mem;
    reg  [1:0]       sm_target;
    reg  [1:0]       mem_target;
    reg  [CYCLE-1:0] cycle;              // Cycle of the epoch.
    wire             ballot_comp_wins;
    wire             ballot_mem_wins;
    wire             sm_regulator_busy;
    wire             mem_regulator_busy;

    eq_ballot #(.SMS(SMS)) ballot (
        .clock      (clock),
        .reset      (reset),
        .vote_valid (vote_valid),
        .vote       (vote),
        .evaluate   (evaluate),
        .comp_wins  (ballot_comp_wins),
        .mem_wins   (ballot_mem_wins)
    );

    eq_regulator #(.LATENCY_LESS_ONE(LATENCY_LESS_ONE)) sm_regulator (
        .clock  (clock),
        .reset  (reset),
        .step   (step_sm),
        .target (sm_target),
        .level  (sm_level),
        .change (sm_change),
        .busy   (sm_regulator_busy)
    );

    eq_regulator #(.LATENCY_LESS_ONE(LATENCY_LESS_ONE)) mem_regulator (
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
            cycle <= 0;
        end else begin
            cycle <= cycle + 1'b1;
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

`default_nettype wire
