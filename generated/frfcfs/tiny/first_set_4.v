// SPDX-License-Identifier: Apache-2.0
// first_set_4: part of frfcfs, configuration tiny
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=timestamp age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

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
