// SPDX-License-Identifier: Apache-2.0
// popcount_24: part of equalizer, configuration dense
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=6 n_warps=24 n_cta=3 epoch_len=512 sample_period=2 hyst_epochs=2 bw_sat=3 vr_cycles=700
//   comp_ge=1 maintain_nominal=0 barrier_active=1 pause_order=oldest nb_reset_on_launch=0

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_24 (
    input  wire        enable, // Count; while it is low the tree stands still.
    input  wire [23:0] bits,   // Word to count in.
    output wire [4:0]  ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [119:0] LOWER = {24'd65535, 24'hff00ff, 24'h0f0f0f, 24'h333333, 24'h555555};
    // Width of a field.
    localparam [24:0] FIELD = {5'd16, 5'd8, 5'd4, 5'd2, 5'd1};

    reg  [23:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 24'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 5; level = level + 1)
                sum = (sum & LOWER[(level * 24) +: 24])
                    + ((sum >> FIELD[(level * 5) +: 5]) & LOWER[(level * 24) +: 24]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[4:0];

endmodule
