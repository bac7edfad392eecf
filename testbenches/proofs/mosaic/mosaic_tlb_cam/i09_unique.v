// SPDX-License-Identifier: Apache-2.0
// Invariant 9: a page has one entry at most, and the ages are a permutation of the entries' numbers.
// Shown of the entries for base pages.
// Engine: induction 1
module i09_unique #(
    parameter l1_base = 2,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter PAGE = va_w - base_page_log2,
    parameter WAY = $clog2(l1_base)
) (
    input wire                    clock,
    input wire                    reset,
    input wire [l1_base*WAY-1:0]  age,
    input wire [2*l1_base-1:0]    used,
    input wire [l1_base-1:0]      valid,
    input wire [l1_base*PAGE-1:0] keys
);

    integer v, w;
    reg [l1_base-1:0] met;
    always @* if (!reset) begin
        met = 0;
        for (w = 0; w < l1_base; w = w + 1) met[age[w*WAY +: WAY]] = 1'b1;
        assert (&met);
        // On the way there: what the last cycle has used, each an entry.
        for (w = 0; w < 2; w = w + 1) assert (!(used[w*l1_base +: l1_base] & (used[w*l1_base +: l1_base] - 1'b1)));
        for (v = 0; v < l1_base; v = v + 1)
            for (w = 0; w < v; w = w + 1)
                assert (!valid[v] || !valid[w] || keys[v*PAGE +: PAGE] != keys[w*PAGE +: PAGE]);
    end

endmodule
