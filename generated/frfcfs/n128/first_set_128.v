// SPDX-License-Identifier: Apache-2.0
// first_set_128: part of frfcfs, configuration n128
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=128 age_mode=timestamp
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_128 (
    input  wire [127:0] requests, // Bits to choose from.
    output reg  [127:0] first,    // The lowest one alone; zero without requests.
    output reg  [6:0]   index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [48:0] DISTANCE = {7'd64, 7'd32, 7'd16, 7'd8, 7'd4, 7'd2, 7'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [895:0] WITH_BIT = {
        128'hffffffffffffffff0000000000000000, 128'hffffffff00000000ffffffff00000000,
        128'hffff0000ffff0000ffff0000ffff0000, 128'hff00ff00ff00ff00ff00ff00ff00ff00,
        128'hf0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0, 128'hcccccccccccccccccccccccccccccccc,
        128'haaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    };

    reg  [127:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 128'd0;
        first = 128'd0;
        index = 7'd0;
        if (requests != 128'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 7; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 7) +: 7]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 7; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 128) +: 128]) != 128'd0;
        end
    end

endmodule
