// SPDX-License-Identifier: Apache-2.0
// mascar_sched_tiny_sva: the invariants of mascar_sched_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: there is an owner only after a cycle of MP; it is the warp that was granted a memory instruction, or else
// that of the queue's head, which stays in the queue; and it stays the same one until there is none.
module mascar_sched_tiny_i01_owner #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire                    rexq_head_v,
    input wire [WARP-1:0]         rexq_head_warp,
    input wire                    rexq_head_leaves,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg            mp_before;      // What was in the cycle before.
    reg            owner_before;
    reg            candidate;      // Some warp could become the owner.
    reg [WARP-1:0] warp;           // That warp, or the owner.

    reg [WARP-1:0] granted;
    integer s;
    always @* begin
        granted = 0;
        for (s = 0; s < n_sched; s = s + 1) if (grant_mem[s]) granted = grant_warp[s*WARP +: WARP];
    end

    always @(posedge clock) begin
        if (reset) begin
            mp_before <= 1'b0;
            owner_before <= 1'b0;
            candidate <= 1'b0;
        end else begin
            mp_before <= mp;
            owner_before <= owner_v;
            candidate <= grant_mem != 0 || (rexq_head_v && !rexq_head_leaves);
            warp <= owner_v ? owner : grant_mem != 0 ? granted : rexq_head_warp;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // The queue's head is of a warp that there is.
            begin assume (!rexq_head_v || rexq_head_warp < n_warps) else armed = 1'b0; end
            begin if (armed) assert (!owner_v || mp_before) else $error("%m: invariant 1"); end
            begin if (armed) assert (!owner_v || owner_before || candidate) else $error("%m: invariant 1"); end
            begin if (armed) assert (!owner_v || owner == warp) else $error("%m: invariant 1"); end
            begin if (armed) assert (owner_v ? owner < n_warps : owner == 0) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 7: at most one memory instruction is granted in a cycle, and to each scheduler at most one instruction; it is
