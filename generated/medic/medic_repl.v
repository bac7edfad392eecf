// SPDX-License-Identifier: Apache-2.0
// medic_repl: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MeDiC's replacement in a bank of the L2 (specification section 2.5): keeps of each line the type
// of the warp that used it last, and its rank in the order of use, and finds the line that leaves.
// Both are memories of one word a set, read for the victim and for what happens to a line; sets
// that nothing has happened to since reset stand in registers.
// Protocol: one operation a cycle, seen by victims from the next cycle on. `vq_way` and `vq_none`
// answer within the cycle.
module medic_repl #(
    parameter ASSOC = 16,                                 // Ways of a set of an L2 bank
    parameter SETS = 32,                                  // Sets of an L2 bank
    // What a line's type decides: which line leaves, where in the order of use it comes in, or
    // nothing: 0 type_key, 1 stack, 2 lru
    parameter INSERT_MODE = 0,
    // Types decide on replacement; without, it is LRU
    parameter [0:0] WIP_EN = 1'b1,
    // What follows from these; not to be set.
    parameter SET = $clog2(SETS),
    parameter WAY = $clog2(ASSOC),
    parameter RANKS = ASSOC * WAY,
    parameter TYPES = 2 * ASSOC,
    parameter [0:0] KEYED = WIP_EN * (INSERT_MODE == 0),  // Lines of the lowest class leave first.
    // The type says where in the order a new line comes in.
    parameter [0:0] STACK = WIP_EN * (INSERT_MODE == 1)
) (
    input  wire             clock,         // Clock of the L2.
    input  wire             reset,         // Synchronous reset, active high.
    input  wire             op_valid,      // Something happens to a line.
    // What: 0 it is hit, 1 it is allocated, 2 it becomes invalid, 3 nothing.
    input  wire [1:0]       op,
    input  wire [SET-1:0]   op_set,        // Its set.
    input  wire [WAY-1:0]   way,           // Its way, below `assoc`.
    // Type of the request's warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    input  wire [1:0]       warp_type,
    input  wire [SET-1:0]   vq_set,        // The set in which a line is to leave.
    input  wire [ASSOC-1:0] vq_valid_mask, // Its ways with a line.
    input  wire [ASSOC-1:0] vq_resv_mask,  // Its ways that wait for one.
    output wire [WAY-1:0]   vq_way,        // The way that the new line takes; 0 if there is none.
    output wire             vq_none        // All ways are reserved.
);

    localparam [SETS-1:0] ONE = 1;
    localparam [1:0] HIT = 2'd0;
    localparam [1:0] ALLOC = 2'd1;

    wire                      acts;
    // Sets that something has happened to; in the others ranks are the ways' numbers and types 0,
    // whatever the memories hold.
    reg  [SETS-1:0]           used;
    // The ranks of each set, 0 the most recently used, from way 0 on.
    reg  [RANKS-1:0]          ranks [0:SETS-1];
    reg  [TYPES-1:0]          types [0:SETS-1];     // The types of each set, from way 0 on.
    wire [RANKS-1:0]          insertion_next_ranks;
    wire [TYPES-1:0]          insertion_next_types;

    medic_insertion #(.ASSOC(ASSOC), .STACK(STACK)) insertion (
        .used       (used[op_set]),
        .ranks      (ranks[op_set]),
        .types      (types[op_set]),
        .way        (way),
        .allocates  (op == ALLOC),
        .warp_type  (warp_type),
        .next_ranks (insertion_next_ranks),
        .next_types (insertion_next_types)
    );

    medic_victim #(.ASSOC(ASSOC), .KEYED(KEYED)) victim (
        .used     (used[vq_set]),
        .ranks    (ranks[vq_set]),
        .types    (types[vq_set]),
        .valid    (vq_valid_mask),
        .reserved (vq_resv_mask),
        .way      (vq_way),
        .none     (vq_none)
    );

    always @(posedge clock) begin
        if (acts) begin
            ranks[op_set] <= insertion_next_ranks;
        end
        if (acts) begin
            types[op_set] <= insertion_next_types;
        end
    end

    // What else happens to a line changes nothing here (P15).
    assign acts = op_valid && ((op == HIT) || (op == ALLOC));

    always @(posedge clock) begin
        if (reset) begin
            used <= 0;
        end else if (acts) begin
            used <= used | (ONE << op_set);
        end
    end

endmodule

`default_nettype wire
