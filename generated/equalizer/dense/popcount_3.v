// SPDX-License-Identifier: Apache-2.0
// popcount_3: part of equalizer, configuration dense
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=6 n_warps=24 n_cta=3 epoch_len=512 sample_period=2 hyst_epochs=2 bw_sat=3 vr_cycles=700
//   comp_ge=1 maintain_nominal=0 barrier_active=1 pause_order=oldest nb_reset_on_launch=0

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_3 (
    input  wire       enable, // Count; while it is low the tree stands still.
    input  wire [2:0] bits,   // Word to count in.
    output wire [1:0] ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [5:0] LOWER = {3'd3, 3'd5};
    // Width of a field.
    localparam [3:0] FIELD = {2'd2, 2'd1};

    reg  [2:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 3'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 2; level = level + 1)
                sum = (sum & LOWER[(level * 3) +: 3])
                    + ((sum >> FIELD[(level * 2) +: 2]) & LOWER[(level * 3) +: 3]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[1:0];

endmodule