// of a warp of the scheduler that is ready for it and has stall = 0, by the status of section 2.2, which the unit shows.
module mascar_sched_tiny_i07_grants #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire [n_sched-1:0]      grant_v,
    input wire [n_sched-1:0]      comp_free,
    input wire                    lsu_free,
    input wire [n_warps-1:0]      wst_mem,
    input wire [n_warps-1:0]      wst_stall
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    reg [WARP-1:0] warp;
    integer s;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (wst_mem == mem && wst_stall == stall) else $error("%m: invariant 7"); end
            begin if (armed) assert ((grant_mem & (grant_mem - 1'b1)) == 0) else $error("%m: invariant 7"); end
            begin if (armed) assert ((grant_mem & ~grant_v) == 0 && (grant_mem == 0 || lsu_free)) else $error("%m: invariant 7"); end
            for (s = 0; s < n_sched; s = s + 1) begin
                warp = grant_warp[s*WARP +: WARP];
                if (grant_v[s]) begin
                    begin if (armed) assert (warp < n_warps && warp % n_sched == s && !stall[warp]) else $error("%m: invariant 7"); end
                    begin if (armed) assert (grant_mem[s] ? ready_mem[warp] : ready_comp[warp] && comp_free[s]) else $error("%m: invariant 7"); end
                end else begin if (armed) assert (warp == 0) else $error("%m: invariant 7"); end
            end
        end
    end

endmodule

// Invariant 8: in MP a memory instruction of another warp than the owner is granted only if the warp was ready for it when
// MP began and has issued none since, or if there is no owner; and the owner's goes first.
module mascar_sched_tiny_i08_owner_only #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire [n_sched-1:0]      comp_free,
    input wire                    lsu_free
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    // The owner could issue a memory instruction, and its scheduler has nothing to compute.
    reg idle;
    reg [WARP-1:0] warp;
    integer s, w;
    always @* begin
        idle = 1'b1;
        for (w = 0; w < n_warps; w = w + 1)
            if (w % n_sched == owner % n_sched && ready_comp[w] && comp_free[w % n_sched]) idle = 1'b0;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) for (s = 0; s < n_sched; s = s + 1) begin
            warp = grant_warp[s*WARP +: WARP];
            if (mp && owner_v && grant_mem[s]) begin
                begin if (armed) assert (warp == owner || grand[warp]) else $error("%m: invariant 8"); end
                begin if (armed) assert (warp == owner || !ready_mem[owner] || !idle) else $error("%m: invariant 8"); end
            end
        end
    end

endmodule

// Invariant 9: in MP a scheduler that has a warp ready to compute and a free pipe grants no memory instruction; and in
// either mode it issues something.
module mascar_sched_tiny_i09_compute #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire [n_sched-1:0]      grant_v,
    input wire [n_sched-1:0]      comp_free
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    reg [n_sched-1:0] computes;     // Schedulers that could compute.
    integer w;
    always @* begin
        computes = 0;
        for (w = 0; w < n_warps; w = w + 1) if (ready_comp[w] && comp_free[w % n_sched]) computes[w % n_sched] = 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (!mp || (grant_mem & computes) == 0) else $error("%m: invariant 9"); end
            begin if (armed) assert ((computes & ~grant_v) == 0) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 10: in EP a memory instruction is granted whenever some warp is ready for one and the LSU is free; in MP
// whenever the warp's scheduler moreover has nothing to compute.
module mascar_sched_tiny_i10_memory #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire [n_sched-1:0]      comp_free,
    input wire                    lsu_free
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    reg [n_sched-1:0] computes, wants;
    integer w;
    always @* begin
        computes = 0;
        wants = 0;
        for (w = 0; w < n_warps; w = w + 1) begin
            if (ready_comp[w] && comp_free[w % n_sched]) computes[w % n_sched] = 1'b1;
            if (ready_mem[w]) wants[w % n_sched] = 1'b1;
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && lsu_free) begin if (armed) assert (grant_mem != 0 || (mp ? wants & ~computes : wants) == 0) else $error("%m: invariant 10"); end
    end
endmodule

// Invariant 10 (and 9), with section 2.3: among the warps that are ready a scheduler grants to the one that it issued last
// in EP, to the owner at a memory instruction in MP, and else to the oldest.
module mascar_sched_tiny_i10_order #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire [n_sched-1:0]      grant_v,
    input wire [n_warps*WARP-1:0] age_rank
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    reg [n_sched-1:0]      issued;   // The scheduler has issued an instruction since reset.
    reg [n_sched*WARP-1:0] last;     // Of this warp.
    integer s, w;
    always @(posedge clock) for (s = 0; s < n_sched; s = s + 1) begin
        if (reset) issued[s] <= 1'b0;
        else if (grant_v[s]) begin
            issued[s] <= 1'b1;
            last[s*WARP +: WARP] <= grant_warp[s*WARP +: WARP];
        end
    end

    reg [n_warps-1:0] group;         // Warps that could have been granted to in place of this one.
    reg [WARP-1:0]    warp, favourite;
    reg               preferred;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (s = 0; s < n_sched; s = s + 1) if (grant_v[s]) begin
                group = grant_mem[s] ? ready_mem : ready_comp;
                warp = grant_warp[s*WARP +: WARP];
                favourite = mp ? owner : last[s*WARP +: WARP];
                preferred = mp ? owner_v && grant_mem[s] && owner % n_sched == s : issued[s];
                if (preferred && group[favourite]) begin if (armed) assert (warp == favourite) else $error("%m: invariant 10"); end
                else for (w = s; w < n_warps; w = w + n_sched)
                    begin if (armed) assert (!group[w] || age_rank[warp*WARP +: WARP] <= age_rank[w*WARP +: WARP]) else $error("%m: invariant 10"); end
            end
        end
    end

endmodule

// Invariant 11: no one waits for the owner for ever: it gives up ownership in the cycle in which MP is over, it waits for
// others, exits, or needs one of its own loads and has nothing unsent, and in no other; and in MP without an owner the
// next grant of a memory instruction makes one, or, if no warp is ready for memory, the queue's head that stays there.
module mascar_sched_tiny_i11_ownership #(
    parameter release_waits = 1,
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire [n_warps-1:0]      dep_ll,
    input wire [n_warps-1:0]      at_fence,
    input wire [n_warps-1:0]      exited,
    input wire [n_warps-1:0]      lsu_has,
    input wire                    rexq_head_v,
    input wire                    rexq_head_leaves
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    wire gone = exited[owner] || at_barrier[owner] || at_fence[owner] || !slot_live[owner];
    wire unsent = release_waits && (lsu_has[owner] || rexq_has[owner]);
    wire done = !mp || gone || (ib_valid[owner] && dep_ll[owner] && !unsent);

    reg running;
    reg expected;    // There must be an owner now.
    always @(posedge clock) begin
        running <= !reset;
        expected <= owner_v ? !done : mp && (grant_mem != 0 || (ready_mem == 0 && rexq_head_v && !rexq_head_leaves));
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset && running) begin if (armed) assert (owner_v == expected) else $error("%m: invariant 11"); end
    end
endmodule

// Invariant 11: a scheduler that wants the LSU in EP and does not get it gets it before the winner does again: within
// n_sched - 1 grants to others.
module mascar_sched_tiny_i11_turns #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    input wire                    lsu_free
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    mascar_sched_tiny_warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    // Grants to others since each scheduler has wanted the LSU in EP without a break.
    localparam W = $clog2(n_sched + 1);
    reg [n_sched*W-1:0] passed;
    reg [n_sched-1:0] wants;
    integer w, s;
    always @* begin
        wants = 0;
        for (w = 0; w < n_warps; w = w + 1) if (!mp && lsu_free && ready_mem[w]) wants[w % n_sched] = 1'b1;
    end

    always @(posedge clock) for (s = 0; s < n_sched; s = s + 1) begin
        if (reset || grant_mem[s] || !wants[s]) passed[s*W +: W] <= 0;
        else passed[s*W +: W] <= passed[s*W +: W] + 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) for (s = 0; s < n_sched; s = s + 1) begin if (armed) assert (passed[s*W +: W] < n_sched) else $error("%m: invariant 11"); end
    end
