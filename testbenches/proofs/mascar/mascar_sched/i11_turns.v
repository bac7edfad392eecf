// SPDX-License-Identifier: Apache-2.0
// Invariant 11: a scheduler that wants the LSU in EP and does not get it gets it before the winner does again: within
// n_sched - 1 grants to others.
// Engine: pdr
module i11_turns #(
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

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
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

    always @* if (!reset) for (s = 0; s < n_sched; s = s + 1) assert (passed[s*W +: W] < n_sched);

endmodule
