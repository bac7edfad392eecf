// SPDX-License-Identifier: Apache-2.0
// Invariant 8: in MP a memory instruction of another warp than the owner is granted only if the warp was ready for it when
// MP began and has issued none since, or if there is no owner; and the owner's goes first.
// Engine: pdr
module i08_owner_only #(
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

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
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

    always @* if (!reset) for (s = 0; s < n_sched; s = s + 1) begin
        warp = grant_warp[s*WARP +: WARP];
        if (mp && owner_v && grant_mem[s]) begin
            assert (warp == owner || grand[warp]);
            assert (warp == owner || !ready_mem[owner] || !idle);
        end
    end

endmodule
