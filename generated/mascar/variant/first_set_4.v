// SPDX-License-Identifier: Apache-2.0
// first_set_4: part of mascar, configuration variant
// (Sethia, Jamshidi & Mahlke, HPCA-21 (2015); Sethia, dissertation (2015), chapter IV).
// Emitted by Warpsmith from hdl/src/units/mascar; make changes there.
//
// Parameters:
//   n_warps=11 n_sched=4 mshr_entries=10 mq_entries=6 mshr_margin=3 mq_margin=2 rexq_entries=5
//   addr_bits=40 line_bytes=64 warp_size=16 reg_bits=8 release_waits=0 grandfather=0
//   nonowner_merge=1 owner_bypass_full=1 sched_en=1 rexq_en=1

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_4 (
    input  wire [3:0] requests, // Bits to choose from.
    output reg  [3:0] first,    // The lowest one alone; zero without requests.
    output reg  [1:0] index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [3:0] DISTANCE = {2'd2, 2'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [7:0] WITH_BIT = {4'd12, 4'd10};

    reg  [3:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 4'd0;
        first = 4'd0;
        index = 2'd0;
        if (requests != 4'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 2; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 2) +: 2]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 2; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 4) +: 4]) != 4'd0;
        end
    end

endmodule
