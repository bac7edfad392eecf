// SPDX-License-Identifier: Apache-2.0
// mascar_sched: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mascar's warp scheduler: in EP memory instructions go first, in MP computation does and only the
// owner warp may access memory (specification sections 2.2-2.4). Warp w belongs to scheduler w mod
// `SCHEDS`, which has `OWN` slots.
// Protocol: the status of the warps are levels, and the grants answer in the same cycle; what is
// granted is issued.
// `owner_v` and `owner` are registers, from the cycle after the grant on.
module mascar_sched #(
    parameter WARPS = 48,                  // Warp slots per SM; at least two a scheduler
    // Warp schedulers per SM; warp w belongs to scheduler w mod n_sched
    parameter SCHEDS = 2,
    // The owner releases only when none of its requests is unsent
    parameter [0:0] RELEASE_WAITS = 1'b1,
    // Warps that are memory-ready when MP begins may issue one memory instruction
    parameter [0:0] GRANDFATHER = 1'b1,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter RANKS = WARPS * WARP,
    parameter SCHED = ($clog2(SCHEDS) > 1 ? $clog2(SCHEDS) : 1),
    parameter OWN = (WARPS + SCHEDS - 1) / SCHEDS,
    parameter INDEX = ($clog2(OWN) > 1 ? $clog2(OWN) : 1),
    parameter SLOTS = OWN * SCHEDS,
    parameter SLOT_RANKS = SLOTS * WARP,
    parameter KEY = WARP + 1,
    parameter KEYS = OWN * KEY,
    parameter GRANTS = SCHEDS * WARP
) (
    input  wire              clock,            // SM clock.
    input  wire              reset,            // Synchronous reset, active high.
    input  wire              mp,               // Memory access priority mode, from `mascar_sat`.
    input  wire [WARPS-1:0]  slot_live,        // The warp slot holds a warp.
    input  wire [WARPS-1:0]  ib_valid,         // The head instruction buffer entry is valid.
    input  wire [WARPS-1:0]  head_is_mem,      // The head instruction accesses memory.
    input  wire [WARPS-1:0]  ops_ready,        // The head instruction's operands are ready.
    // The head instruction needs a long-latency load under way.
    input  wire [WARPS-1:0]  dep_ll,
    input  wire [WARPS-1:0]  at_barrier,       // The warp waits at a barrier.
    input  wire [WARPS-1:0]  at_fence,         // The warp waits at a memory fence.
    input  wire [WARPS-1:0]  exited,           // The warp has exited.
    input  wire [RANKS-1:0]  age_rank,         // Age rank of each warp, 0 oldest, warp 0 lowest.
    // The scheduler's arithmetic pipe can accept an instruction.
    input  wire [SCHEDS-1:0] comp_free,
    input  wire              lsu_free,         // The LSU can take a new memory instruction.
    input  wire [WARPS-1:0]  lsu_has,          // The LSU holds unsent requests of the warp.
    input  wire [WARPS-1:0]  rexq_has,         // The re-execution queue holds requests of the warp.
    input  wire              rexq_head_v,      // The re-execution queue is not empty.
    input  wire [WARP-1:0]   rexq_head_warp,   // Warp of the re-execution queue's head.
    // That head leaves the queue in this cycle: the L1 accepts it.
    input  wire              rexq_head_leaves,
    output wire [SCHEDS-1:0] grant_v,          // The scheduler issues an instruction in this cycle.
    output reg  [GRANTS-1:0] grant_warp,       // Its warp, scheduler 0 lowest; 0 without a grant.
    // The instruction accesses memory; at most one scheduler's.
    output wire [SCHEDS-1:0] grant_mem,
    output wire              owner_v,          // There is an owner warp.
    output wire [WARP-1:0]   owner,            // The owner warp; 0 without one.
    // Warp status table: the next instruction accesses memory.
    output wire [WARPS-1:0]  wst_mem,
    output wire [WARPS-1:0]  wst_stall         // Warp status table: do not issue.
);

    localparam SCHED_BITS = $clog2(SCHEDS); // Bits of a warp's number that name its scheduler.
    localparam LAST_SCHED = SCHEDS - 1;

    wire [SLOTS-1:0]            mem;                  // Vectors over all slots of all schedulers.
    wire [SLOTS-1:0]            comp;
    // The owner, if it is at a memory instruction.
    wire [SLOTS-1:0]            owners;
    wire [SLOT_RANKS-1:0]       ranks;
    reg  [(SCHEDS * OWN)-1:0]   own_mem;              // The same by scheduler.
    reg  [(SCHEDS * OWN)-1:0]   own_comp;
    reg  [(SCHEDS * OWN)-1:0]   own_owner;
    reg  [(SCHEDS * KEYS)-1:0]  own_keys;             // Age ranks, each with a 0 above it.
    reg  [WARP-1:0]             rank;
    reg  [SCHEDS-1:0]           computes;             // Schedulers with a warp that can compute.
    reg  [SCHEDS-1:0]           wants;                // Schedulers that want the LSU.
    reg  [SCHEDS-1:0]           for_owner;            // Those of them that want it for the owner.
    reg  [SCHEDS-1:0]           contenders;
    wire                        contested;
    wire [SCHEDS-1:0]           lsu;                  // The scheduler that gets the LSU.
    wire [SCHEDS-1:0]           issues;
    reg  [(SCHEDS * OWN)-1:0]   group;                // The warps that each scheduler picks from.
    wire [(SCHEDS * OWN)-1:0]   picked;
    reg  [INDEX-1:0]            chosen;
    reg  [(SCHEDS * WARP)-1:0]  warp;
    reg  [SLOTS-1:0]            granted;
    wire                        unused;               // There may be more slots than warps.
    // The scheduler that gets the LSU first when several want it.
    reg  [SCHED-1:0]            turn;
    wire [WARPS-1:0]            status_ready_mem;
    wire [WARPS-1:0]            status_ready_comp;
    wire [WARPS-1:0]            warp_owner_owner_bit;
    wire [(SCHEDS * OWN)-1:0]   picker_pick;
    wire [(SCHEDS * INDEX)-1:0] picker_warp;
    wire [SCHEDS-1:0]           arbiter_grant;
    wire [SCHED-1:0]            arbiter_index;

    genvar g;

    mascar_status #(.WARPS(WARPS), .GRANDFATHER(GRANDFATHER)) status (
        .clock       (clock),
        .reset       (reset),
        .mp          (mp),
        .slot_live   (slot_live),
        .ib_valid    (ib_valid),
        .head_is_mem (head_is_mem),
        .ops_ready   (ops_ready),
        .at_barrier  (at_barrier),
        .rexq_has    (rexq_has),
        .owner_v     (owner_v),
        .owner       (warp_owner_owner_bit),
        .granted     (granted[WARPS-1:0]),
        .mem         (wst_mem),
        .stall       (wst_stall),
        .ready_mem   (status_ready_mem),
        .ready_comp  (status_ready_comp)
    );

    mascar_owner #(.WARPS(WARPS), .RELEASE_WAITS(RELEASE_WAITS)) warp_owner (
        .clock            (clock),
        .reset            (reset),
        .mp               (mp),
        .slot_live        (slot_live),
        .ib_valid         (ib_valid),
        .dep_ll           (dep_ll),
        .at_barrier       (at_barrier),
        .at_fence         (at_fence),
        .exited           (exited),
        .lsu_has          (lsu_has),
        .rexq_has         (rexq_has),
        .any_ready_mem    (status_ready_mem != 0),
        .granted          (lsu != 0),
        .granted_warp     (granted[WARPS-1:0]),
        .rexq_head_v      (rexq_head_v),
        .rexq_head_warp   (rexq_head_warp),
        .rexq_head_leaves (rexq_head_leaves),
        .owner_v          (owner_v),
        .owner            (owner),
        .owner_bit        (warp_owner_owner_bit)
    );

    for (g = 0; g < SCHEDS; g = g + 1) begin : each_picker
        mascar_picker #(.WARPS(OWN), .KEY(KEY)) picker (
            .clock (clock),
            .reset (reset),
            .mp    (mp),
            .group (group[(g * OWN) +: OWN]),
            .owner (own_owner[(g * OWN) +: OWN]),
            .keys  (own_keys[(g * KEYS) +: KEYS]),
            .pick  (picker_pick[(g * OWN) +: OWN]),
            .warp  (picker_warp[(g * INDEX) +: INDEX])
        );
    end

    round_robin #(.N(SCHEDS)) arbiter (
        .requests (contenders),
        .start    (turn),
        .grant    (arbiter_grant),
        .index    (arbiter_index)
    );

    // Each scheduler's warps.
    assign mem = {{(SLOTS - WARPS){1'b0}}, status_ready_mem};
    assign comp = {{(SLOTS - WARPS){1'b0}}, status_ready_comp};
    assign owners = {{(SLOTS - WARPS){1'b0}}, warp_owner_owner_bit & wst_mem};
    assign ranks = {{(SLOT_RANKS - RANKS){1'b0}}, age_rank};

    always @* begin : compute_own_mem
        integer k;
        integer s;
        k = 0;
        s = 0;
        own_mem = 0;
        if (lsu_free) begin
            for (s = 0; s < SCHEDS; s = s + 1) begin
                for (k = 0; k < OWN; k = k + 1) begin
                    if (mem[(k * SCHEDS) + s]) begin
                        own_mem[(s * OWN) + k] = 1'b1;
                    end
                end
            end
        end
    end

    always @* begin : compute_own_comp
        integer k;
        integer s;
        k = 0;
        own_comp = 0;
        for (s = 0; s < SCHEDS; s = s + 1) begin
            if (comp_free[s]) begin
                for (k = 0; k < OWN; k = k + 1) begin
                    if (comp[(k * SCHEDS) + s]) begin
                        own_comp[(s * OWN) + k] = 1'b1;
                    end
                end
            end
        end
    end

    always @* begin : compute_own_owner
        integer k;
        integer s;
        k = 0;
        s = 0;
        own_owner = 0;
        // The owner matters in MP only.
        if (mp) begin
            for (s = 0; s < SCHEDS; s = s + 1) begin
                for (k = 0; k < OWN; k = k + 1)
                    own_owner[(s * OWN) + k] = owners[(k * SCHEDS) + s];
            end
        end
    end

    always @* begin : compute_own_keys
        integer k;
        integer s;
        own_keys = 0;
        rank = 0;
        for (s = 0; s < SCHEDS; s = s + 1) begin
            for (k = 0; k < OWN; k = k + 1) begin
                rank = ranks[(((k * SCHEDS) + s) * WARP) +: WARP];
                own_keys[((s * KEYS) + (k * KEY)) +: WARP] = rank;
            end
        end
    end

    // One scheduler gets the LSU: in MP that of the owner, else they take turns. MP computes first.
    always @* begin : compute_computes
        integer s;
        computes = 0;
        wants = 0;
        for_owner = 0;
        for (s = 0; s < SCHEDS; s = s + 1) begin
            computes[s] = own_comp[(s * OWN) +: OWN] != 0;
            wants[s] = (own_mem[(s * OWN) +: OWN] != 0)
                && (!mp || (own_comp[(s * OWN) +: OWN] == 0));
            for_owner[s] = (own_mem[(s * OWN) +: OWN] & own_owner[(s * OWN) +: OWN]) != {OWN{1'b0}};
        end
    end

    always @* begin
        contenders = wants;
        if ((wants & for_owner) != {SCHEDS{1'b0}}) begin
            contenders = wants & for_owner;
        end
    end

    assign lsu = arbiter_grant;
    assign contested = (contenders & ~lsu) != {SCHEDS{1'b0}};

    always @(posedge clock) begin
        if (reset) begin
            turn <= 0;
        end else if (contested) begin
            turn <= arbiter_index + 1'b1;
            if (arbiter_index == LAST_SCHED[SCHED-1:0]) begin
                turn <= 0;
            end
        end
    end

    // It picks from its memory group; the others compute.
    assign issues = lsu | computes;

    always @* begin : compute_group
        integer s;
        for (s = 0; s < SCHEDS; s = s + 1) begin
            group[(s * OWN) +: OWN] = own_comp[(s * OWN) +: OWN];
            if (lsu[s]) begin
                group[(s * OWN) +: OWN] = own_mem[(s * OWN) +: OWN];
            end
        end
    end

    always @* begin : compute_chosen
        integer s;
        chosen = 0;
        warp = 0;
        for (s = 0; s < SCHEDS; s = s + 1) begin
            if (issues[s]) begin
                chosen = picker_warp[(s * INDEX) +: INDEX];
                warp[(s * WARP) +: WARP] = ({{(WARP - INDEX){1'b0}}, chosen} << SCHED_BITS)
                    | s[WARP-1:0];
            end
        end
    end

    always @* begin : compute_granted
        integer k;
        integer s;
        k = 0;
        granted = 0;
        for (s = 0; s < SCHEDS; s = s + 1) begin
            if (lsu[s]) begin
                for (k = 0; k < OWN; k = k + 1)
                    granted[(k * SCHEDS) + s] = picked[(s * OWN) + k];
            end
        end
    end

    assign picked = picker_pick;
    assign unused = granted != 0;
    assign grant_v = issues;
    assign grant_mem = lsu;

    always @* begin : compute_grant_warp
        integer s;
        grant_warp = 0;
        for (s = 0; s < SCHEDS; s = s + 1)
            grant_warp[(s * WARP) +: WARP] = warp[(s * WARP) +: WARP];
    end

endmodule

`default_nettype wire
