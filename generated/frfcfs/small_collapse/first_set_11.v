// SPDX-License-Identifier: Apache-2.0
// first_set_11: part of frfcfs, configuration small_collapse
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=3 n_gpu=2 n_bank=4 row_bits=6 col_bits=3 id_bits=6 n=11 age_mode=collapse age_bits=12
//   t_rcd=8 t_cl=8 t_rp=8 t_ras=20 t_rc=27 t_rrd=4 t_wtr=4 t_rtp=4 t_wr=6 t_cwl=6 t_ccd=4 t_bl=4
//   t_faw=20

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_11 (
    input  wire [10:0] requests, // Bits to choose from.
    output reg  [10:0] first,    // The lowest one alone; zero without requests.
    output reg  [3:0]  index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [15:0] DISTANCE = {4'd8, 4'd4, 4'd2, 4'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [43:0] WITH_BIT = {11'd1792, 11'd240, 11'd1228, 11'd682};

    reg  [10:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 11'd0;
        first = 11'd0;
        index = 4'd0;
        if (requests != 11'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 4; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 4) +: 4]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 4; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 11) +: 11]) != 11'd0;
        end
    end

endmodule
