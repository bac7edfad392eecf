// SPDX-License-Identifier: Apache-2.0
// mask_l2bypass: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MASK's decision about a walk read (specification section 2.7): whether it goes past the L2 cache.
// Combinational: it holds while the read waits. Nothing is kept, so nothing uses clock and reset,
// which every module has.
module mask_l2bypass #(
    parameter LEVELS = 4,                 // Depth of the page tables
    parameter PA = 40,                    // Bits of a physical address
    // One in 2^this lines never bypasses, from 3 on; 0: every line can
    parameter GROUP = 5,
    // What follows from these; not to be set.
    parameter GROUPS = 2 * GROUP,
    parameter GROUP_MASK = (1 << GROUP) - 1,
    parameter [0:0] LEADERS = GROUP > 0   // There are leaders.
) (
    input  wire              clock,       // Clock.
    input  wire              reset,       // Synchronous reset, active high.
    input  wire [PA-1:0]     wm_addr,     // Its physical address.
    input  wire [2:0]        wm_depth,    // Its depth, 1 for the root; 0 for data.
    // Bit d-1: reads of depth d bypass, as `mask_epoch` has it.
    input  wire [LEVELS-1:0] bypass_bits,
    input  wire              en_l2bypass, // Walk reads can bypass.
    output wire              wm_bypass    // The read neither looks into the L2 cache nor fills it.
);

    localparam [2:0] LINE_BITS = 3'd7;

    wire [PA-1:0] line;
    wire [PA-1:0] folded;
    wire          leader;
    wire [7:0]    depths; // Depths that bypass.

    wire unused = &{1'b0, clock, reset};

    // A line is a leader if three groups of its lowest bits are even, each bit with its like (D20).
    assign line = wm_addr >> LINE_BITS;
    assign folded = (line ^ (line >> GROUP) ^ (line >> GROUPS))
        & {{(PA - 8){1'b0}}, GROUP_MASK[7:0]};
    assign leader = LEADERS && (folded == 0);
    assign depths = {{(8 - LEVELS){1'b0}}, bypass_bits} << 1;
    assign wm_bypass = en_l2bypass && depths[wm_depth] && !leader;

endmodule

`default_nettype wire
