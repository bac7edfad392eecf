// SPDX-License-Identifier: Apache-2.0
// eq_sampler: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Classifies the warps of one SM and counts each class (specification section 2.1, decision W22).
// Only the head instruction of each warp counts. The classes Waiting, Xalu and Xmem exclude each other;
// a ready memory warp that only lost the scheduler slot is in none of them (A4).
module eq_sampler (
    input  wire       sample,      // Count in this cycle; all counts are 0 otherwise.
    input  wire [7:0] slot_live,   // The warp slot holds a warp.
    input  wire [7:0] ib_valid,    // The head instruction is valid.
    input  wire [7:0] at_barrier,  // The warp waits at a barrier.
    input  wire [7:0] sb_ready,    // The head instruction's operands are ready.
    input  wire [7:0] is_mem,      // The head instruction is a memory instruction.
    input  wire [7:0] issued,      // The warp issued in this cycle.
    input  wire       lsu_blocked, // The LD/ST queue takes no further instruction in this cycle.
    input  wire [7:0] pause_warp,  // The warp's CTA is paused; such a warp is never counted.
    output wire [3:0] n_active,    // Active warps.
    output wire [3:0] n_wait,      // Waiting warps: an operand is not ready.
    output wire [3:0] n_xalu,      // Xalu warps: ready for the arithmetic pipeline, not issued.
    output wire [3:0] n_xmem       // Xmem warps: ready for a blocked LD/ST pipeline.
);

    localparam BARRIER_ACTIVE = 1'b0; // Warps at a barrier count as Active.

    wire [7:0] runnable;
    wire [7:0] idle;
    wire [7:0] ready;
    reg  [7:0] active_bits;
    wire       xmem_enable;

    popcount_8 active (
        .enable (sample),
        .bits   (active_bits),
        .ones   (n_active)
    );

    popcount_8 waiting (
        .enable (sample),
        .bits   (idle & ~sb_ready),
        .ones   (n_wait)
    );

    popcount_8 xalu (
        .enable (sample),
        .bits   (ready & ~is_mem),
        .ones   (n_xalu)
    );

    popcount_8 xmem (
        .enable (xmem_enable),
        .bits   (ready & is_mem),
        .ones   (n_xmem)
    );

    assign runnable = slot_live & ib_valid & ~pause_warp;
    assign idle = runnable & ~at_barrier & ~issued;
    assign ready = idle & sb_ready;

    always @* begin
        if (BARRIER_ACTIVE) begin
            active_bits = runnable;
        end else begin
            active_bits = runnable & ~at_barrier;
        end
    end

    // Ready memory warps are Xmem only while the LD/ST pipeline is blocked.
    assign xmem_enable = sample && lsu_blocked;

endmodule
