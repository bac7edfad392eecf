// SPDX-License-Identifier: Apache-2.0
// mascar_sat_variant: part of mascar, configuration variant
//   (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   n_warps=11 n_sched=4 mshr_entries=10 mq_entries=6 mshr_margin=3 mq_margin=2 rexq_entries=5
//   addr_bits=40 line_bytes=64 warp_size=16 reg_bits=8 release_waits=0 grandfather=0
//   nonowner_merge=1 owner_bypass_full=1 lsu_when_full=0 sched_en=1 rexq_en=1

`default_nettype none

module mascar_sat_variant (
    input  wire       clock,     // Clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire [3:0] mshr_used, // MSHRs of the L1 in use.
    input  wire [2:0] mq_used,   // Entries of the L1's miss queue in use.
    input  wire       sat_tex,   // The texture cache is saturated.
    input  wire       sat_const, // The constant cache is saturated.
    output wire       mp         // Memory access priority mode: some cache was saturated.
);

    mascar_sat #(
        .MSHR_ENTRIES (10),
        .MQ_ENTRIES   (6),
        .MSHR_MARGIN  (3),
        .MQ_MARGIN    (2)
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
