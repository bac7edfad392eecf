// SPDX-License-Identifier: Apache-2.0
// popcount_8: part of equalizer, configuration tiny
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=2 n_warps=8 n_cta=2 epoch_len=512 sample_period=128 hyst_epochs=2 bw_sat=2 vr_cycles=3
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_8 (
    input  wire       enable, // Count; while it is low the tree stands still.
    input  wire [7:0] bits,   // Word to count in.
    output wire [3:0] ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [23:0] LOWER = {8'd15, 8'd51, 8'd85};
    // Width of a field.
    localparam [11:0] FIELD = {4'd4, 4'd2, 4'd1};

    reg  [7:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 8'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 3; level = level + 1)
                sum = (sum & LOWER[(level * 8) +: 8])
                    + ((sum >> FIELD[(level * 4) +: 4]) & LOWER[(level * 8) +: 8]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[3:0];

endmodule
