// SPDX-License-Identifier: Apache-2.0
// mascar_owner: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mascar's warp readiness checker: the owner warp, the only one whose misses leave the SM in MP
// (specification section 2.4).
module mascar_owner #(
    parameter WARPS = 48,
    // The owner does not release while a request of it is unsent (A2).
    parameter [0:0] RELEASE_WAITS = 1'b1,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS)
) (
    input  wire             clock,            // SM clock.
    input  wire             reset,            // Synchronous reset, active high.
    input  wire             mp,               // Memory access priority mode.
    input  wire [WARPS-1:0] slot_live,        // The warp slot holds a warp.
    input  wire [WARPS-1:0] ib_valid,         // The head instruction buffer entry is valid.
    // The head instruction needs the result of a long-latency load that is under way.
    input  wire [WARPS-1:0] dep_ll,
    input  wire [WARPS-1:0] at_barrier,       // The warp waits at a barrier.
    input  wire [WARPS-1:0] at_fence,         // The warp waits at a memory fence.
    input  wire [WARPS-1:0] exited,           // The warp has exited.
    input  wire [WARPS-1:0] lsu_has,          // The LSU holds unsent requests of the warp.
    input  wire [WARPS-1:0] rexq_has,         // The re-execution queue holds requests of the warp.
    input  wire             any_ready_mem,    // Some warp is memory-ready.
    input  wire             granted,          // A memory instruction is issued in this cycle.
    input  wire [WARPS-1:0] granted_warp,     // Its warp, one-hot.
    input  wire             rexq_head_v,      // The re-execution queue is not empty.
    input  wire [WARP-1:0]  rexq_head_warp,   // Warp of its head.
    input  wire             rexq_head_leaves, // It leaves the queue in this cycle.
    output reg              owner_v,          // There is an owner.
    output wire [WARP-1:0]  owner,            // The owner; 0 without one.
    output reg  [WARPS-1:0] owner_bit         // The same one-hot.
);

    localparam [WARPS-1:0] ONE = 1;

    wire [WARPS-1:0] gone;
    // Warps that need one of their own loads and may give up ownership.
    reg  [WARPS-1:0] needs_load;
    wire [WARPS-1:0] pending;    // Warps with unsent requests.
    wire [WARPS-1:0] done;
    reg  [WARP-1:0]  index;

    always @* begin : compute_index
        integer w;
        w = 0;
        index = 0;
        if (owner_bit != 0) begin
            for (w = 0; w < WARPS; w = w + 1) begin
                if (owner_bit[w]) begin
                    index = index | w[WARP-1:0];
                end
            end
        end
    end

    assign owner = index;
    assign pending = lsu_has | rexq_has;

    // A warp that waits for others must not keep them from memory (A3).
    assign gone = exited | at_barrier | at_fence | ~slot_live;

    always @* begin
        needs_load = ib_valid & dep_ll;
        if (RELEASE_WAITS) begin
            needs_load = ib_valid & dep_ll & ~pending;
        end
    end

    assign done = gone | needs_load;

    // Released and acquired in different cycles.
    always @(posedge clock) begin
        if (reset) begin
            owner_v <= 1'b0;
            owner_bit <= 0;
        end else if (owner_v) begin
            if (!mp || ((done & owner_bit) != {WARPS{1'b0}})) begin
                owner_v <= 1'b0;
                owner_bit <= 0;
            end
        end else if (mp) begin
            if (granted) begin
                owner_v <= 1'b1;
                owner_bit <= granted_warp;
            end else if (!any_ready_mem && rexq_head_v && !rexq_head_leaves) begin
                owner_v <= 1'b1;
                owner_bit <= ONE << rexq_head_warp;
            end
        end
    end

endmodule

`default_nettype wire
