// SPDX-License-Identifier: Apache-2.0
// eq_sampler: part of equalizer, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Classifies the warps of one SM and counts each class (specification section 2.1, decision W22).
// Only the head instruction of each warp counts. The classes Waiting, Xalu and Xmem exclude each
// other; a ready memory warp that only lost the scheduler slot is in none of them (A4).
module eq_sampler #(
    parameter WARPS = 48,
    parameter [0:0] BARRIER_ACTIVE = 1'b0,  // Warps at a barrier count as Active.
    // What follows from these; not to be set.
    parameter COUNT = $clog2(WARPS + 1)
) (
    input  wire             sample,      // Count in this cycle; all counts are 0 otherwise.
    input  wire [WARPS-1:0] slot_live,   // The warp slot holds a warp.
    input  wire [WARPS-1:0] ib_valid,    // The head instruction is valid.
    input  wire [WARPS-1:0] at_barrier,  // The warp waits at a barrier.
    input  wire [WARPS-1:0] sb_ready,    // The head instruction's operands are ready.
    input  wire [WARPS-1:0] is_mem,      // The head instruction is a memory instruction.
    input  wire [WARPS-1:0] issued,      // The warp issued in this cycle.
    // The LD/ST queue takes no further instruction in this cycle.
    input  wire             lsu_blocked,
    input  wire [WARPS-1:0] pause_warp,  // The warp's CTA is paused; such a warp is never counted.
    output wire [COUNT-1:0] n_active,    // Active warps.
    output wire [COUNT-1:0] n_wait,      // Waiting warps: an operand is not ready.
    // Xalu warps: ready for the arithmetic pipeline, not issued.
    output wire [COUNT-1:0] n_xalu,
    output wire [COUNT-1:0] n_xmem       // Xmem warps: ready for a blocked LD/ST pipeline.
);


    wire [WARPS-1:0] runnable;
    wire [WARPS-1:0] idle;
    wire [WARPS-1:0] ready;
    reg  [WARPS-1:0] active_bits;
    wire             xmem_enable;

    popcount #(.N(WARPS)) active (
        .enable (sample),
        .bits   (active_bits),
        .ones   (n_active)
    );

    popcount #(.N(WARPS)) waiting (
        .enable (sample),
        .bits   (idle & ~sb_ready),
        .ones   (n_wait)
    );

    popcount #(.N(WARPS)) xalu (
        .enable (sample),
        .bits   (ready & ~is_mem),
        .ones   (n_xalu)
    );

    popcount #(.N(WARPS)) xmem (
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

`default_nettype wire
