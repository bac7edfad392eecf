// SPDX-License-Identifier: Apache-2.0
// mascar_rexq_small: part of mascar, configuration small
//   (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_warps=8 n_sched=2 mshr_entries=8 mq_entries=4 mshr_margin=2 mq_margin=1 rexq_entries=4
//   addr_bits=32 line_bytes=32 warp_size=8 reg_bits=6 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 lsu_when_full=1 sched_en=1 rexq_en=1

`default_nettype none

module mascar_rexq_small (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    input  wire        lsu_v,       // The LSU has a request.
    input  wire [31:0] lsu_base,    // Base address of the request.
    input  wire [39:0] lsu_off,     // Offset of each thread from it, thread 0 lowest.
    input  wire [2:0]  lsu_warp,    // Its warp, below `n_warps`.
    input  wire [5:0]  lsu_reg,     // Its destination register.
    input  wire [7:0]  lsu_mask,    // Its active threads.
    input  wire [1:0]  lsu_op,      // What it does, for the L1: 0 load, 1 store, 2 atomic.
    input  wire        lsu_first,   // It is the first request of its instruction.
    input  wire        l1_ack,      // The L1 accepts the request `l1_*`; else it refuses it.
    input  wire        owner_v,     // There is an owner warp; for `owner_bypass_full`.
    input  wire [2:0]  owner,       // The owner warp.
    output wire        lsu_rdy,     // The LSU's request is taken: accepted, or put into the queue.
    output wire        l1_v,        // A request goes to the L1 in this cycle.
    output wire        l1_src,      // It is of the queue, not the LSU; 0 like the rest without one.
    output wire [31:0] l1_base,     // Base address of the request.
    output wire [39:0] l1_off,      // Offset of each thread from it.
    output wire [2:0]  l1_warp,     // Its warp.
    output wire [5:0]  l1_reg,      // Its destination register.
    output wire [7:0]  l1_mask,     // Its active threads.
    output wire [1:0]  l1_op,       // What it does.
    output wire        l1_first,    // It is the first request of its instruction.
    output wire [7:0]  rexq_has,    // Warps with requests in the queue.
    output wire        head_v,      // The queue is not empty.
    output wire [2:0]  head_warp,   // Warp of its head; 0 if it is empty.
    output wire [2:0]  count,       // Requests in the queue.
    output wire        full,        // The queue can take no more; 0 if there is no queue.
    output wire        head_leaves  // The head leaves the queue in this cycle: the L1 accepts it.
);

    mascar_rexq #(
        .WARPS             (8),
        .REXQ_ENTRIES      (4),
        .ADDRESS           (32),
        .LINE_BYTES        (32),
        .THREADS           (8),
        .REGISTER          (6),
        .OWNER_BYPASS_FULL (1'b0),
        .LSU_WHEN_FULL     (1'b1)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .lsu_v       (lsu_v),
        .lsu_base    (lsu_base),
        .lsu_off     (lsu_off),
        .lsu_warp    (lsu_warp),
        .lsu_reg     (lsu_reg),
        .lsu_mask    (lsu_mask),
        .lsu_op      (lsu_op),
        .lsu_first   (lsu_first),
        .l1_ack      (l1_ack),
        .owner_v     (owner_v),
        .owner       (owner),
        .lsu_rdy     (lsu_rdy),
        .l1_v        (l1_v),
        .l1_src      (l1_src),
        .l1_base     (l1_base),
        .l1_off      (l1_off),
        .l1_warp     (l1_warp),
        .l1_reg      (l1_reg),
        .l1_mask     (l1_mask),
        .l1_op       (l1_op),
        .l1_first    (l1_first),
        .rexq_has    (rexq_has),
        .head_v      (head_v),
        .head_warp   (head_warp),
        .count       (count),
        .full        (full),
        .head_leaves (head_leaves)
    );

endmodule

`default_nettype wire
