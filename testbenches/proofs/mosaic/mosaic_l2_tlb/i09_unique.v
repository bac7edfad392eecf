// SPDX-License-Identifier: Apache-2.0
// Invariant 9: a large page of an address space has one entry at most among the large ones, a base page one among those of base pages, and ages are
// permutations of the entries' numbers, in the large store and in each set.
// Engine: induction 1
// For: l2_ways=2
module i09_unique #(
    parameter asid_w = 2,
    parameter l2_base = 4,
    parameter l2_ways = 2,
    parameter l2_large = 2,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter VPN = va_w - base_page_log2,
    parameter PAGE = VPN + asid_w,
    parameter LARGE_PAGE = PAGE - 9,
    parameter LARGE_WAY = $clog2(l2_large),
    parameter SETS = l2_base / l2_ways,
    parameter SET = $clog2(SETS),
    parameter KEY = PAGE - SET,
    parameter WAY = $clog2(l2_ways),
    parameter AGES = l2_ways * WAY
) (
    input wire                           clock,
    input wire                           reset,
    input wire [l2_large-1:0]            large_set__valid,
    input wire [l2_large*LARGE_PAGE-1:0] large_set__keys,
    input wire [l2_large*LARGE_WAY-1:0]  large_set__age,
    input wire [SETS-1:0]                base_set__used,
    input wire [SETS*AGES-1:0]           base_set__ages,
    input wire [SETS-1:0]                base_set__each_way_0__way__valid,
    input wire [SETS-1:0]                base_set__each_way_1__way__valid,
    input wire [SETS*KEY-1:0]            base_set__each_way_0__way__keys,
    input wire [SETS*KEY-1:0]            base_set__each_way_1__way__keys
);

    reg [l2_large-1:0] met_large;
    reg [l2_ways-1:0]  met;
    integer            s, v, w;
    always @* if (!reset) begin
        met_large = 0;
        for (w = 0; w < l2_large; w = w + 1) met_large[large_set__age[w*LARGE_WAY +: LARGE_WAY]] = 1'b1;
        assert (&met_large);
        for (v = 0; v < l2_large; v = v + 1)
            for (w = 0; w < v; w = w + 1)
                assert (!large_set__valid[v] || !large_set__valid[w]
                    || large_set__keys[v*LARGE_PAGE +: LARGE_PAGE] != large_set__keys[w*LARGE_PAGE +: LARGE_PAGE]);
        for (s = 0; s < SETS; s = s + 1) begin
            met = 0;
            for (w = 0; w < l2_ways; w = w + 1) met[base_set__ages[s*AGES+w*WAY +: WAY]] = 1'b1;
            assert (!base_set__used[s] || &met);
            assert (!base_set__each_way_0__way__valid[s] || !base_set__each_way_1__way__valid[s]
                || base_set__each_way_0__way__keys[s*KEY +: KEY] != base_set__each_way_1__way__keys[s*KEY +: KEY]);
        end
    end

endmodule
