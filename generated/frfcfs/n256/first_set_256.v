// SPDX-License-Identifier: Apache-2.0
// first_set_256: part of frfcfs, configuration n256
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=256 age_mode=timestamp
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_256 (
    input  wire [255:0] requests, // Bits to choose from.
    output reg  [255:0] first,    // The lowest one alone; zero without requests.
    output reg  [7:0]   index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [63:0] DISTANCE = {8'd128, 8'd64, 8'd32, 8'd16, 8'd8, 8'd4, 8'd2, 8'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [2047:0] WITH_BIT = {
        256'hffffffffffffffffffffffffffffffff00000000000000000000000000000000,
        256'hffffffffffffffff0000000000000000ffffffffffffffff0000000000000000,
        256'hffffffff00000000ffffffff00000000ffffffff00000000ffffffff00000000,
        256'hffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000ffff0000,
        256'hff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00ff00,
        256'hf0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0,
        256'hcccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc,
        256'haaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
    };

    reg  [255:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 256'd0;
        first = 256'd0;
        index = 8'd0;
        if (requests != 256'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 8; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 8) +: 8]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 8; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 256) +: 256]) != 256'd0;
        end
    end

endmodule
