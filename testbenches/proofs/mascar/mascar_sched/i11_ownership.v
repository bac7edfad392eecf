// SPDX-License-Identifier: Apache-2.0
// Invariant 11: no one waits for the owner for ever: it gives up ownership in the cycle in which MP is over, it waits for
// others, exits, or needs one of its own loads and has nothing unsent, and in no other; and in MP without an owner the
// next grant of a memory instruction makes one, or, if no warp is ready for memory, the queue's head that stays there.
// Engine: pdr
module i11_ownership #(
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

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
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

    always @* if (!reset && running) assert (owner_v == expected);

endmodule
