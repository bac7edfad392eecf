// SPDX-License-Identifier: Apache-2.0
// cta_pf_recency: part of cta_prefetch, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Which of the `ENTRIES` entries of a CTA slot was updated least recently, once all have been.
module cta_pf_recency #(
    parameter ENTRIES = 2
) (
    input  wire               clock,   // SM clock.
    input  wire               reset,   // Synchronous reset, active high.
    input  wire [ENTRIES-1:0] updated, // The entry that is updated in this cycle, one-hot, or zero.
    output wire [ENTRIES-1:0] oldest   // The entry updated least recently, one-hot.
);

    localparam [ENTRIES-1:0] ALL = {ENTRIES{1'b1}};

    age_matrix #(.N(ENTRIES)) order (
        .clock      (clock),
        .reset      (reset),
        .launch     (updated),
        .candidates (ALL),
        .youngest   (1'b0),
        .pick       (oldest)
    );

endmodule

`default_nettype wire
