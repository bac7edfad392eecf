// SPDX-License-Identifier: Apache-2.0
// Invariant 8: free entries and valid ones are all entries.
// Engine: induction 1
module i08_count #(
    parameter n_warps = 4,
    parameter sb_entries = 2,
    parameter COUNT = $clog2(sb_entries + 1)
) (
    input wire                  clock,
    input wire                  reset,
    input wire [sb_entries-1:0] valid,
    input wire [COUNT-1:0]      free_count
);

    reg [COUNT-1:0] used;
    integer e;
    always @* begin
        used = 0;
        for (e = 0; e < sb_entries; e = e + 1) used = used + valid[e];
    end
    always @* if (!reset) assert (free_count + used == sb_entries);

endmodule
