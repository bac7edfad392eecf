// SPDX-License-Identifier: Apache-2.0
// Invariant 10 (and 9), with section 2.3: among the warps that are ready a scheduler grants to the one that it issued last
// in EP, to the owner at a memory instruction in MP, and else to the oldest.
// Engine: pdr
module i10_order #(
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

    wire [n_warps-1:0] mem, stall, ready_mem, ready_comp, grand;
    wire mp_before;
    warp_status #(.n_warps(n_warps), .n_sched(n_sched), .grandfather(grandfather)) status (
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
    always @* if (!reset) begin
        for (s = 0; s < n_sched; s = s + 1) if (grant_v[s]) begin
            group = grant_mem[s] ? ready_mem : ready_comp;
            warp = grant_warp[s*WARP +: WARP];
            favourite = mp ? owner : last[s*WARP +: WARP];
            preferred = mp ? owner_v && grant_mem[s] && owner % n_sched == s : issued[s];
            if (preferred && group[favourite]) assert (warp == favourite);
            else for (w = s; w < n_warps; w = w + n_sched)
                assert (!group[w] || age_rank[warp*WARP +: WARP] <= age_rank[w*WARP +: WARP]);
        end
    end

endmodule
