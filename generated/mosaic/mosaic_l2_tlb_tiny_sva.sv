// SPDX-License-Identifier: Apache-2.0
// mosaic_l2_tlb_tiny_sva: the invariants of mosaic_l2_tlb_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 6: when the SMs are told of a flush, or when it is done if there are none, no entry is left of what it is of, but for one that a walk has found
// since the walker was told; and behind that cycle nothing of it is answered. Shown of any one base page and its large page.
module mosaic_l2_tlb_tiny_i06_flushed #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            // What is still here is about to be invalidated.
            begin if (armed) assert (!large_gone || large_held == 0 || (steps__clears_large && covers)) else $error("%m: invariant 6"); end
            begin if (armed) assert (!base_gone || !base_held || (covers && steps__of_base && (steps__clears_large || (steps__sweeping && steps__set <= set)))) else $error("%m: invariant 6"); end
            begin if (armed) assert (!base_gone || !filling || filled != page || (covers && steps__of_base && steps__clears_large)) else $error("%m: invariant 6"); end
            if ((l1fl_valid || fl_done) && large_gone) begin if (armed) assert (large_clean && (!base_gone || base_clean)) else $error("%m: invariant 6"); end
            for (i = 0; i < l2_ports; i = i + 1) begin
                if (large_behind && stage[((STAGES-1)*l2_ports+i)*LOOKUP+9 +: LARGE_PAGE] == large_page) begin if (armed) assert (!large_hit[i]) else $error("%m: invariant 6"); end
                if (large_unseen && large_gone && answered[i*PAGE+9 +: LARGE_PAGE] == large_page) begin if (armed) assert (!rsp_valid[i] || !rsp_large[i]) else $error("%m: invariant 6"); end
                if (base_behind && answered[i*PAGE +: PAGE] == page) begin if (armed) assert (!rsp_valid[i] || rsp_large[i]) else $error("%m: invariant 6"); end
            end
            // On the way there: what is known of the pages of lookups as they are resolved.
            for (i = 0; i < l2_ports; i = i + 1) begin
                due = stage[((STAGES-1)*l2_ports+i)*LOOKUP +: PAGE];
                begin if (armed) assert (lane_sets[(i+1)*SET +: SET] == due[SET-1:0] && with_fill[i+1] == (due == filled)) else $error("%m: invariant 6"); end
                if (flying[(STAGES-1)*l2_ports+i] && due == page) begin if (armed) assert (!(lane_ways[(i+1)*l2_ways +: l2_ways] & ~base_ways)) else $error("%m: invariant 6"); end
            end
            // A flush is in one step at most.
            begin if (armed) assert (steps__drains + steps__tells + steps__clears_large + steps__sweeping + steps__waiting <= 1) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 9: a large page of an address space has one entry at most among the large ones, a base page one among those of base pages, and the ages
