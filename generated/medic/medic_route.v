// SPDX-License-Identifier: Apache-2.0
// medic_route: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MeDiC's decision at an input port of the L2 (specification section 2.4): whether a request goes
// past the L2, allocates no line, or comes first in the memory controller. Combinational: it holds
// while the request waits in the port. Nothing is kept, so nothing uses clock and reset, which
// every module has.
module medic_route #(
    parameter [0:0] BYPASS_WRITES = 1'b1   // Writes may bypass the L2 too
) (
    input  wire       clock,     // Clock of the L2.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire       valid,     // There is a request.
    // What it is: 0 read of data, 1 write of data, 2 instruction, 3 other.
    input  wire [1:0] kind,
    input  wire       atomic,    // It is an atomic operation.
    input  wire       fence,     // It is a fence, or must wait for one.
    input  wire [1:0] warp_type, // Type of its warp, `q_type` as it left the SM.
    input  wire       prof,      // Its warp was being profiled, `q_prof` as it left the SM.
    input  wire       wbyp_en,   // Requests of mostly-miss warps bypass the L2.
    input  wire       wms_en,    // Requests of mostly-hit warps go first in DRAM.
    output wire       bypass,    // It goes past the L2.
    output wire       no_alloc,  // It looks up the L2 but allocates no line.
    output wire       hi,        // It goes into the high queue of the memory controller.
    output wire       inval      // It bypasses, and a copy of its line in the L2 becomes invalid.
);

    localparam [1:0] MISS = 2'd0;
    localparam [1:0] READ = 2'd0;
    localparam [1:0] WRITE = 2'd1;

    wire misses;  // The warp mostly misses, which is known.
    wire ordered; // The request must not pass others.
    wire passes;

    wire unused = &{1'b0, clock, reset};

    assign misses = valid && wbyp_en && (warp_type == MISS) && !prof;
    assign ordered = atomic || fence;
    assign passes = misses && !ordered && ((kind == READ) || (BYPASS_WRITES && (kind == WRITE)));
    assign bypass = passes;
    assign no_alloc = misses && ordered;
    assign hi = valid && wms_en && warp_type[1];

    // A copy of the line in the L2 would be stale.
    assign inval = passes && (kind == WRITE);

endmodule

`default_nettype wire
