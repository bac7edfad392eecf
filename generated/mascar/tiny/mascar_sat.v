// SPDX-License-Identifier: Apache-2.0
// mascar_sat: part of mascar, configuration tiny
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=4 n_sched=2 mshr_entries=8 mq_entries=2 mshr_margin=2 mq_margin=1 rexq_entries=3
//   addr_bits=3 line_bytes=2 warp_size=2 reg_bits=2 release_waits=1 grandfather=1 nonowner_merge=0
//   owner_bypass_full=0 sched_en=1 rexq_en=1

// Mascar's saturation detector, in an SM's L1: memory access priority mode holds while a cache has almost no MSHR
// or miss queue entry left (specification section 2.1).
module mascar_sat (
    input  wire       clock,     // SM clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire [3:0] mshr_used, // MSHRs of the L1 in use.
    input  wire [1:0] mq_used,   // Entries of the L1's miss queue in use.
    input  wire       sat_tex,   // The texture cache is saturated.
    input  wire       sat_const, // The constant cache is saturated.
    output reg        mp         // Memory access priority mode: some cache was saturated.
);

    localparam [3:0] MSHR_LIMIT = 4'd6; // MSHRs in use from which on they are almost full.
    localparam [1:0] MQ_LIMIT = 2'd1; // Miss queue entries in use from which on it is almost full.

    wire sat_l1d; // The L1 has almost no MSHR or no miss queue entry left.

    // No hysteresis: the mode follows the occupancy, one cycle later (A14).
    assign sat_l1d = (mshr_used >= MSHR_LIMIT) || (mq_used >= MQ_LIMIT);

    always @(posedge clock) begin
        if (reset) begin
            mp <= 1'b0;
        end else begin
            mp <= sat_l1d || sat_tex || sat_const;
        end
    end

endmodule
