// SPDX-License-Identifier: Apache-2.0
// Invariant 7: at most one memory instruction is granted in a cycle, and to each scheduler at most one instruction; it is
// of a warp of the scheduler that is ready for it and has stall = 0, by the status of section 2.2, which the unit shows.
// Engine: pdr
module i07_grants #(
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

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
        .clock(clock), .reset(reset), .mp(mp), .slot_live(slot_live), .ib_valid(ib_valid), .head_is_mem(head_is_mem),
        .ops_ready(ops_ready), .at_barrier(at_barrier), .rexq_has(rexq_has), .owner_v(owner_v), .owner(owner),
        .grant_mem(grant_mem), .grant_warp(grant_warp), .mem(mem), .stall(stall), .ready_mem(ready_mem),
        .ready_comp(ready_comp), .grand(grand), .mp_before(mp_before)
    );

    reg [WARP-1:0] warp;
    integer s;
    always @* if (!reset) begin
        assert (wst_mem == mem && wst_stall == stall);
        assert ((grant_mem & (grant_mem - 1'b1)) == 0);
        assert ((grant_mem & ~grant_v) == 0 && (grant_mem == 0 || lsu_free));
        for (s = 0; s < n_sched; s = s + 1) begin
            warp = grant_warp[s*WARP +: WARP];
            if (grant_v[s]) begin
                assert (warp < n_warps && warp % n_sched == s && !stall[warp]);
                assert (grant_mem[s] ? ready_mem[warp] : ready_comp[warp] && comp_free[s]);
            end else assert (warp == 0);
        end
    end

endmodule
