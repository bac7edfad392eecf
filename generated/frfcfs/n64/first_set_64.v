// SPDX-License-Identifier: Apache-2.0
// first_set_64: part of frfcfs, configuration n64
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=64 age_mode=timestamp
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_64 (
    input  wire [63:0] requests, // Bits to choose from.
    output reg  [63:0] first,    // The lowest one alone; zero without requests.
    output reg  [5:0]  index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [35:0] DISTANCE = {6'd32, 6'd16, 6'd8, 6'd4, 6'd2, 6'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [383:0] WITH_BIT = {
        64'hffffffff00000000, 64'hffff0000ffff0000, 64'hff00ff00ff00ff00, 64'hf0f0f0f0f0f0f0f0,
        64'hcccccccccccccccc, 64'haaaaaaaaaaaaaaaa
    };

    reg  [63:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 64'd0;
        first = 64'd0;
        index = 6'd0;
        if (requests != 64'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 6; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 6) +: 6]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 6; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 64) +: 64]) != 64'd0;
        end
    end

endmodule
