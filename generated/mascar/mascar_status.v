// SPDX-License-Identifier: Apache-2.0
// mascar_status: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mascar's warp status table: which warps are at a memory instruction, which must not issue, and
// which are ready (specification section 2.2). It remembers the warps that were memory-ready when
// MP began.
module mascar_status #(
    parameter WARPS = 48,
    // Warps that are memory-ready when MP begins may issue one memory instruction.
    parameter [0:0] GRANDFATHER = 1'b1
) (
    input  wire             clock,       // SM clock.
    input  wire             reset,       // Synchronous reset, active high.
    input  wire             mp,          // Memory access priority mode.
    input  wire [WARPS-1:0] slot_live,   // The warp slot holds a warp.
    input  wire [WARPS-1:0] ib_valid,    // The head instruction buffer entry is valid.
    input  wire [WARPS-1:0] head_is_mem, // The head instruction accesses memory.
    input  wire [WARPS-1:0] ops_ready,   // Its operands are ready.
    input  wire [WARPS-1:0] at_barrier,  // The warp waits at a barrier.
    input  wire [WARPS-1:0] rexq_has,    // The re-execution queue holds requests of the warp.
    input  wire             owner_v,     // There is an owner warp.
    input  wire [WARPS-1:0] owner,       // The owner warp, one-hot.
    // The warp that issues a memory instruction in this cycle, one-hot.
    input  wire [WARPS-1:0] granted,
    output wire [WARPS-1:0] mem,         // Warps at a memory instruction.
    output wire [WARPS-1:0] stall,       // Warps that must not issue.
    output wire [WARPS-1:0] ready_mem,   // Warps that can issue a memory instruction.
    output wire [WARPS-1:0] ready_comp   // Warps that can issue another instruction.
);


    wire [WARPS-1:0] valid;
    wire [WARPS-1:0] at_mem;
    reg  [WARPS-1:0] not_owner; // Warps that wait for the owner.
    wire [WARPS-1:0] stalled;
    wire [WARPS-1:0] ready;
    wire [WARPS-1:0] waiting;
    reg              mp_before; // MP in the cycle before.
    // Warps that were memory-ready when MP began and have issued no memory instruction since (A4).
    reg  [WARPS-1:0] grand;

    assign valid = slot_live & ib_valid;
    assign at_mem = valid & head_is_mem;

    always @* begin
        not_owner = 0;
        if (mp && owner_v) begin
            not_owner = at_mem & ~(owner | grand);
        end
    end

    // A warp has at most one memory instruction in the re-execution queue (A11).
    assign stalled = ~ops_ready | not_owner | (at_mem & rexq_has);
    assign ready = valid & ~stalled & ~at_barrier;
    assign waiting = ready & at_mem;
    assign mem = at_mem;
    assign stall = stalled;
    assign ready_mem = waiting;
    assign ready_comp = ready & ~at_mem;

    always @(posedge clock) begin
        if (reset) begin
            mp_before <= 1'b0;
            grand <= 0;
        end else begin
            mp_before <= mp;
            grand <= 0;
            if (mp) begin
                grand <= grand & ~granted;
                if (GRANDFATHER && !mp_before) begin
                    grand <= waiting & ~granted;
                end
            end
        end
    end

endmodule

`default_nettype wire
