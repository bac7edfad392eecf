// SPDX-License-Identifier: Apache-2.0
// cta_sched_warps: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The warps of a CTA as a mask: `nw` contiguous ones from `first` on.
module cta_sched_warps #(
    parameter WARPS = 48,
    // What follows from these; not to be set.
    parameter WARP = $clog2(WARPS),
    parameter COUNT = $clog2(WARPS + 1),
    parameter END = COUNT + 1
) (
    input  wire             valid, // There is a CTA.
    input  wire [WARP-1:0]  first, // Its first warp.
    input  wire [COUNT-1:0] nw,    // Its warps.
    output reg  [WARPS-1:0] mask   // Their mask; zero without a CTA.
);

    localparam [WARPS-1:0] ALL = {WARPS{1'b1}};

    wire [END-1:0] beyond; // The warp behind the last one.

    assign beyond = {{(END - WARP){1'b0}}, first} + {{(END - COUNT){1'b0}}, nw};

    always @* begin
        mask = 0;
        if (valid) begin
            mask = (ALL << first) & ~(ALL << beyond);
        end
    end

endmodule

`default_nettype wire
