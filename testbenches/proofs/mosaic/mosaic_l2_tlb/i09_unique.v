// SPDX-License-Identifier: Apache-2.0
// Invariant 9: a large page of an address space has one entry at most among the large ones, a base page one among those of base pages, and the ages
// of the large ones are a permutation of their numbers. Of two ways of a set one bit says which was used last, whatever it is.
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
    parameter KEY = PAGE - SET
) (
    input wire                           clock,
    input wire                           reset,
    input wire [l2_large-1:0]            large_set__valid,
    input wire [l2_large*LARGE_PAGE-1:0] large_set__keys,
    input wire [l2_large*LARGE_WAY-1:0]  large_set__age,
    input wire [3*l2_large-1:0]          large_set__used,
    input wire                           filling,
    input wire [KEY-1:0]                 filling_key,
    input wire [SETS-1:0]                filling_set,
    input wire [3*SET-1:0]               lane_sets,
    input wire [3*l2_ways-1:0]           lane_ways,
    input wire [SETS*l2_ways-1:0]        base_set__next_way,
    input wire [SETS-1:0]                base_set__each_way_0__way__valid,
    input wire [SETS-1:0]                base_set__each_way_1__way__valid,
    input wire [KEY-1:0]                 base_set__each_way_0__way__keys_0,
    input wire [KEY-1:0]                 base_set__each_way_0__way__keys_1,
    input wire [KEY-1:0]                 base_set__each_way_1__way__keys_0,
    input wire [KEY-1:0]                 base_set__each_way_1__way__keys_1
);

    wire [SETS*KEY-1:0] keys_0 = {base_set__each_way_0__way__keys_1, base_set__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] keys_1 = {base_set__each_way_1__way__keys_1, base_set__each_way_1__way__keys_0};

    // The set that is filled, and the ways in which its page is already.
    wire [SET-1:0]     set = lane_sets[SET-1:0];
    wire [l2_ways-1:0] there = {base_set__each_way_1__way__valid[set] && keys_1[set*KEY +: KEY] == filling_key,
        base_set__each_way_0__way__valid[set] && keys_0[set*KEY +: KEY] == filling_key};

    reg [l2_large-1:0] met_large;
    reg [l2_ways-1:0]  next;
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
            assert (!base_set__each_way_0__way__valid[s] || !base_set__each_way_1__way__valid[s]
                || keys_0[s*KEY +: KEY] != keys_1[s*KEY +: KEY]);
            // On the way there: a fill takes one way, whose bit 0 is inverted.
            next = base_set__next_way[s*l2_ways +: l2_ways] ^ 1'b1;
            assert (next != 0 && !(next & (next - 1'b1)));
        end
        assert (!filling || (lane_ways[l2_ways-1:0] == there && filling_set == 1'b1 << set));
        for (w = 0; w < 3; w = w + 1) assert (!(large_set__used[w*l2_large +: l2_large] & (large_set__used[w*l2_large +: l2_large] - 1'b1)));
    end

endmodule
