// SPDX-License-Identifier: Apache-2.0
// popcount_16: part of equalizer, configuration small
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=4 n_warps=16 n_cta=4 epoch_len=512 sample_period=16 hyst_epochs=3 bw_sat=2 vr_cycles=100
//   comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest nb_reset_on_launch=1

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_16 (
    input  wire        enable, // Count; while it is low the tree stands still.
    input  wire [15:0] bits,   // Word to count in.
    output wire [4:0]  ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [63:0] LOWER = {16'd255, 16'd3855, 16'd13107, 16'd21845};
    // Width of a field.
    localparam [19:0] FIELD = {5'd8, 5'd4, 5'd2, 5'd1};

    reg  [15:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 16'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 4; level = level + 1)
                sum = (sum & LOWER[(level * 16) +: 16])
                    + ((sum >> FIELD[(level * 5) +: 5]) & LOWER[(level * 16) +: 16]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[4:0];

endmodule
