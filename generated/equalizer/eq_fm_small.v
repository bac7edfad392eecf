// SPDX-License-Identifier: Apache-2.0
// eq_fm_small: part of equalizer, configuration small
//   (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_sm=4 n_warps=16 n_cta=4 epoch_len=512 sample_period=16 hyst_epochs=3 bw_sat=2 vr_cycles=100
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

`default_nettype none

module eq_fm_small (
    input  wire       clock,      // Clock.
    input  wire       reset,      // Synchronous reset, active high.
    input  wire [3:0] vote_valid, // Bit `i`: SM `i` votes in this cycle.
    // Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest, packed little-endian.
    input  wire [7:0] vote,
    input  wire       mode,       // 0 energy, 1 performance.
    output wire [1:0] sm_level,   // Effective level of the SM domain.
    output wire [1:0] mem_level,  // Effective level of the memory domain.
    output wire       sm_change,  // The SM domain's level is new in this cycle.
    output wire       mem_change, // The memory domain's level is new in this cycle.
    // Bit 0: the SM domain's regulator is busy; bit 1: the memory domain's.
    output wire [1:0] vr_busy
);

    eq_fm #(
        .SMS              (4),
        .EPOCH_LEN        (512),
        .VR_CYCLES        (100),
        .MAINTAIN_NOMINAL (1'b1)
    ) unit (
        .clock      (clock),
        .reset      (reset),
        .vote_valid (vote_valid),
        .vote       (vote),
        .mode       (mode),
        .sm_level   (sm_level),
        .mem_level  (mem_level),
        .sm_change  (sm_change),
        .mem_change (mem_change),
        .vr_busy    (vr_busy)
    );

endmodule

`default_nettype wire
