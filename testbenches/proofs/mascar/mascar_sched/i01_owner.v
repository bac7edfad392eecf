// SPDX-License-Identifier: Apache-2.0
// Invariant 1: there is an owner only after a cycle of MP; it is the warp that was granted a memory instruction, or else
// that of the queue's head, which stays in the queue; and it stays the same one until there is none.
// Engine: pdr
module i01_owner #(
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

    always @* if (!reset) begin
        // The queue's head is of a warp that there is.
        assume (!rexq_head_v || rexq_head_warp < n_warps);
        assert (!owner_v || mp_before);
        assert (!owner_v || owner_before || candidate);
        assert (!owner_v || owner == warp);
        assert (owner_v ? owner < n_warps : owner == 0);
    end

endmodule