endmodule

module mascar_sched_tiny_warp_status #(
    parameter n_warps = 4,
    parameter n_sched = 2,
    parameter grandfather = 1,
    parameter WARP = $clog2(n_warps)
) (
    input wire                    clock,
    input wire                    reset,
    input wire                    mp,
    input wire [n_warps-1:0]      slot_live,
    input wire [n_warps-1:0]      ib_valid,
    input wire [n_warps-1:0]      head_is_mem,
    input wire [n_warps-1:0]      ops_ready,
    input wire [n_warps-1:0]      at_barrier,
    input wire [n_warps-1:0]      rexq_has,
    input wire                    owner_v,
    input wire [WARP-1:0]         owner,
    input wire [n_sched-1:0]      grant_mem,
    input wire [n_sched*WARP-1:0] grant_warp,
    output wire [n_warps-1:0]     mem,
    output reg  [n_warps-1:0]     stall,
    output wire [n_warps-1:0]     ready_mem,
    output wire [n_warps-1:0]     ready_comp,
    output reg  [n_warps-1:0]     grand,
    output reg                    mp_before
);

    wire [n_warps-1:0] valid = slot_live & ib_valid;
    assign mem = valid & head_is_mem;

    reg [n_warps-1:0] issued;    // Memory instructions.
    integer w, s;
    always @* begin
        for (w = 0; w < n_warps; w = w + 1)
            stall[w] = !ops_ready[w] || (mp && owner_v && mem[w] && owner != w && !grand[w]) || (mem[w] && rexq_has[w]);
        issued = 0;
        for (s = 0; s < n_sched; s = s + 1) if (grant_mem[s]) issued[grant_warp[s*WARP +: WARP]] = 1'b1;
    end

    wire [n_warps-1:0] ready = valid & ~stall & ~at_barrier;
    assign ready_mem = ready & mem;
    assign ready_comp = ready & ~mem;

    always @(posedge clock) begin
        if (reset) begin
            grand <= 0;
            mp_before <= 1'b0;
        end else begin
            mp_before <= mp;
            if (!mp) grand <= 0;
            else if (!mp_before) grand <= grandfather ? ready_mem & ~issued : 0;
            else grand <= grand & ~issued;
        end
    end

endmodule

bind mascar_sched_tiny mascar_sched_tiny_i01_owner #(
    .n_warps(4), .n_sched(2)) i01_owner (
    .clock(clock), .reset(reset), .mp(mp), .rexq_head_v(rexq_head_v),
    .rexq_head_warp(rexq_head_warp), .rexq_head_leaves(rexq_head_leaves), .grant_mem(grant_mem),
    .grant_warp(grant_warp), .owner_v(owner_v), .owner(owner));

bind mascar_sched_tiny mascar_sched_tiny_i07_grants #(
    .n_warps(4), .n_sched(2), .grandfather(1)) i07_grants (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .grant_v(grant_v), .comp_free(comp_free), .lsu_free(lsu_free), .wst_mem(wst_mem),
    .wst_stall(wst_stall));

bind mascar_sched_tiny mascar_sched_tiny_i08_owner_only #(
    .n_warps(4), .n_sched(2), .grandfather(1)) i08_owner_only (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .comp_free(comp_free), .lsu_free(lsu_free));

bind mascar_sched_tiny mascar_sched_tiny_i09_compute #(
    .n_warps(4), .n_sched(2), .grandfather(1)) i09_compute (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .grant_v(grant_v), .comp_free(comp_free));

bind mascar_sched_tiny mascar_sched_tiny_i10_memory #(
    .n_warps(4), .n_sched(2), .grandfather(1)) i10_memory (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .comp_free(comp_free), .lsu_free(lsu_free));

bind mascar_sched_tiny mascar_sched_tiny_i10_order #(
    .n_warps(4), .n_sched(2), .grandfather(1)) i10_order (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .grant_v(grant_v), .age_rank(age_rank));

bind mascar_sched_tiny mascar_sched_tiny_i11_ownership #(
    .release_waits(1), .n_warps(4), .n_sched(2), .grandfather(1)) i11_ownership (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .dep_ll(dep_ll), .at_fence(at_fence), .exited(exited), .lsu_has(lsu_has),
    .rexq_head_v(rexq_head_v), .rexq_head_leaves(rexq_head_leaves));

bind mascar_sched_tiny mascar_sched_tiny_i11_turns #(
    .n_warps(4), .n_sched(2), .grandfather(1)) i11_turns (
    .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid),
    .head_is_mem(head_is_mem), .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has),
    .owner_v(owner_v), .owner(owner), .grant_mem(grant_mem), .grant_warp(grant_warp),
    .lsu_free(lsu_free));


`default_nettype wire
