// SPDX-License-Identifier: Apache-2.0
// Invariant 2: a request says that its warp is being profiled as long as, in this epoch and since the slot was allocated, fewer than
// profile_len lookups of the warp have been answered. Shown for any warp: the one that the inputs name in the first cycle.
// Engine: pdr
module i02_profile #(
    parameter warps_per_sm = 3,
    parameter profile_len = 5,
    parameter epoch_cycles = 32,
    parameter WARP = $clog2(warps_per_sm),
    parameter CYCLE = $clog2(epoch_cycles),
    parameter W = $clog2(profile_len + 1)
) (
    input wire             clock,
    input wire             reset,
    input wire             alloc_valid,
    input wire [WARP-1:0]  alloc_wid,
    input wire             q_valid,
    input wire [WARP-1:0]  q_wid,
    input wire             r_valid,
    input wire [WARP-1:0]  r_wid,
    input wire             r_byp,
    input wire [CYCLE-1:0] cycle,
    input wire             q_prof,
    input wire             ev_classify,
    input wire [WARP-1:0]  ev_wid
);

    reg            chosen = 1'b0;
    reg [WARP-1:0] warp;
    reg [W-1:0]    lookups;   // At most profile_len.
    reg            ended;     // The last of them came in the cycle before.

    wire lookup = r_valid && !r_byp && r_wid == warp && lookups != profile_len;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) warp <= r_wid;
        ended <= 1'b0;
        if (reset || cycle == epoch_cycles - 1 || (alloc_valid && alloc_wid == warp)) lookups <= 0;
        else if (lookup) begin
            lookups <= lookups + 1'b1;
            ended <= lookups == profile_len - 1;
        end
    end

    // The first cycle is a reset, and names a warp that there is, as all do.
    always @* begin
        assume (chosen || reset);
        assume (r_wid < warps_per_sm);
        assume (alloc_wid < warps_per_sm);
        assume (q_wid < warps_per_sm);
    end

    always @* if (chosen && !reset) begin
        assert (!q_valid || q_wid != warp || q_prof == (lookups != profile_len));
        assert (q_valid || !q_prof);
        assert ((ev_classify && ev_wid == warp) == ended);
    end

endmodule
