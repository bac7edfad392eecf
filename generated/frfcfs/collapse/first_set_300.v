// SPDX-License-Identifier: Apache-2.0
// first_set_300: part of frfcfs, configuration collapse
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=300 age_mode=collapse
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_300 (
    input  wire [299:0] requests, // Bits to choose from.
    output reg  [299:0] first,    // The lowest one alone; zero without requests.
    output reg  [8:0]   index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [80:0] DISTANCE = {9'd256, 9'd128, 9'd64, 9'd32, 9'd16, 9'd8, 9'd4, 9'd2, 9'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [2699:0] WITH_BIT = {
        300'hfffffffffff0000000000000000000000000000000000000000000000000000000000000000,
        300'h00000000000ffffffffffffffffffffffffffffffff00000000000000000000000000000000,
        300'h00000000000ffffffffffffffff0000000000000000ffffffffffffffff0000000000000000,
        300'hfff00000000ffffffff00000000ffffffff00000000ffffffff00000000ffffffff00000000,
        300'h000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000,
        300'hf00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00,
        300'h0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0,
        300'hccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc,
        300'haaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    };

    reg  [299:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 300'd0;
        first = 300'd0;
        index = 9'd0;
        if (requests != 300'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 9; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 9) +: 9]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 9; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 300) +: 300]) != 300'd0;
        end
    end

endmodule
