// SPDX-License-Identifier: Apache-2.0
// Invariant 7: the ages of the bypass cache are a permutation of its entries' numbers, if only pages are filled that are not there (invariant 1).
// Engine: induction 1
module i07_ages #(
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter bypass_entries = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter WAY = $clog2(bypass_entries)
) (
    input wire                            clock,
    input wire                            reset,
    input wire [(l2tlb_ports+1)*PAGE-1:0] pages,
    input wire [l2tlb_ports:0]            looks,
    input wire                            fill,
    input wire                            clear,
    input wire                            used,
    input wire [bypass_entries*WAY-1:0]   ages,
    input wire [bypass_entries-1:0]       valid,
    input wire [bypass_entries*PAGE-1:0]  keys
);

    integer v, w;
    always @* begin
        assume (!fill || (looks[0] && !clear));
        for (v = 0; v < bypass_entries; v = v + 1) assume (!fill || !valid[v] || keys[v*PAGE +: PAGE] != pages[PAGE-1:0]);
    end

    reg [bypass_entries-1:0] met;
    always @* if (!reset) begin
        met = 0;
        for (w = 0; w < bypass_entries; w = w + 1) met[ages[w*WAY +: WAY]] = 1'b1;
        assert (!used || &met);
        for (v = 0; v < bypass_entries; v = v + 1)
            for (w = 0; w < v; w = w + 1)
                assert (!valid[v] || !valid[w] || keys[v*PAGE +: PAGE] != keys[w*PAGE +: PAGE]);
    end

endmodule
