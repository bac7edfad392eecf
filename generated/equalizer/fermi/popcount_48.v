// SPDX-License-Identifier: Apache-2.0
// popcount_48: part of equalizer, configuration fermi
// (Sethia & Mahlke, MICRO-47 (2014); Sethia, dissertation (2015), chapter III).
// Emitted by Warpsmith from hdl/src/units/equalizer; make changes there.
//
// Parameters:
//   n_sm=15 n_warps=48 n_cta=8 epoch_len=4096 sample_period=128 hyst_epochs=3 bw_sat=2
//   vr_cycles=512 comp_ge=0 maintain_nominal=1 barrier_active=0 pause_order=youngest
//   nb_reset_on_launch=1

// Number of ones in `bits` while `enable` is high, else 0.
// An adder tree over the whole word: neighbouring fields of 1, 2, 4, ... bits are added pairwise.
module popcount_48 (
    input  wire        enable, // Count; while it is low the tree stands still.
    input  wire [47:0] bits,   // Word to count in.
    output wire [5:0]  ones    // Number of ones in the word.
);

    // Lower field of each pair, for fields of 1, 2, 4, ... bits.
    localparam [287:0] LOWER = {
        48'h0000ffffffff, 48'hffff0000ffff, 48'h00ff00ff00ff, 48'h0f0f0f0f0f0f, 48'h333333333333,
        48'h555555555555
    };
    // Width of a field.
    localparam [35:0] FIELD = {6'd32, 6'd16, 6'd8, 6'd4, 6'd2, 6'd1};

    reg  [47:0] sum;

    always @* begin : compute_sum
        integer level;
        level = 0;
        sum = 48'd0;
        if (enable) begin
            sum = bits;
            for (level = 0; level < 6; level = level + 1)
                sum = (sum & LOWER[(level * 48) +: 48])
                    + ((sum >> FIELD[(level * 6) +: 6]) & LOWER[(level * 48) +: 48]);
        end
    end

    // The sum of all fields is in the lowest one.
    assign ones = sum[5:0];

endmodule