// of the large ones are a permutation of their numbers. Of two ways of a set one bit says which was used last, whatever it is.
module mosaic_l2_tlb_tiny_i09_unique #(
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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [SETS*KEY-1:0] keys_0 = {base_set__each_way_0__way__keys_1, base_set__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] keys_1 = {base_set__each_way_1__way__keys_1, base_set__each_way_1__way__keys_0};

    // The set that is filled, and the ways in which its page is already.
    wire [SET-1:0]     set = lane_sets[SET-1:0];
    wire [l2_ways-1:0] there = {base_set__each_way_1__way__valid[set] && keys_1[set*KEY +: KEY] == filling_key,
        base_set__each_way_0__way__valid[set] && keys_0[set*KEY +: KEY] == filling_key};

    reg [l2_large-1:0] met_large;
    reg [l2_ways-1:0]  next;
    integer            s, v, w;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            met_large = 0;
            for (w = 0; w < l2_large; w = w + 1) met_large[large_set__age[w*LARGE_WAY +: LARGE_WAY]] = 1'b1;
            begin if (armed) assert (&met_large) else $error("%m: invariant 9"); end
            for (v = 0; v < l2_large; v = v + 1)
                for (w = 0; w < v; w = w + 1)
                    begin if (armed) assert (!large_set__valid[v] || !large_set__valid[w]
                        || large_set__keys[v*LARGE_PAGE +: LARGE_PAGE] != large_set__keys[w*LARGE_PAGE +: LARGE_PAGE]) else $error("%m: invariant 9"); end
            for (s = 0; s < SETS; s = s + 1) begin
                begin if (armed) assert (!base_set__each_way_0__way__valid[s] || !base_set__each_way_1__way__valid[s]
                    || keys_0[s*KEY +: KEY] != keys_1[s*KEY +: KEY]) else $error("%m: invariant 9"); end
                // On the way there: a fill takes one way, whose bit 0 is inverted.
                next = base_set__next_way[s*l2_ways +: l2_ways] ^ 1'b1;
                begin if (armed) assert (next != 0 && !(next & (next - 1'b1))) else $error("%m: invariant 9"); end
            end
            begin if (armed) assert (!filling || (lane_ways[l2_ways-1:0] == there && filling_set == 1'b1 << set)) else $error("%m: invariant 9"); end
            for (w = 0; w < 3; w = w + 1) begin if (armed) assert (!(large_set__used[w*l2_large +: l2_large] & (large_set__used[w*l2_large +: l2_large] - 1'b1))) else $error("%m: invariant 9"); end
        end
    end

endmodule

// Invariant 10: each accepted lookup is answered, or taken by the walker, once. `l2_lat` cycles after it came in, and after each time that it goes
// through again, it is answered or goes through once more; the first time, with `l2_serial`, by a large entry alone. Shown of any one SM and page,
// whatever is found.
module mosaic_l2_tlb_tiny_i10_answers #(
    parameter num_cores = 2,
    parameter asid_w = 2,
    parameter l2_ports = 2,
    parameter l2_lat = 3,
    parameter l2_serial = 1,
    parameter va_w = 23,
    parameter base_page_log2 = 12,
    parameter CORE = $clog2(num_cores),
    parameter VPN = va_w - base_page_log2,
    parameter PAGE = VPN + asid_w,
    parameter STAGES = l2_lat - 1,
    parameter LOOKUP = PAGE + CORE,
    parameter AGE = $clog2(l2_lat + 1)
) (
    input wire                              clock,
    input wire                              reset,
    input wire [l2_ports-1:0]               lk_valid,
    input wire [l2_ports*CORE-1:0]          lk_core,
    input wire [l2_ports*VPN-1:0]           lk_vpn,
    input wire [l2_ports-1:0]               lk_ready,
    input wire [l2_ports-1:0]               miss_ready,
    input wire [l2_ports-1:0]               rsp_valid,
    input wire [l2_ports*CORE-1:0]          rsp_core,
    input wire [l2_ports*VPN-1:0]           rsp_vpn,
    input wire [l2_ports-1:0]               rsp_large,
    input wire [l2_ports-1:0]               miss_valid,
    input wire [STAGES*l2_ports-1:0]        flying,
    input wire [STAGES*l2_ports-1:0]        ending,
    input wire [STAGES*l2_ports*LOOKUP-1:0] stage,
    input wire [l2_ports-1:0]               again,
    input wire [l2_ports*LOOKUP-1:0]        returned
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Any SM and page: what the inputs are in the last cycle of a reset.
    reg [CORE-1:0] core;
    reg [VPN-1:0]  vpn;
    always @(posedge clock) if (reset) {core, vpn} <= {lk_core[CORE-1:0], lk_vpn[VPN-1:0]};

    // Where the lookup is; it comes in, is answered, is taken.
    reg [STAGES*l2_ports-1:0] in_flight;
    reg [l2_ports-1:0]        returns, enters, answered;
    integer                   i;
    always @* begin
        for (i = 0; i < STAGES * l2_ports; i = i + 1)
            in_flight[i] = flying[i] && stage[i*LOOKUP+PAGE +: CORE] == core && stage[i*LOOKUP +: VPN] == vpn;
        for (i = 0; i < l2_ports; i = i + 1) begin
            returns[i] = again[i] && returned[i*LOOKUP+PAGE +: CORE] == core && returned[i*LOOKUP +: VPN] == vpn;
            enters[i] = lk_valid[i] && lk_ready[i] && lk_core[i*CORE +: CORE] == core && lk_vpn[i*VPN +: VPN] == vpn;
            answered[i] = rsp_valid[i] && rsp_core[i*CORE +: CORE] == core && rsp_vpn[i*VPN +: VPN] == vpn;
        end
    end
    wire taken = |(returns & miss_valid & miss_ready);

    reg           waits;  // It has no answer yet.
    reg [AGE-1:0] age;    // Cycles since it came in or went through again.
    reg           last;   // Entries of both sizes are probed.
    always @(posedge clock) begin
        waits <= !reset && (|enters || (waits && !(|answered) && !taken));
        age <= |enters || age == l2_lat ? 1'b1 : age + 1'b1;
        last <= |enters ? l2_serial == 0 : last || age == l2_lat;
    end

    wire [STAGES*l2_ports+2*l2_ports-1:0] places = {in_flight, returns, answered};
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (waits == (|places)) else $error("%m: invariant 10"); end
            begin if (armed) assert ((places & (places - 1'b1)) == 0) else $error("%m: invariant 10"); end
            for (i = 0; i < STAGES * l2_ports; i = i + 1)
                if (in_flight[i]) begin if (armed) assert (age == i / l2_ports + 1 && ending[i] == last) else $error("%m: invariant 10"); end
            if (|returns || |answered) begin if (armed) assert (age == l2_lat) else $error("%m: invariant 10"); end
            for (i = 0; i < l2_ports; i = i + 1) begin
                if (returns[i]) begin if (armed) assert (miss_valid[i] == last) else $error("%m: invariant 10"); end
                if (answered[i]) begin if (armed) assert (rsp_large[i] || last) else $error("%m: invariant 10"); end
            end
        end
    end

endmodule

bind mosaic_l2_tlb_tiny mosaic_l2_tlb_tiny_i06_flushed #(
    .num_cores(2), .asid_w(2), .l2_ports(2), .l2_base(4), .l2_ways(2), .l2_large(2), .l2_lat(3),
    .va_w(23), .base_page_log2(12)) i06_flushed (
    .clock(clock), .reset(reset), .wrsp_valid(wrsp_valid), .wrsp_asid(wrsp_asid),
    .wrsp_vpn(wrsp_vpn), .wrsp_large(wrsp_large), .wrsp_fault(wrsp_fault),
    .flush_valid(flush_valid), .l1fl_valid(l1fl_valid), .fl_done(fl_done), .rsp_valid(rsp_valid),
    .rsp_large(rsp_large), .large_hit(unit.large_hit), .stage(unit.stage),
    .steps__drains(unit.steps.drains), .steps__tells(unit.steps.tells),
    .steps__clears_large(unit.steps.clears_large), .steps__sweeping(unit.steps.sweeping),
    .steps__waiting(unit.steps.waiting), .steps__set(unit.steps.set),
    .steps__of_asid(unit.steps.of_asid), .steps__of_lvpn(unit.steps.of_lvpn),
    .steps__of_base(unit.steps.of_base), .steps__of_space(unit.steps.of_space),
    .steps__of_all(unit.steps.of_all), .large_set__valid(unit.large_set.valid),
    .large_set__keys(unit.large_set.keys),
    .base_set__each_way_0__way__valid(unit.base_set.each_way[0].way.valid),
    .base_set__each_way_1__way__valid(unit.base_set.each_way[1].way.valid),
    .base_set__each_way_0__way__keys_0(unit.base_set.each_way[0].way.keys[0]),
    .base_set__each_way_0__way__keys_1(unit.base_set.each_way[0].way.keys[1]),
    .base_set__each_way_1__way__keys_0(unit.base_set.each_way[1].way.keys[0]),
    .base_set__each_way_1__way__keys_1(unit.base_set.each_way[1].way.keys[1]), .flying(unit.flying),
    .filling(unit.filling), .filling_key(unit.filling_key), .lane_sets(unit.lane_sets),
    .lane_ways(unit.lane_ways), .with_fill(unit.with_fill));

bind mosaic_l2_tlb_tiny mosaic_l2_tlb_tiny_i09_unique #(
    .asid_w(2), .l2_base(4), .l2_ways(2), .l2_large(2), .va_w(23), .base_page_log2(12)) i09_unique (
    .clock(clock), .reset(reset), .large_set__valid(unit.large_set.valid),
    .large_set__keys(unit.large_set.keys), .large_set__age(unit.large_set.age),
    .large_set__used(unit.large_set.used), .filling(unit.filling), .filling_key(unit.filling_key),
    .filling_set(unit.filling_set), .lane_sets(unit.lane_sets), .lane_ways(unit.lane_ways),
    .base_set__next_way(unit.base_set.next_way),
    .base_set__each_way_0__way__valid(unit.base_set.each_way[0].way.valid),
    .base_set__each_way_1__way__valid(unit.base_set.each_way[1].way.valid),
    .base_set__each_way_0__way__keys_0(unit.base_set.each_way[0].way.keys[0]),
    .base_set__each_way_0__way__keys_1(unit.base_set.each_way[0].way.keys[1]),
    .base_set__each_way_1__way__keys_0(unit.base_set.each_way[1].way.keys[0]),
    .base_set__each_way_1__way__keys_1(unit.base_set.each_way[1].way.keys[1]));

bind mosaic_l2_tlb_tiny mosaic_l2_tlb_tiny_i10_answers #(
    .num_cores(2), .asid_w(2), .l2_ports(2), .l2_lat(3), .l2_serial(1), .va_w(23),
    .base_page_log2(12)) i10_answers (
    .clock(clock), .reset(reset), .lk_valid(lk_valid), .lk_core(lk_core), .lk_vpn(lk_vpn),
    .lk_ready(lk_ready), .miss_ready(miss_ready), .rsp_valid(rsp_valid), .rsp_core(rsp_core),
    .rsp_vpn(rsp_vpn), .rsp_large(rsp_large), .miss_valid(miss_valid), .flying(unit.flying),
    .ending(unit.ending), .stage(unit.stage), .again(unit.again), .returned(unit.returned));


`default_nettype wire
