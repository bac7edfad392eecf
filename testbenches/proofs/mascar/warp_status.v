// SPDX-License-Identifier: Apache-2.0
// The warp status of section 2.2 as it follows from the ports of mascar_sched, for the checkers of it.
module warp_status #(
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
