// SPDX-License-Identifier: Apache-2.0
// mascar_sched_tiny: part of mascar, configuration tiny
//   (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 lsu_when_full=1 sched_en=1 rexq_en=1

`default_nettype none

module mascar_sched_tiny (
    input  wire       clock,            // Clock.
    input  wire       reset,            // Synchronous reset, active high.
    input  wire       mp,               // Memory access priority mode, from `mascar_sat`.
    input  wire [3:0] slot_live,        // The warp slot holds a warp.
    input  wire [3:0] ib_valid,         // The head instruction buffer entry is valid.
    input  wire [3:0] head_is_mem,      // The head instruction accesses memory.
    input  wire [3:0] ops_ready,        // The head instruction's operands are ready.
    input  wire [3:0] dep_ll,           // The head instruction needs a long-latency load under way.
    input  wire [3:0] at_barrier,       // The warp waits at a barrier.
    input  wire [3:0] at_fence,         // The warp waits at a memory fence.
    input  wire [3:0] exited,           // The warp has exited.
    input  wire [7:0] age_rank,         // Age rank of each warp, 0 oldest, warp 0 lowest.
    // The scheduler's arithmetic pipe can accept an instruction.
    input  wire [1:0] comp_free,
    input  wire       lsu_free,         // The LSU can take a new memory instruction.
    input  wire [3:0] lsu_has,          // The LSU holds unsent requests of the warp.
    input  wire [3:0] rexq_has,         // The re-execution queue holds requests of the warp.
    input  wire       rexq_head_v,      // The re-execution queue is not empty.
    input  wire [1:0] rexq_head_warp,   // Warp of the re-execution queue's head.
    // That head leaves the queue in this cycle: the L1 accepts it.
    input  wire       rexq_head_leaves,
    output wire [1:0] grant_v,          // The scheduler issues an instruction in this cycle.
    output wire [3:0] grant_warp,       // Its warp, scheduler 0 lowest; 0 without a grant.
    output wire [1:0] grant_mem,        // The instruction accesses memory; at most one scheduler's.
    output wire       owner_v,          // There is an owner warp.
    output wire [1:0] owner,            // The owner warp; 0 without one.
    output wire [3:0] wst_mem,          // Warp status table: the next instruction accesses memory.
    output wire [3:0] wst_stall         // Warp status table: do not issue.
);

    mascar_sched #(
        .WARPS         (4),
        .SCHEDS        (2),
        .RELEASE_WAITS (1'b1),
        .GRANDFATHER   (1'b1)
    ) unit (
        .clock            (clock),
        .reset            (reset),
        .mp               (mp),
        .slot_live        (slot_live),
        .ib_valid         (ib_valid),
        .head_is_mem      (head_is_mem),
        .ops_ready        (ops_ready),
        .dep_ll           (dep_ll),
        .at_barrier       (at_barrier),
        .at_fence         (at_fence),
        .exited           (exited),
        .age_rank         (age_rank),
        .comp_free        (comp_free),
        .lsu_free         (lsu_free),
        .lsu_has          (lsu_has),
        .rexq_has         (rexq_has),
        .rexq_head_v      (rexq_head_v),
        .rexq_head_warp   (rexq_head_warp),
        .rexq_head_leaves (rexq_head_leaves),
        .grant_v          (grant_v),
        .grant_warp       (grant_warp),
        .grant_mem        (grant_mem),
        .owner_v          (owner_v),
        .owner            (owner),
        .wst_mem          (wst_mem),
        .wst_stall        (wst_stall)
    );

endmodule

`default_nettype wire
