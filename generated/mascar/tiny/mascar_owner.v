// SPDX-License-Identifier: Apache-2.0
// mascar_owner: part of mascar, configuration tiny
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 sched_en=1 rexq_en=1

// Mascar's warp readiness checker: the owner warp, the only one whose misses leave the SM in MP (specification
// section 2.4).
module mascar_owner (
    input  wire       clock,          // SM clock.
    input  wire       reset,          // Synchronous reset, active high.
    input  wire       mp,             // Memory access priority mode.
    input  wire [3:0] slot_live,      // The warp slot holds a warp.
    input  wire [3:0] ib_valid,       // The head instruction buffer entry is valid.
    input  wire [3:0] dep_ll,         // The head instruction needs the result of a long-latency load that is under way.
    input  wire [3:0] at_barrier,     // The warp waits at a barrier.
    input  wire [3:0] at_fence,       // The warp waits at a memory fence.
    input  wire [3:0] exited,         // The warp has exited.
    input  wire [3:0] lsu_has,        // The LSU holds unsent requests of the warp.
    input  wire [3:0] rexq_has,       // The re-execution queue holds requests of the warp.
    input  wire       any_ready_mem,  // Some warp is memory-ready.
    input  wire       granted,        // A memory instruction is issued in this cycle.
    input  wire [1:0] granted_warp,   // Its warp.
    input  wire       rexq_head_v,    // The re-execution queue is not empty.
    input  wire [1:0] rexq_head_warp, // Warp of its head.
    output reg        owner_v,        // There is an owner.
    output reg  [1:0] owner           // The owner; 0 without one.
);

    // Warps that as the owner do not release while a request of theirs is unsent: all or none (A2).
    localparam [3:0] KEEPS = 4'd15;

    wire [3:0] gone;
    wire [3:0] needs_load; // Warps that need one of their own loads.
    wire [3:0] pending;    // Warps that keep ownership for their unsent requests.
    wire [3:0] done;

    assign pending = (lsu_has | rexq_has) & KEEPS;

    // A warp that waits for others must not keep them from memory (A3).
    assign gone = exited | at_barrier | at_fence | ~slot_live;
    assign needs_load = ib_valid & dep_ll & ~pending;
    assign done = gone | needs_load;

    // Released and acquired in different cycles.
    always @(posedge clock) begin
        if (reset) begin
            owner_v <= 1'b0;
            owner <= 2'd0;
        end else if (owner_v) begin
            if (!mp || done[owner]) begin
                owner_v <= 1'b0;
                owner <= 2'd0;
            end
        end else if (mp) begin
            if (granted) begin
                owner_v <= 1'b1;
                owner <= granted_warp;
            end else if (!any_ready_mem && rexq_head_v) begin
                owner_v <= 1'b1;
                owner <= rexq_head_warp;
            end
        end
    end

endmodule
