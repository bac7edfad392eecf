// SPDX-License-Identifier: Apache-2.0
// Invariant 6: when the SMs are told of a flush, or when it is done if there are none, no entry is left of what it is of, but for one that a walk has found
// since the walker was told; and behind that cycle nothing of it is answered. Shown of any one base page and its large page.
// Engine: induction 2
// For: l2_ways=2
module i06_flushed #(
    parameter num_cores = 2,
    parameter asid_w = 2,
    parameter l2_ports = 2,
    parameter l2_base = 4,
    parameter l2_ways = 2,
    parameter l2_large = 2,
    parameter l2_lat = 3,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter CORE = $clog2(num_cores),
    parameter VPN = va_w - base_page_log2,
    parameter LVPN = VPN - 9,
    parameter PAGE = VPN + asid_w,
    parameter LARGE_PAGE = PAGE - 9,
    parameter SETS = l2_base / l2_ways,
    parameter SET = $clog2(SETS),
    parameter KEY = PAGE - SET,
    parameter STAGES = l2_lat - 1,
    parameter LOOKUP = PAGE + CORE
) (
    input wire                              clock,
    input wire                              reset,
    input wire                              wrsp_valid,
    input wire [asid_w-1:0]                 wrsp_asid,
    input wire [VPN-1:0]                    wrsp_vpn,
    input wire                              wrsp_large,
    input wire                              wrsp_fault,
    input wire                              flush_valid,
    input wire                              l1fl_valid,
    input wire                              fl_done,
    input wire [l2_ports-1:0]               rsp_valid,
    input wire [l2_ports-1:0]               rsp_large,
    input wire [l2_ports-1:0]               large_hit,
    input wire [STAGES*l2_ports*LOOKUP-1:0] stage,
    input wire                              steps__drains,
    input wire                              steps__tells,
    input wire                              steps__clears_large,
    input wire                              steps__sweeping,
    input wire                              steps__waiting,
    input wire [SET-1:0]                    steps__set,
    input wire [asid_w-1:0]                 steps__of_asid,
    input wire [LVPN-1:0]                   steps__of_lvpn,
    input wire                              steps__of_base,
    input wire                              steps__of_space,
    input wire                              steps__of_all,
    input wire [l2_large-1:0]               large_set__valid,
    input wire [l2_large*LARGE_PAGE-1:0]    large_set__keys,
    input wire [SETS-1:0]                   base_set__each_way_0__way__valid,
    input wire [SETS-1:0]                   base_set__each_way_1__way__valid,
    input wire [KEY-1:0]                    base_set__each_way_0__way__keys_0,
    input wire [KEY-1:0]                    base_set__each_way_0__way__keys_1,
    input wire [KEY-1:0]                    base_set__each_way_1__way__keys_0,
    input wire [KEY-1:0]                    base_set__each_way_1__way__keys_1,
    input wire [STAGES*l2_ports-1:0]        flying,
    input wire                              filling,
    input wire [KEY-1:0]                    filling_key,
    input wire [(l2_ports+1)*SET-1:0]       lane_sets,
    input wire [(l2_ports+1)*l2_ways-1:0]   lane_ways,
    input wire [l2_ports:0]                 with_fill
);

    // Any page: what the inputs are in the last cycle of a reset.
    reg [PAGE-1:0] page;
    always @(posedge clock) if (reset) page <= {wrsp_asid, wrsp_vpn};
    wire [LARGE_PAGE-1:0] large_page = page[PAGE-1:9];
    wire [SET-1:0]        set = page[SET-1:0];
    wire [KEY-1:0]        key = page[PAGE-1:SET];

    // The flush is of it; a walk has found it, large or not.
    wire covers = steps__of_all || (steps__of_asid == page[VPN +: asid_w]
        && (steps__of_space || steps__of_lvpn == page[VPN-1:9]));
    wire found_large = wrsp_valid && !wrsp_fault && wrsp_large && {wrsp_asid, wrsp_vpn[VPN-1:9]} == large_page;
    wire found_base = wrsp_valid && !wrsp_fault && !wrsp_large && {wrsp_asid, wrsp_vpn} == page;

    // No walk has found it since the walker was told of a flush of it; and this cycle is behind the one in which the SMs are.
    reg large_gone, base_gone, large_behind, base_behind;
    wire told = flush_valid && covers;
    wire large_clean = large_gone && !steps__clears_large;
    wire base_clean = base_gone && !steps__clears_large && !(steps__sweeping && steps__set <= set);
    always @(posedge clock) begin
        large_gone <= !reset && (told || (large_gone && !found_large));
        base_gone <= !reset && ((told && steps__of_base) || (base_gone && !found_base));
        large_behind <= !reset && large_clean && !found_large;
        base_behind <= !reset && base_clean && !found_base;
    end

    // The pages of the answers.
    reg [l2_ports*PAGE-1:0] answered;
    integer                 i;
    always @(posedge clock)
        for (i = 0; i < l2_ports; i = i + 1) answered[i*PAGE +: PAGE] <= stage[((STAGES-1)*l2_ports+i)*LOOKUP +: PAGE];

    wire [l2_large-1:0] large_held;
    wire [SETS*KEY-1:0] keys_0 = {base_set__each_way_0__way__keys_1, base_set__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] keys_1 = {base_set__each_way_1__way__keys_1, base_set__each_way_1__way__keys_0};
    wire [l2_ways-1:0]  base_ways = {base_set__each_way_1__way__valid[set] && keys_1[set*KEY +: KEY] == key,
        base_set__each_way_0__way__valid[set] && keys_0[set*KEY +: KEY] == key};
    wire                base_held = base_ways != 0;
    // What a walk has found in the cycle before is filled in this one.
    wire [PAGE-1:0]     filled = {filling_key, lane_sets[SET-1:0]};
    reg [PAGE-1:0]      due;
    genvar g;
    generate
        for (g = 0; g < l2_large; g = g + 1) begin : each_large
            assign large_held[g] = large_set__valid[g] && large_set__keys[g*LARGE_PAGE +: LARGE_PAGE] == large_page;
        end
    endgenerate

    // What was found of the large page in the cycle before, and what is answered of it one more cycle later.
    reg large_unseen;
    always @(posedge clock) large_unseen <= !reset && large_behind;

    always @* if (!reset) begin
        // What is still here is about to be invalidated.
        assert (!large_gone || large_held == 0 || (steps__clears_large && covers));
        assert (!base_gone || !base_held || (covers && steps__of_base && (steps__clears_large || (steps__sweeping && steps__set <= set))));
        assert (!base_gone || !filling || filled != page || (covers && steps__of_base && steps__clears_large));
        if ((l1fl_valid || fl_done) && large_gone) assert (large_clean && (!base_gone || base_clean));
        for (i = 0; i < l2_ports; i = i + 1) begin
            if (large_behind && stage[((STAGES-1)*l2_ports+i)*LOOKUP+9 +: LARGE_PAGE] == large_page) assert (!large_hit[i]);
            if (large_unseen && large_gone && answered[i*PAGE+9 +: LARGE_PAGE] == large_page) assert (!rsp_valid[i] || !rsp_large[i]);
            if (base_behind && answered[i*PAGE +: PAGE] == page) assert (!rsp_valid[i] || rsp_large[i]);
        end
        // On the way there: what is known of the pages of lookups as they are resolved.
        for (i = 0; i < l2_ports; i = i + 1) begin
            due = stage[((STAGES-1)*l2_ports+i)*LOOKUP +: PAGE];
            assert (lane_sets[(i+1)*SET +: SET] == due[SET-1:0] && with_fill[i+1] == (due == filled));
            if (flying[(STAGES-1)*l2_ports+i] && due == page) assert (!(lane_ways[(i+1)*l2_ways +: l2_ways] & ~base_ways));
        end
        // A flush is in one step at most.
        assert (steps__drains + steps__tells + steps__clears_large + steps__sweeping + steps__waiting <= 1);
    end

endmodule
