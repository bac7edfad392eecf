// SPDX-License-Identifier: Apache-2.0
// mascar_sched: part of mascar, configuration rexq0
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=48 n_sched=2 mshr_entries=64 mq_entries=8 mshr_margin=8 mq_margin=1 rexq_entries=0
//   addr_bits=64 line_bytes=128 warp_size=32 reg_bits=7 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// Mascar's warp scheduler: in EP memory instructions go first, in MP computation does and only the owner warp may
// access memory (specification sections 2.2-2.4). Warp w belongs to scheduler w mod `SCHEDS`, which has `OWN` slots.
module mascar_sched (
    input  wire         clock,          // SM clock.
    input  wire         reset,          // Synchronous reset, active high.
    input  wire         mp,             // Memory access priority mode, from `mascar_sat`.
    input  wire [47:0]  slot_live,      // The warp slot holds a warp.
    input  wire [47:0]  ib_valid,       // The head instruction buffer entry is valid.
    input  wire [47:0]  head_is_mem,    // The head instruction accesses memory.
    input  wire [47:0]  ops_ready,      // The head instruction's operands are ready.
    input  wire [47:0]  dep_ll,         // The head instruction needs a long-latency load under way.
    input  wire [47:0]  at_barrier,     // The warp waits at a barrier.
    input  wire [47:0]  at_fence,       // The warp waits at a memory fence.
    input  wire [47:0]  exited,         // The warp has exited.
    input  wire [287:0] age_rank,       // Age rank of each warp, 0 oldest, warp 0 lowest.
    input  wire [1:0]   comp_free,      // The scheduler's arithmetic pipe can accept an instruction.
    input  wire         lsu_free,       // The LSU can take a new memory instruction.
    input  wire [47:0]  lsu_has,        // The LSU holds unsent requests of the warp.
    input  wire [47:0]  rexq_has,       // The re-execution queue holds requests of the warp.
    input  wire         rexq_head_v,    // The re-execution queue is not empty.
    input  wire [5:0]   rexq_head_warp, // Warp of the re-execution queue's head.
    output wire [1:0]   grant_v,        // The scheduler issues an instruction in this cycle.
    output reg  [11:0]  grant_warp,     // Its warp, scheduler 0 lowest; 0 without a grant.
    output wire [1:0]   grant_mem,      // The instruction accesses memory; at most one scheduler's.
    output wire         owner_v,        // There is an owner warp.
    output wire [5:0]   owner,          // The owner warp; 0 without one.
    output wire [47:0]  wst_mem,        // Warp status table: the next instruction accesses memory.
    output wire [47:0]  wst_stall       // Warp status table: do not issue.
);

    localparam [47:0] ONE = 48'd1;
    localparam [31:0] SCHEDS = 32'd2;
    // Where the rank of each scheduler's first warp is.
    localparam [31:0] RANK_AT = {16'd6, 16'd0};
    localparam [31:0] WARP_BITS = 32'd6;
    localparam [31:0] SCHED_BITS = 32'd1; // Bits of a warp's number that name its scheduler.
    localparam [0:0] LAST_SCHED = 1'b1;

    reg  [47:0]  owner_mask;
    reg  [47:0]  mem;               // Vectors over all slots of all schedulers.
    wire [47:0]  comp;
    wire [47:0]  owners;
    wire [287:0] ranks;
    reg  [47:0]  own_mem;           // The same by scheduler.
    reg  [47:0]  own_comp;
    reg  [47:0]  own_owner;
    reg  [1:0]   computes;          // Schedulers with a warp that can compute.
    reg  [1:0]   wants;             // Schedulers that want the LSU.
    reg  [1:0]   for_owner;         // Those of them that want it for the owner.
    reg  [1:0]   contenders;
    wire         contested;
    wire [1:0]   lsu;               // The scheduler that gets the LSU.
    wire [1:0]   issues;
    reg  [47:0]  group;             // The warps that each scheduler picks from.
    reg  [4:0]   chosen;
    reg  [11:0]  warp;
    reg  [5:0]   granted_warp;
    reg  [47:0]  granted;
    reg  [0:0]   turn;              // The scheduler that gets the LSU first when several want it.
    wire [47:0]  status_ready_mem;
    wire [47:0]  status_ready_comp;
    wire [9:0]   picker_warp;
    wire [1:0]   arbiter_grant;
    wire [0:0]   arbiter_index;

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
        .any_ready_mem  (status_ready_mem != 48'd0),
        .granted        (lsu != 2'd0),
        .granted_warp   (granted_warp),
        .rexq_head_v    (rexq_head_v),
        .rexq_head_warp (rexq_head_warp),
        .owner_v        (owner_v),
        .owner          (owner)
    );

    for (g = 0; g < 2; g = g + 1) begin : each_picker
        mascar_picker_24x6 picker (
            .clock    (clock),
            .reset    (reset),
            .mp       (mp),
            .memory   (lsu[g]),
            .group    (group[(g * 24) +: 24]),
            .owner    (own_owner[(g * 24) +: 24]),
            .age_rank (ranks >> RANK_AT[(g * 16) +: 16]),
            .warp     (picker_warp[(g * 5) +: 5])
        );
    end

    round_robin_2 arbiter (
        .requests (contenders),
        .start    (turn),
        .grant    (arbiter_grant),
        .index    (arbiter_index)
    );

    always @* begin
        owner_mask = 48'd0;
        if (owner_v) begin
            owner_mask = ONE << owner;
        end
    end

    // Each scheduler's warps.
    always @* begin
        mem = 48'd0;
        if (lsu_free) begin
            mem = status_ready_mem;
        end
    end

    assign comp = status_ready_comp;
    assign owners = owner_mask;
    assign ranks = age_rank;

    always @* begin : compute_own_mem
        integer k;
        integer s;
        k = 0;
        for (s = 0; s < 2; s = s + 1) begin
            own_mem[(s * 24) +: 24] = 24'd0;
            own_comp[(s * 24) +: 24] = 24'd0;
            own_owner[(s * 24) +: 24] = 24'd0;
        end
        if ((mem | comp) != 48'd0) begin
            for (s = 0; s < 2; s = s + 1) begin
                for (k = 0; k < 24; k = k + 1) begin
                    own_mem[(s * 24) + k] = mem[(k * SCHEDS) + s];
                    own_comp[(s * 24) + k] = comp_free[s] && comp[(k * SCHEDS) + s];
                    own_owner[(s * 24) + k] = owners[(k * SCHEDS) + s];
                end
            end
        end
    end

    // One scheduler gets the LSU: in MP that of the owner, else they take turns. MP computes first.
    always @* begin : compute_computes
        integer s;
        computes = 2'd0;
        wants = 2'd0;
        for_owner = 2'd0;
        for (s = 0; s < 2; s = s + 1) begin
            computes[s] = own_comp[(s * 24) +: 24] != 24'd0;
            wants[s] = (own_mem[(s * 24) +: 24] != 24'd0)
                && (!mp || (own_comp[(s * 24) +: 24] == 24'd0));
            for_owner[s] = mp && ((own_mem[(s * 24) +: 24] & own_owner[(s * 24) +: 24]) != 24'd0);
        end
    end

    always @* begin
        contenders = wants;
        if ((wants & for_owner) != 2'd0) begin
            contenders = wants & for_owner;
        end
    end

    assign lsu = arbiter_grant;
    assign contested = (contenders & ~lsu) != 2'd0;

    always @(posedge clock) begin
        if (reset) begin
            turn <= 1'b0;
        end else if (contested) begin
            turn <= arbiter_index + 1'b1;
            if (arbiter_index == LAST_SCHED) begin
                turn <= 1'b0;
            end
        end
    end

    // It picks from its memory group; the others compute.
    assign issues = lsu | computes;

    always @* begin : compute_group
        integer s;
        for (s = 0; s < 2; s = s + 1) begin
            group[(s * 24) +: 24] = own_comp[(s * 24) +: 24];
            if (lsu[s]) begin
                group[(s * 24) +: 24] = own_mem[(s * 24) +: 24];
            end
        end
    end

    always @* begin : compute_chosen
        integer s;
        granted_warp = 6'd0;
        chosen = 5'd0;
        warp = 12'd0;
        for (s = 0; s < 2; s = s + 1) begin
            if (issues[s]) begin
                chosen = picker_warp[(s * 5) +: 5];
                warp[(s * 6) +: 6] = ({1'b0, chosen} << SCHED_BITS) | s[5:0];
            end
            if (lsu[s]) begin
                granted_warp = warp[(s * 6) +: 6];
            end
        end
    end

    always @* begin
        granted = 48'd0;
        if (lsu != 2'd0) begin
            granted = ONE << granted_warp;
        end
    end

    assign grant_v = issues;
    assign grant_mem = lsu;

    always @* begin : compute_grant_warp
        integer b;
        integer s;
        grant_warp = 12'd0;
        for (s = 0; s < 2; s = s + 1) begin
            for (b = 0; b < 6; b = b + 1)
                grant_warp[(s * WARP_BITS) + b] = warp[(s * 6) + b];
        end
    end

endmodule
