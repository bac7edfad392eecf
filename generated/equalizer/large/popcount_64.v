// SPDX-License-Identifier: Apache-2.0
// popcount_64: part of equalizer, configuration large
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=64 n_warps=64 n_cta=32 epoch_len=65536 sample_period=256 hyst_epochs=3 bw_sat=2
//   vr_cycles=512 comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest
//   nb_reset_on_launch=1

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_64 (
    input  wire        enable, // Count; while it is low the tree stands still.
    input  wire [63:0] bits,   // Word to count in.
    output wire [6:0]  ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [383:0] LOWER = {
        64'h00000000ffffffff, 64'h0000ffff0000ffff, 64'h00ff00ff00ff00ff, 64'h0f0f0f0f0f0f0f0f,
        64'h3333333333333333, 64'h5555555555555555
    };
    // Width of a field.
    localparam [41:0] FIELD = {7'd32, 7'd16, 7'd8, 7'd4, 7'd2, 7'd1};

    reg  [63:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 64'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 6; level = level + 1)
                sum = (sum & LOWER[(level * 64) +: 64])
                    + ((sum >> FIELD[(level * 7) +: 7]) & LOWER[(level * 64) +: 64]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[6:0];

endmodule
