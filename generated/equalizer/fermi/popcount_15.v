// SPDX-License-Identifier: Apache-2.0
// popcount_15: part of equalizer, configuration fermi
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=15 n_warps=48 n_cta=8 epoch_len=4096 sample_period=128 hyst_epochs=3 bw_sat=2
//   vr_cycles=512 comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest
//   nb_reset_on_launch=1

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_15 (
    input  wire        enable, // Count; while it is low the tree stands still.
    input  wire [14:0] bits,   // Word to count in.
    output wire [3:0]  ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [59:0] LOWER = {15'd255, 15'd3855, 15'd13107, 15'd21845};
    // Width of a field.
    localparam [15:0] FIELD = {4'd8, 4'd4, 4'd2, 4'd1};

    reg  [14:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 15'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 4; level = level + 1)
                sum = (sum & LOWER[(level * 15) +: 15])
                    + ((sum >> FIELD[(level * 4) +: 4]) & LOWER[(level * 15) +: 15]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[3:0];

endmodule
