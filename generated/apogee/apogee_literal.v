// SPDX-License-Identifier: Apache-2.0
// apogee_literal: part of apogee, configuration literal
//   (Sethia, dissertation, University of Michigan (2015), chapter V).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_entries=64 n_warps=4 warp_size=32 simd_width=8 pc_bits=10 offset_bits=8 conf_bits=8
//   dist_bits=6 addr_bits=28 line_bytes=32 iter_bits=12 issue_latency=10 wait_depth=4 job_depth=4
//   pfq_depth=16 slow_requires_miss=0 gap_fill=0 rate_limit=0 lal_per_warp=1 foa_en=1 tia_en=1
//   general_div=1

`default_nettype none

module apogee_literal (
    input  wire         clock,          // Clock.
    input  wire         reset,          // Synchronous reset, active high.
    input  wire         flush,          // A kernel starts: a reset of everything.
    // Threads that advance together; stable while a kernel runs.
    input  wire [11:0]  iter_threads,
    input  wire [2:0]   live_warps,     // Running warps, at least 1; stable while a kernel runs.
    input  wire         ld_v,           // A beat of a load.
    input  wire         ld_first,       // It is the first beat of the load.
    input  wire         ld_last,        // It is the last.
    input  wire [9:0]   ld_pc,          // PC of the load; the same in all its beats.
    input  wire [1:0]   ld_warp,        // Warp of the load; the same in all its beats.
    input  wire [7:0]   ld_mask,        // Active lanes of the beat, the lowest lane first.
    // Byte address of each lane of the beat, the lowest lane first; those of inactive lanes are
    // ignored.
    input  wire [223:0] ld_addr,
    // What the L1D found for the oldest load that it has not told of.
    input  wire         res_v,
    input  wire         res_miss,       // At least one line was absent and not pending.
    input  wire         res_merged,     // At least one line was pending because of a prefetch.
    input  wire [5:0]   res_entry,      // With `res_merged`: the entry that asked for it.
    input  wire [27:0]  res_line,       // With `res_miss`: address of the line.
    input  wire         pf_rdy,         // The L1D takes the prefetch.
    // With it: a request went to memory; else the line was present or pending.
    input  wire         pf_sent,
    input  wire         fill_v,         // The line of a tracked prefetch is in the L1D.
    input  wire [5:0]   fill_entry,     // Its entry.
    input  wire [1:0]   fill_warp,      // Its warp.
    output wire         ld_rdy,         // A beat would be taken.
    output wire         pf_v,           // A prefetch is asked for; it stays until it is taken.
    output wire [27:0]  pf_line,        // Address of the line; 0 without a prefetch.
    output wire [5:0]   pf_entry,       // Entry that asks for it; 0 without a prefetch.
    output wire [1:0]   pf_warp,        // Warp whose load asked for it; 0 without a prefetch.
    // Its fill is to be told, if it is sent: nothing of its job has been sent before.
    output wire         pf_track,
    output wire         pf_trig,        // It is from a trigger.
    output wire         stat_trained,   // Pulse: a load has confirmed or taught an offset.
    output wire         stat_trusted,   // Pulse: a load goes by the offset of its entry.
    output wire         stat_mismatch,  // Pulse: a load does not.
    output wire         stat_alloc,     // Pulse: an entry is allocated.
    output wire         stat_evict,     // Pulse: and another is lost.
    output wire         stat_dist_inc,  // Pulse: a distance grows.
    output wire         stat_dist_dec,  // Pulse: a distance shrinks.
    output wire         stat_trig_fire, // Pulse: a trigger fires.
    output wire         stat_trig_move, // Pulse: and moves to the load before.
    // Pulse: a job or the line of a trigger is lost, since no further one can wait.
    output wire         stat_drop
);

    apogee #(
        .ENTRIES            (64),
        .WARPS              (4),
        .WARP_SIZE          (32),
        .LANES              (8),
        .PC                 (10),
        .OFFSET             (8),
        .CONF               (8),
        .DIST               (6),
        .ADDRESS            (28),
        .LINE_BYTES         (32),
        .ITER               (12),
        .ISSUE_LATENCY      (10),
        .WAIT               (4),
        .JOBS               (4),
        .DEPTH              (16),
        .SLOW_REQUIRES_MISS (1'b0),
        .GAP_FILL           (1'b0),
        .RATE_LIMIT         (1'b0),
        .LAL_PER_WARP       (1'b1),
        .FOA_EN             (1'b1),
        .TIA_EN             (1'b1),
        .GENERAL_DIV        (1'b1)
    ) unit (
        .clock          (clock),
        .reset          (reset),
        .flush          (flush),
        .iter_threads   (iter_threads),
        .live_warps     (live_warps),
        .ld_v           (ld_v),
        .ld_first       (ld_first),
        .ld_last        (ld_last),
        .ld_pc          (ld_pc),
        .ld_warp        (ld_warp),
        .ld_mask        (ld_mask),
        .ld_addr        (ld_addr),
        .res_v          (res_v),
        .res_miss       (res_miss),
        .res_merged     (res_merged),
        .res_entry      (res_entry),
        .res_line       (res_line),
        .pf_rdy         (pf_rdy),
        .pf_sent        (pf_sent),
        .fill_v         (fill_v),
        .fill_entry     (fill_entry),
        .fill_warp      (fill_warp),
        .ld_rdy         (ld_rdy),
        .pf_v           (pf_v),
        .pf_line        (pf_line),
        .pf_entry       (pf_entry),
        .pf_warp        (pf_warp),
        .pf_track       (pf_track),
        .pf_trig        (pf_trig),
        .stat_trained   (stat_trained),
        .stat_trusted   (stat_trusted),
        .stat_mismatch  (stat_mismatch),
        .stat_alloc     (stat_alloc),
        .stat_evict     (stat_evict),
        .stat_dist_inc  (stat_dist_inc),
        .stat_dist_dec  (stat_dist_dec),
        .stat_trig_fire (stat_trig_fire),
        .stat_trig_move (stat_trig_move),
        .stat_drop      (stat_drop)
    );

endmodule

`default_nettype wire
