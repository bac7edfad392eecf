// SPDX-License-Identifier: Apache-2.0
// Invariant 10: in EP a memory instruction is granted whenever some warp is ready for one and the LSU is free; in MP
// whenever the warp's scheduler moreover has nothing to compute.
// Engine: pdr
module i10_memory #(
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

    always @* if (!reset && lsu_free) assert (grant_mem != 0 || (mp ? wants & ~computes : wants) == 0);

endmodule
