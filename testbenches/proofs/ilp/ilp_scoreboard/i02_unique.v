// SPDX-License-Identifier: Apache-2.0
// Invariant 2: a register is found in one entry at most.
// Engine: induction 1
module i02_unique #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter tag_w = 3
) (
    input wire                        clock,
    input wire                        reset,
    input wire [sb_entries-1:0]       valid,
    input wire [sb_entries-1:0]       match_en,
    input wire [sb_entries-1:0]       zombie,
    input wire [sb_entries*tag_w-1:0] dst
);

    wire [sb_entries-1:0] live = valid & match_en & ~zombie;
    integer e, f;
    always @* if (!reset)
        for (e = 0; e < sb_entries; e = e + 1)
            for (f = 0; f < e; f = f + 1)
                assert (!live[e] || !live[f] || dst[e*tag_w +: tag_w] != dst[f*tag_w +: tag_w]);

endmodule
