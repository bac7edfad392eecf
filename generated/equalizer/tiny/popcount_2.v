// SPDX-License-Identifier: Apache-2.0
// popcount_2: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_2 (
    input  wire       enable, // Count; while it is low the tree stands still.
    input  wire [1:0] bits,   // Word to count in.
    output wire [1:0] ones    // Number of ones in the word.
);

    localparam [1:0] LOWER = 2'd1; // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [1:0] FIELD = 2'd1; // Width of a field.

    reg  [1:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 2'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 1; level = level + 1)
                sum = (sum & LOWER[(level * 2) +: 2])
                    + ((sum >> FIELD[(level * 2) +: 2]) & LOWER[(level * 2) +: 2]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[1:0];

endmodule
