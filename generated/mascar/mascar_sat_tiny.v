// SPDX-License-Identifier: Apache-2.0
// mascar_sat_tiny: part of mascar, configuration tiny
//   (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 lsu_when_full=1 sched_en=1 rexq_en=1

`default_nettype none

module mascar_sat_tiny (
    input  wire       clock,     // Clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire [3:0] mshr_used, // MSHRs of the L1 in use.
    input  wire [1:0] mq_used,   // Entries of the L1's miss queue in use.
    input  wire       sat_tex,   // The texture cache is saturated.
    input  wire       sat_const, // The constant cache is saturated.
    output wire       mp         // Memory access priority mode: some cache was saturated.
);

    mascar_sat #(
        .MSHR_ENTRIES (8),
        .MQ_ENTRIES   (2),
        .MSHR_MARGIN  (2),
        .MQ_MARGIN    (1)
    ) unit (
        .clock     (clock),
        .reset     (reset),
        .mshr_used (mshr_used),
        .mq_used   (mq_used),
        .sat_tex   (sat_tex),
        .sat_const (sat_const),
        .mp        (mp)
    );

endmodule

`default_nettype wire
