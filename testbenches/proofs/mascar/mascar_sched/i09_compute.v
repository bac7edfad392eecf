// SPDX-License-Identifier: Apache-2.0
// Invariant 9: in MP a scheduler that has a warp ready to compute and a free pipe grants no memory instruction; and in
// either mode it issues something.
// Engine: pdr
module i09_compute #(
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

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
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

    always @* if (!reset) begin
        assert (!mp || (grant_mem & computes) == 0);
        assert ((computes & ~grant_v) == 0);
    end

endmodule
