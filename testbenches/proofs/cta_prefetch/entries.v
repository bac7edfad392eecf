// SPDX-License-Identifier: Apache-2.0
// PerCTA of cta_pf_engine, for the checkers that look into it: which entries a CTA slot and a PC have, and whether no PC has
// two. A way has one entry of every slot; the ways stand one above the other.
module cta_pf_entries #(
    parameter n_cta = 2,
    parameter percta_entries = 2,
    parameter pc_w = 2,
    parameter CTA = $clog2(n_cta)
) (
    input wire [percta_entries*n_cta-1:0]      valid,
    input wire [percta_entries*n_cta*pc_w-1:0] entry_pc,
    input wire [CTA-1:0]                       cta,
    input wire [pc_w-1:0]                      pc,
    output reg [percta_entries-1:0]            matching, // Entries of slot `cta` for `pc`.
    output reg                                 single    // No slot has two entries for one PC.
);

    integer c, i, j;
    always @* begin
        single = 1'b1;
        for (i = 0; i < percta_entries; i = i + 1) begin
            matching[i] = valid[i*n_cta+cta] && entry_pc[(i*n_cta+cta)*pc_w +: pc_w] == pc;
            for (j = 0; j < i; j = j + 1) for (c = 0; c < n_cta; c = c + 1)
                if (valid[i*n_cta+c] && valid[j*n_cta+c] &&
                    entry_pc[(i*n_cta+c)*pc_w +: pc_w] == entry_pc[(j*n_cta+c)*pc_w +: pc_w]) single = 1'b0;
        end
    end

endmodule
