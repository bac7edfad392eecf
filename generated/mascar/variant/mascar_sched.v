// SPDX-License-Identifier: Apache-2.0
// mascar_sched: part of mascar, configuration variant
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=11 n_sched=4 mshr_entries=10 mq_entries=6 mshr_margin=3 mq_margin=2 rexq_entries=5
//   addr_bits=40 line_bytes=64 warp_size=16 reg_bits=8 release_waits=0 grandfather=0
//   nonowner_merge=1 owner_bypass_full=1 sched_en=1 rexq_en=1

// Mascar's warp scheduler: in EP memory instructions go first, in MP computation does and only the owner warp may
// access memory (specification sections 2.2-2.4). Warp w belongs to scheduler w mod `SCHEDS`, which has `OWN` slots.
module mascar_sched (
    input  wire        clock,          // SM clock.
    input  wire        reset,          // Synchronous reset, active high.
    input  wire        mp,             // Memory access priority mode, from `mascar_sat`.
    input  wire [10:0] slot_live,      // The warp slot holds a warp.
    input  wire [10:0] ib_valid,       // The head instruction buffer entry is valid.
    input  wire [10:0] head_is_mem,    // The head instruction accesses memory.
    input  wire [10:0] ops_ready,      // The head instruction's operands are ready.
    input  wire [10:0] dep_ll,         // The head instruction needs a long-latency load under way.
    input  wire [10:0] at_barrier,     // The warp waits at a barrier.
    input  wire [10:0] at_fence,       // The warp waits at a memory fence.
    input  wire [10:0] exited,         // The warp has exited.
    input  wire [43:0] age_rank,       // Age rank of each warp, 0 oldest, warp 0 lowest.
    input  wire [3:0]  comp_free,      // The scheduler's arithmetic pipe can accept an instruction.
    input  wire        lsu_free,       // The LSU can take a new memory instruction.
    input  wire [10:0] lsu_has,        // The LSU holds unsent requests of the warp.
    input  wire [10:0] rexq_has,       // The re-execution queue holds requests of the warp.
    input  wire        rexq_head_v,    // The re-execution queue is not empty.
    input  wire [3:0]  rexq_head_warp, // Warp of the re-execution queue's head.
    output wire [3:0]  grant_v,        // The scheduler issues an instruction in this cycle.
    output reg  [15:0] grant_warp,     // Its warp, scheduler 0 lowest; 0 without a grant.
    output wire [3:0]  grant_mem,      // The instruction accesses memory; at most one scheduler's.
    output wire        owner_v,        // There is an owner warp.
    output wire [3:0]  owner,          // The owner warp; 0 without one.
    output wire [10:0] wst_mem,        // Warp status table: the next instruction accesses memory.
    output wire [10:0] wst_stall       // Warp status table: do not issue.
);

    localparam [10:0] ONE = 11'd1;
    localparam [31:0] SCHEDS = 32'd4;
    // Where the rank of each scheduler's first warp is.
    localparam [63:0] RANK_AT = {16'd12, 16'd8, 16'd4, 16'd0};
    localparam [31:0] WARP_BITS = 32'd4;
    localparam [31:0] SCHED_BITS = 32'd2; // Bits of a warp's number that name its scheduler.
    localparam [1:0] LAST_SCHED = 2'd3;

    reg  [10:0] owner_mask;
    reg  [11:0] mem;               // Vectors over all slots of all schedulers.
    wire [11:0] comp;
    wire [11:0] owners;
    wire [47:0] ranks;
    reg  [11:0] own_mem;           // The same by scheduler.
    reg  [11:0] own_comp;
    reg  [11:0] own_owner;
    reg  [3:0]  computes;          // Schedulers with a warp that can compute.
    reg  [3:0]  wants;             // Schedulers that want the LSU.
    reg  [3:0]  for_owner;         // Those of them that want it for the owner.
    reg  [3:0]  contenders;
    wire        contested;
    wire [3:0]  lsu;               // The scheduler that gets the LSU.
    wire [3:0]  issues;
    reg  [11:0] group;             // The warps that each scheduler picks from.
    reg  [1:0]  chosen;
    reg  [15:0] warp;
    reg  [3:0]  granted_warp;
    reg  [10:0] granted;
    reg  [1:0]  turn;              // The scheduler that gets the LSU first when several want it.
    wire [10:0] status_ready_mem;
    wire [10:0] status_ready_comp;
    wire [7:0]  picker_warp;
    wire [3:0]  arbiter_grant;
    wire [1:0]  arbiter_index;

    genvar g;

    mascar_status status (
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
        .owner       (owner_mask),
        .granted     (granted),
        .mem         (wst_mem),
        .stall       (wst_stall),
        .ready_mem   (status_ready_mem),
        .ready_comp  (status_ready_comp)
    );

    mascar_owner warp_owner (
        .clock          (clock),
        .reset          (reset),
        .mp             (mp),
        .slot_live      (slot_live),
        .ib_valid       (ib_valid),
        .dep_ll         (dep_ll),
        .at_barrier     (at_barrier),
        .at_fence       (at_fence),
        .exited         (exited),
        .lsu_has        (lsu_has),
        .rexq_has       (rexq_has),
        .any_ready_mem  (status_ready_mem != 11'd0),
        .granted        (lsu != 4'd0),
        .granted_warp   (granted_warp),
        .rexq_head_v    (rexq_head_v),
        .rexq_head_warp (rexq_head_warp),
        .owner_v        (owner_v),
        .owner          (owner)
    );

    for (g = 0; g < 4; g = g + 1) begin : each_picker
        mascar_picker_3x4 picker (
            .clock    (clock),
            .reset    (reset),
            .mp       (mp),
            .memory   (lsu[g]),
            .group    (group[(g * 3) +: 3]),
            .owner    (own_owner[(g * 3) +: 3]),
            .age_rank (ranks >> RANK_AT[(g * 16) +: 16]),
            .warp     (picker_warp[(g * 2) +: 2])
        );
    end

    round_robin_4 arbiter (
        .requests (contenders),
        .start    (turn),
        .grant    (arbiter_grant),
        .index    (arbiter_index)
    );

    always @* begin
        owner_mask = 11'd0;
        if (owner_v) begin
            owner_mask = ONE << owner;
        end
    end

    // Each scheduler's warps.
    always @* begin
        mem = 12'd0;
        if (lsu_free) begin
            mem = {1'b0, status_ready_mem};
        end
    end

    assign comp = {1'b0, status_ready_comp};
    assign owners = {1'b0, owner_mask};
    assign ranks = {4'd0, age_rank};

    always @* begin : compute_own_mem
        integer k;
        integer s;
        k = 0;
        for (s = 0; s < 4; s = s + 1) begin
            own_mem[(s * 3) +: 3] = 3'd0;
            own_comp[(s * 3) +: 3] = 3'd0;
            own_owner[(s * 3) +: 3] = 3'd0;
        end
        if ((mem | comp) != 12'd0) begin
            for (s = 0; s < 4; s = s + 1) begin
                for (k = 0; k < 3; k = k + 1) begin
                    own_mem[(s * 3) + k] = mem[(k * SCHEDS) + s];
                    own_comp[(s * 3) + k] = comp_free[s] && comp[(k * SCHEDS) + s];
                    own_owner[(s * 3) + k] = owners[(k * SCHEDS) + s];
                end
            end
        end
    end

    // One scheduler gets the LSU: in MP that of the owner, else they take turns. MP computes first.
    always @* begin : compute_computes
        integer s;
        computes = 4'd0;
        wants = 4'd0;
        for_owner = 4'd0;
        for (s = 0; s < 4; s = s + 1) begin
            computes[s] = own_comp[(s * 3) +: 3] != 3'd0;
            wants[s] = (own_mem[(s * 3) +: 3] != 3'd0) && (!mp || (own_comp[(s * 3) +: 3] == 3'd0));
            for_owner[s] = mp && ((own_mem[(s * 3) +: 3] & own_owner[(s * 3) +: 3]) != 3'd0);
        end
    end

    always @* begin
        contenders = wants;
        if ((wants & for_owner) != 4'd0) begin
            contenders = wants & for_owner;
        end
    end

    assign lsu = arbiter_grant;
    assign contested = (contenders & ~lsu) != 4'd0;

    always @(posedge clock) begin
        if (reset) begin
            turn <= 2'd0;
        end else if (contested) begin
            turn <= arbiter_index + 2'd1;
            if (arbiter_index == LAST_SCHED) begin
                turn <= 2'd0;
            end
        end
    end

    // It picks from its memory group; the others compute.
    assign issues = lsu | computes;

    always @* begin : compute_group
        integer s;
        for (s = 0; s < 4; s = s + 1) begin
            group[(s * 3) +: 3] = own_comp[(s * 3) +: 3];
            if (lsu[s]) begin
                group[(s * 3) +: 3] = own_mem[(s * 3) +: 3];
            end
        end
    end

    always @* begin : compute_chosen
        integer s;
        granted_warp = 4'd0;
        chosen = 2'd0;
        warp = 16'd0;
        for (s = 0; s < 4; s = s + 1) begin
            if (issues[s]) begin
                chosen = picker_warp[(s * 2) +: 2];
                warp[(s * 4) +: 4] = ({2'd0, chosen} << SCHED_BITS) | s[3:0];
            end
            if (lsu[s]) begin
                granted_warp = warp[(s * 4) +: 4];
            end
        end
    end

    always @* begin
        granted = 11'd0;
        if (lsu != 4'd0) begin
            granted = ONE << granted_warp;
        end
    end

    assign grant_v = issues;
    assign grant_mem = lsu;

    always @* begin : compute_grant_warp
        integer b;
        integer s;
        grant_warp = 16'd0;
        for (s = 0; s < 4; s = s + 1) begin
            for (b = 0; b < 4; b = b + 1)
                grant_warp[(s * WARP_BITS) + b] = warp[(s * 4) + b];
        end
    end

endmodule
