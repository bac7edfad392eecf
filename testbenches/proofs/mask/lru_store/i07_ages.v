// SPDX-License-Identifier: Apache-2.0
// Invariant 7: the ages of a set are a permutation of the ways' numbers, if only pages are filled that are not there (invariant 1).
// Engine: induction 1
// For: l2tlb_ways=2
module i07_ages #(
    parameter asid_w = 2,
    parameter l2tlb_entries = 4,
    parameter l2tlb_ways = 2,
    parameter l2tlb_ports = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter KEY = PAGE - SET,
    parameter WAY = $clog2(l2tlb_ways),
    parameter AGES = l2tlb_ways * WAY
) (
    input wire                            clock,
    input wire                            reset,
    input wire [(l2tlb_ports+1)*PAGE-1:0] pages,
    input wire [l2tlb_ports:0]            looks,
    input wire                            fill,
    input wire                            clear,
    input wire [SETS-1:0]                 used,
    input wire [SETS*AGES-1:0]            ages,
    input wire [SETS-1:0]                 each_way_0__way__valid,
    input wire [SETS-1:0]                 each_way_1__way__valid,
    input wire [SETS*KEY-1:0]             each_way_0__way__keys,
    input wire [SETS*KEY-1:0]             each_way_1__way__keys
);

    wire [SET-1:0] set = pages[SET-1:0];
    wire [KEY-1:0] key = pages[SET +: KEY];
    always @* begin
        assume (!fill || (looks[0] && !clear));
        assume (!fill || !each_way_0__way__valid[set] || each_way_0__way__keys[set*KEY +: KEY] != key);
        assume (!fill || !each_way_1__way__valid[set] || each_way_1__way__keys[set*KEY +: KEY] != key);
    end

    reg [l2tlb_ways-1:0] met;
    integer s, w;
    always @* if (!reset) for (s = 0; s < SETS; s = s + 1) begin
        met = 0;
        for (w = 0; w < l2tlb_ways; w = w + 1) met[ages[s*AGES+w*WAY +: WAY]] = 1'b1;
        assert (!used[s] || &met);
        assert (!each_way_0__way__valid[s] || !each_way_1__way__valid[s]
            || each_way_0__way__keys[s*KEY +: KEY] != each_way_1__way__keys[s*KEY +: KEY]);
    end

endmodule
