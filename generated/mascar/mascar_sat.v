// SPDX-License-Identifier: Apache-2.0
// mascar_sat: part of mascar, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mascar's saturation detector, in an SM's L1: memory access priority mode holds while a cache has
// almost no MSHR or miss queue entry left (specification section 2.1).
// Protocol: the occupancies are levels; `mp` follows a cycle later.
module mascar_sat #(
    parameter MSHR_ENTRIES = 64,                        // MSHRs of the L1
    parameter MQ_ENTRIES = 8,                           // Entries of the L1's miss queue
    // Free MSHRs at which they count as almost full; at most half of them
    parameter MSHR_MARGIN = 8,
    // Free entries at which the miss queue counts as almost full; at most half of them
    parameter MQ_MARGIN = 1,
    // What follows from these; not to be set.
    parameter MSHR = $clog2(MSHR_ENTRIES + 1),
    parameter MQ = $clog2(MQ_ENTRIES + 1),
    // MSHRs in use from which on they are almost full.
    parameter MSHR_LIMIT = MSHR_ENTRIES - MSHR_MARGIN,
    // Miss queue entries in use from which on it is almost full.
    parameter MQ_LIMIT = MQ_ENTRIES - MQ_MARGIN
) (
    input  wire            clock,     // SM clock.
    input  wire            reset,     // Synchronous reset, active high.
    input  wire [MSHR-1:0] mshr_used, // MSHRs of the L1 in use.
    input  wire [MQ-1:0]   mq_used,   // Entries of the L1's miss queue in use.
    input  wire            sat_tex,   // The texture cache is saturated.
    input  wire            sat_const, // The constant cache is saturated.
    output reg             mp         // Memory access priority mode: some cache was saturated.
);


    wire sat_l1d; // The L1 has almost no MSHR or no miss queue entry left.

    // No hysteresis: the mode follows the occupancy, one cycle later (A14).
    assign sat_l1d = (mshr_used >= MSHR_LIMIT[MSHR-1:0]) || (mq_used >= MQ_LIMIT[MQ-1:0]);

    always @(posedge clock) begin
        if (reset) begin
            mp <= 1'b0;
        end else begin
            mp <= sat_l1d || sat_tex || sat_const;
        end
    end

endmodule

`default_nettype wire
