// SPDX-License-Identifier: Apache-2.0
// first_set_16: part of frfcfs, configuration small
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=2 n_gpu=1 n_bank=4 row_bits=6 col_bits=3 id_bits=6 n=16 age_mode=timestamp age_bits=12
//   t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8 t_ccd=4
//   t_bl=4 t_faw=32

// The lowest one of `requests`: a priority encoder of logarithmic depth.
module first_set_16 (
    input  wire [15:0] requests, // Bits to choose from.
    output reg  [15:0] first,    // The lowest one alone; zero without requests.
    output reg  [3:0]  index     // Its number; zero without requests.
);

    // Distance by which each step spreads the ones upward.
    localparam [15:0] DISTANCE = {4'd8, 4'd4, 4'd2, 4'd1};
    // Numbers that have the bit, for each bit of a number.
    localparam [63:0] WITH_BIT = {16'd65280, 16'd61680, 16'd52428, 16'd43690};

    reg  [15:0] seen;

    always @* begin : compute_first
        integer b;
        integer step;
        b = 0;
        step = 0;
        seen = 16'd0;
        first = 16'd0;
        index = 4'd0;
        if (requests != 16'd0) begin
            // A bit is seen if it or a lower one is set.
            seen = requests;
            for (step = 0; step < 4; step = step + 1)
                seen = seen | (seen << DISTANCE[(step * 4) +: 4]);
            first = requests & ~(seen << 1);
            for (b = 0; b < 4; b = b + 1)
                index[b] = (first & WITH_BIT[(b * 16) +: 16]) != 16'd0;
        end
    end

endmodule
