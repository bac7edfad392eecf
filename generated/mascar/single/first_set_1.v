// SPDX-License-Identifier: Apache-2.0
// first_set_1: part of mascar, configuration single
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=8 n_sched=1 mshr_entries=8 mq_entries=4 mshr_margin=2 mq_margin=1 rexq_entries=1
//   addr_bits=32 line_bytes=32 warp_size=8 reg_bits=6 release_waits=1 grandfather=1
//   nonowner_merge=0 owner_bypass_full=0 sched_en=1 rexq_en=1

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_1 (
    input  wire [0:0] requests, // Bits to choose from.
    output reg  [0:0] first,    // The lowest one alone; zero without requests.
    output reg  [0:0] index     // Its number; zero without requests.
);

    localparam [0:0] DISTANCE = 1'b1; // Distance by which each step spreads the ones upward.
    localparam [0:0] WITH_BIT = 1'b0; // Numbers that have the bit, for each bit of a number.

    reg  [0:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 1'b0;
        first = 1'b0;
        index = 1'b0;
        if (requests != 1'b0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 1; step = step + 1)
                seen = seen | (seen << DISTANCE[step]);
            first = requests & !(seen << 1);
            for (b = 0; b < 1; b = b + 1)
                index[b] = (first & WITH_BIT[b]) != 1'b0;
        end
    end

endmodule
