// SPDX-License-Identifier: Apache-2.0
// mosaic_l2_tlb: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's shared TLB (specification sections 2.6 and 2.10): entries for base pages in sets, and a
// content-addressed store for large ones, by address space. Within a cycle: the walk that has ended
// fills, a base page in the next cycle; large entries are probed, lookups are resolved, a flush
// goes on. Base pages are looked up in the cycle before, lane 0 what a walk has found, lane p+1
// port p.
// Protocol: a lookup is accepted where `lk_ready` has its bit, and answered `l2_lat` cycles later
// by a large hit; else, with `l2_serial` after as many cycles more, by any hit, or it is offered to
// the walker, whose answer it gets. What the walker does not take is probed again, `l2_lat` cycles
// each time; a port takes no lookup in the cycle in which one goes through it again.
module mosaic_l2_tlb #(
    parameter VA_W = 48,               // Bits of a virtual address
    parameter PA_W = 40,               // Bits of a physical address
    // Bits of the offset in a base page; a large page has 512 base pages
    parameter BASE_PAGE_LOG2 = 12,
    parameter ASID = 9,                // Bits of the number of an address space
    parameter CORES = 30,              // SMs
    parameter PORTS = 2,               // Lookups that the shared TLB accepts in a cycle
    // Its entries for base pages; l2_ways times a power of two from 2 on
    parameter L2_BASE = 512,
    parameter WAYS = 16,               // Ways of those
    parameter LARGE = 256,             // Its entries for large pages
    // Cycles from a lookup of it to the answer, or to the second probe
    parameter L2_LAT = 10,
    parameter [0:0] L2_SERIAL = 1'b1,  // It probes base pages behind large ones
    // What follows from these; not to be set.
    parameter CORE = $clog2(CORES),
    parameter LANES = PORTS + 1,
    parameter STAGES = L2_LAT - 1,
    parameter SETS = L2_BASE / WAYS,
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter TOUCHES = LANES * WAYS,
    parameter VPN = VA_W - BASE_PAGE_LOG2,
    parameter LVPN = VPN - 9,
    parameter PPN = PA_W - BASE_PAGE_LOG2,
    parameter LPPN = PPN - 9,
    parameter PAGE = VPN + ASID,
    parameter LARGE_PAGE = LVPN + ASID,
    parameter KEY = PAGE - SET,
    parameter FRAME = PPN + 4,
    parameter LANE_SETS = LANES * SET,
    parameter LANE_KEYS = LANES * KEY,
    parameter LANE_FRAMES = LANES * FRAME,
    parameter LARGE_FRAME = LPPN + 4,
    parameter LOOKUP = PAGE + CORE,
    parameter LOOKUPS = PORTS * LOOKUP,
    parameter DRAIN = $clog2(2 * L2_LAT),
    parameter PORT_CORES = PORTS * CORE,
    parameter PORT_ASIDS = PORTS * ASID,
    parameter PORT_VPNS = PORTS * VPN,
    parameter PORT_PPNS = PORTS * PPN,
    parameter PORT_PERMS = PORTS * 4,
    parameter [0:0] SERIAL = L2_SERIAL == 1,
    parameter DRAIN_CYCLES = L2_LAT + (L2_LAT * L2_SERIAL) - 2
) (
    input  wire                  clock,       // SM clock.
    input  wire                  reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit.
    input  wire [PORTS-1:0]      lk_valid,
    input  wire [PORT_CORES-1:0] lk_core,     // Its SM, below `num_cores`.
    // Its virtual base page, which the SM does not wait for yet.
    input  wire [PORT_VPNS-1:0]  lk_vpn,
    // A bit for each port of the walker that takes a lookup.
    input  wire [PORTS-1:0]      miss_ready,
    input  wire                  wrsp_valid,  // A walk has ended; always accepted.
    input  wire [ASID-1:0]       wrsp_asid,   // Its address space.
    input  wire [VPN-1:0]        wrsp_vpn,    // The base page that was looked up.
    input  wire                  wrsp_large,  // It lies in a large page.
    // Its frame; of a large page the lowest 9 bits do not count.
    input  wire [PPN-1:0]        wrsp_ppn,
    input  wire [3:0]            wrsp_perm,   // Its permissions.
    input  wire                  wrsp_fault,  // It has no frame: a far-fault.
    // Write the address space of an SM that waits for nothing.
    input  wire                  root_we,
    input  wire [CORE-1:0]       root_core,   // That SM.
    input  wire [ASID-1:0]       root_asid,   // Its address space.
    input  wire                  fl_valid,    // A flush, taken if `fl_ready`.
    input  wire [ASID-1:0]       fl_asid,     // The address space that it is of.
    input  wire [LVPN-1:0]       fl_lvpn,     // The large page that it is of.
    // 0 LARGE: its large entry; 1 BASE: the entries of its base pages, too.
    input  wire                  fl_kind,
    // Of all pages of the address space, whatever the two before say.
    input  wire                  fl_space,
    // Of all address spaces, whatever the four before say.
    input  wire                  fl_all,
    // A bit for each SM: its TLB has done the flush of `l1fl_*`.
    input  wire [CORES-1:0]      l1fl_ack,
    // A bit for each port that accepts a lookup in this cycle.
    output wire [PORTS-1:0]      lk_ready,
    // A bit for each port: a lookup has hit, and this is the answer.
    output reg  [PORTS-1:0]      rsp_valid,
    // Its SM; 0 without `rsp_valid`, as the four that follow.
    output reg  [PORT_CORES-1:0] rsp_core,
    output reg  [PORT_VPNS-1:0]  rsp_vpn,     // Its base page.
    output reg  [PORTS-1:0]      rsp_large,   // That lies in a large page.
    // Its frame, of a large page with 0 as its lowest 9 bits.
    output reg  [PORT_PPNS-1:0]  rsp_ppn,
    output reg  [PORT_PERMS-1:0] rsp_perm,    // Its permissions.
    // A bit for each port: a lookup that has missed, for the walker; if it is not taken now, it is
    // offered again `l2_lat` cycles later.
    output reg  [PORTS-1:0]      miss_valid,
    // Its SM; 0 without `miss_valid`, as the two that follow.
    output wire [PORT_CORES-1:0] miss_core,
    output wire [PORT_ASIDS-1:0] miss_asid,   // Its address space.
    output wire [PORT_VPNS-1:0]  miss_vpn,    // Its base page.
    output wire                  flush_valid, // A flush for the walker, as its ports of this name.
    // The address space that it is of; 0 without `flush_valid`, as the three that follow.
    output reg  [ASID-1:0]       flush_asid,
    output reg  [LVPN-1:0]       flush_lvpn,  // The large page.
    output wire                  flush_space, // Of all pages of the address space.
    output wire                  flush_all,   // Of all address spaces.
    output wire                  fl_ready,    // A flush is taken: none is under way.
    // Pulse: the flush is done, here, in the walker and in the SMs.
    output wire                  fl_done,
    // A flush for the TLBs of SMs, behind `rsp_*` and the walker's `wrsp_*` of this cycle and of
    // those before.
    output wire                  l1fl_valid,
    // The SMs that it is for, each of which acknowledges it; 0 without `l1fl_valid`, as the three
    // that follow.
    output reg  [CORES-1:0]      l1fl_mask,
    output reg  [LVPN-1:0]       l1fl_lvpn,   // The large page.
    output wire                  l1fl_kind,   // 0 LARGE, 1 BASE.
    output wire                  l1fl_all     // Of all pages.
);

    localparam LAST_STAGE = STAGES - 1;
    localparam PROBED_STAGE = STAGES - 2;
    localparam [31:0] SLOT_BITS = 32'd9; // Bits of the number of a base page in its large page.
    localparam [SETS-1:0] FIRST_SET = 1;

    reg  [PORTS-1:0]                 ready;
    wire [PORTS-1:0]                 accepted;
    wire [PORTS-1:0]                 stays;
    // The lookups whose large pages are probed, and those that are resolved, of which these are at
    // their end.
    wire [LOOKUPS-1:0]               probed;
    wire [LOOKUPS-1:0]               lookups;
    wire [PORTS-1:0]                 due;
    wire [PORTS-1:0]                 at_end;
    wire [PAGE-1:0]                  fill_page;
    wire [LPPN-1:0]                  fill_lppn;
    wire                             fills_base;
    // Base pages that are looked up for the next cycle.
    reg  [(LANES * PAGE)-1:0]        next_page;
    reg  [LANE_SETS-1:0]             next_sets;
    reg  [LANE_KEYS-1:0]             next_keys;
    reg  [SET-1:0]                   one_set;
    reg  [KEY-1:0]                   one_key;
    reg  [WAYS-1:0]                  ways;
    reg  [TOUCHES-1:0]               next_ways;
    reg  [LANES-1:0]                 next_with_fill;
    wire [WAYS-1:0]                  first_ways;
    reg  [LANES-1:0]                 asked_lanes;
    reg  [LANES-1:0]                 looks;
    // Bits of the mask in which a page, or the set to be invalidated, is another one than that
    // which is flushed.
    reg  [PAGE-1:0]                  apart;
    wire [SET-1:0]                   apart_set;
    // The page that is flushed, and the bits in which a page must be that.
    wire [PAGE-1:0]                  flush_page;
    reg  [PAGE-1:0]                  flush_mask;
    wire [PORTS-1:0]                 base_found;
    // Whether lane 0 finds its page is not needed.
    wire                             unused;
    wire [LANE_FRAMES-1:0]           frames;
    wire [PORTS-1:0]                 found;
    reg  [PORT_CORES-1:0]            missed_core;
    reg  [PORT_ASIDS-1:0]            missed_asid;
    reg  [PORT_VPNS-1:0]             missed_vpn;
    reg  [CORE-1:0]                  misser;
    reg  [VPN-1:0]                   missed;
    reg  [ASID-1:0]                  asid;
    reg  [(CORES * ASID)-1:0]        spaces;              // The address space of each SM.
    // Lookups of the cycles before, the latest first; those among them whose base pages are probed,
    // too; and all of what they are of.
    reg  [(STAGES * PORTS)-1:0]      flying;
    reg  [(STAGES * PORTS)-1:0]      ending;
    reg  [(STAGES * LOOKUPS)-1:0]    stage;
    // Of the lookups that are resolved, those whose large page was found, and its frame.
    reg  [PORTS-1:0]                 large_hit;
    reg  [(PORTS * LARGE_FRAME)-1:0] large_held;
    // Lookups that go through once more, and those of them that are offered to the walker before.
    reg  [PORTS-1:0]                 again;
    reg  [LOOKUPS-1:0]               returned;
    reg  [PORTS-1:0]                 large_set_look;
    reg  [(PORTS * LARGE_PAGE)-1:0]  large_set_look_page;
    wire [PORTS-1:0]                 large_set_found;
    wire [(PORTS * LARGE_FRAME)-1:0] large_set_frame;
    // The walk that has ended in a base page in the last cycle; its key, its frame, and its set as
    // one bit of a word.
    reg                              filling;
    reg  [KEY-1:0]                   filling_key;
    reg  [FRAME-1:0]                 filling_frame;
    reg  [SETS-1:0]                  filling_set;
    // Of each lane: its set, the ways that hold its page as the cycle begins, and whether that is
    // the page of lane 0.
    reg  [LANE_SETS-1:0]             lane_sets;
    reg  [TOUCHES-1:0]               lane_ways;
    reg  [LANES-1:0]                 with_fill;
    wire [TOUCHES-1:0]               base_set_next_hits;
    wire [LANES-1:0]                 base_set_found;
    wire [LANE_FRAMES-1:0]           base_set_frames;
    wire                             steps_flush;
    wire                             steps_busy;
    wire [ASID-1:0]                  steps_of_asid;
    wire [LVPN-1:0]                  steps_of_lvpn;
    wire                             steps_of_base;
    wire                             steps_of_space;
    wire                             steps_of_all;
    wire                             steps_clears_large;
    wire                             steps_clears_set;
    wire [SET-1:0]                   steps_set;
    wire [CORES-1:0]                 steps_waits_for;

    mosaic_tlb_cam #(
        .LOOKS (PORTS),
        .WAYS  (LARGE),
        .PAGE  (LARGE_PAGE),
        .FRAME (LARGE_FRAME)
    ) large_set (
        .clock      (clock),
        .reset      (reset),
        .fill       (wrsp_valid && wrsp_large && !wrsp_fault),
        .fill_page  (fill_page[SLOT_BITS +: LARGE_PAGE]),
        .fill_frame ({wrsp_perm, fill_lppn}),
        .look       (large_set_look),
        .look_page  (large_set_look_page),
        .found      (large_set_found),
        .frame      (large_set_frame),
        .clear      (steps_clears_large),
        .clear_page (flush_page[SLOT_BITS +: LARGE_PAGE]),
        .clear_mask (flush_mask[SLOT_BITS +: LARGE_PAGE])
    );

    ahead_store #(
        .LANES (LANES),
        .ASKED (LANES),
        .SETS  (SETS),
        .WAYS  (WAYS),
        .KEY   (KEY),
        .FRAME (FRAME)
    ) base_set (
        .clock        (clock),
        .reset        (reset),
        .asked        (asked_lanes),
        .asked_sets   (next_sets),
        .asked_keys   (next_keys),
        .next_hits    (base_set_next_hits),
        .looks        (looks),
        .sets         (lane_sets),
        .hits         (lane_ways),
        .found        (base_set_found),
        .frames       (base_set_frames),
        .fill         (filling && (first_ways == 0)),
        .this_set     (lane_sets[SET-1:0]),
        .this_set_bit (filling_set),
        .key          (filling_key),
        .frame        (filling_frame),
        .with_fill    (with_fill),
        .clear        (steps_clears_set && (apart_set == 0)),
        .clear_set    (steps_set),
        .clear_key    (flush_page[SET +: KEY]),
        .clear_mask   (flush_mask[SET +: KEY])
    );

    mosaic_l2_flush #(
        .CORES        (CORES),
        .ASID         (ASID),
        .LVPN         (LVPN),
        .SETS         (SETS),
        .DRAIN        (DRAIN),
        .DRAIN_CYCLES (DRAIN_CYCLES)
    ) steps (
        .clock        (clock),
        .reset        (reset),
        .flush        (steps_flush),
        .asid         (fl_asid),
        .lvpn         (fl_lvpn),
        .base         (fl_kind),
        .space        (fl_space),
        .all          (fl_all),
        .filled       (filling),
        .spaces       (spaces),
        .acknowledged (l1fl_ack),
        .busy         (steps_busy),
        .of_asid      (steps_of_asid),
        .of_lvpn      (steps_of_lvpn),
        .of_base      (steps_of_base),
        .of_space     (steps_of_space),
        .of_all       (steps_of_all),
        .tells        (flush_valid),
        .clears_large (steps_clears_large),
        .clears_set   (steps_clears_set),
        .set          (steps_set),
        .sends        (l1fl_valid),
        .waits_for    (steps_waits_for),
        .done         (fl_done)
    );

    always @(posedge clock) begin : update_spaces
        integer i;
        if (reset) begin
            spaces <= 0;
        end else if (root_we) begin
            for (i = 0; i < CORES; i = i + 1) begin
                if (root_core == i[CORE-1:0]) begin
                    spaces[(i * ASID) +: ASID] <= root_asid;
                end
            end
        end
    end

    // Lookups come in, with the address space of their SM, or go through once more.
    always @* begin
        ready = 0;
        if (!steps_busy) begin
            ready = ~again;
        end
    end

    assign lk_ready = ready;
    assign accepted = lk_valid & ready;
    assign stays = again & ~(miss_valid & miss_ready);

    always @(posedge clock) begin : update_stage
        integer i;
        integer port;
        reg [CORE-1:0] core;
        reg [VPN-1:0] vpn;
        reg [LOOKUP-1:0] lookup;
        reg [LOOKUPS-1:0] entering;
        core = 0;
        vpn = 0;
        lookup = 0;
        entering = 0;
        for (port = 0; port < PORTS; port = port + 1) begin
            core = lk_core[(port * CORE) +: CORE];
            vpn = lk_vpn[(port * VPN) +: VPN];
            lookup = {core, spaces[(core * ASID) +: ASID], vpn};
            if (again[port]) begin
                lookup = returned[(port * LOOKUP) +: LOOKUP];
            end
            entering = entering | ({{(LOOKUPS - LOOKUP){1'b0}}, lookup} << (port * LOOKUP));
        end
        stage[(0 * LOOKUPS) +: LOOKUPS] <= entering;
        for (i = 0; i < STAGES - 1; i = i + 1)
            stage[((i + 1) * LOOKUPS) +: LOOKUPS] <= stage[(i * LOOKUPS) +: LOOKUPS];
    end

    always @(posedge clock) begin : update_ending
        integer i;
        reg [PORTS-1:0] entering_last;
        entering_last = again;
        if (!SERIAL) begin
            entering_last = again | accepted;
        end
        ending[(0 * PORTS) +: PORTS] <= entering_last;
        for (i = 0; i < STAGES - 1; i = i + 1)
            ending[((i + 1) * PORTS) +: PORTS] <= ending[(i * PORTS) +: PORTS];
    end

    always @(posedge clock) begin : update_flying
        integer i;
        if (reset) begin
            flying <= 0;
        end else begin
            flying[(0 * PORTS) +: PORTS] <= accepted | stays;
            for (i = 0; i < STAGES - 1; i = i + 1)
                flying[((i + 1) * PORTS) +: PORTS] <= flying[(i * PORTS) +: PORTS];
        end
    end

    // A flush.
    assign steps_flush = fl_valid;
    assign fills_base = wrsp_valid && !wrsp_large && !wrsp_fault;
    assign flush_page = {steps_of_asid, steps_of_lvpn, 9'd0};

    always @* begin
        flush_mask = 0;
        if (!steps_of_all) begin
            flush_mask = ~flush_mask << SLOT_BITS;
            if (steps_of_space) begin
                flush_mask = (flush_mask >> VPN) << VPN;
            end
        end
    end

    assign fl_ready = !steps_busy;

    always @* begin
        flush_asid = 0;
        flush_lvpn = 0;
        if (flush_valid) begin
            flush_asid = steps_of_asid;
            flush_lvpn = steps_of_lvpn;
        end
    end

    assign flush_space = flush_valid && steps_of_space;
    assign flush_all = flush_valid && steps_of_all;

    always @* begin
        l1fl_mask = 0;
        l1fl_lvpn = 0;
        if (l1fl_valid) begin
            l1fl_mask = steps_waits_for;
            l1fl_lvpn = steps_of_lvpn;
        end
    end

    assign l1fl_kind = l1fl_valid && steps_of_base;
    assign l1fl_all = l1fl_valid && (steps_of_space || steps_of_all);

    // Large entries: the walk that has ended, and lookups that are resolved in the next cycle.
    assign fill_page = {wrsp_asid, wrsp_vpn};
    assign fill_lppn = wrsp_ppn[SLOT_BITS +: LPPN];
    assign probed = stage[(PROBED_STAGE * LOOKUPS) +: LOOKUPS];

    always @* begin
        large_set_look = 0;
        if (!steps_clears_large) begin
            large_set_look = flying[(PROBED_STAGE * PORTS) +: PORTS];
        end
    end

    always @* begin : compute_large_set_look_page
        integer port;
        for (port = 0; port < PORTS; port = port + 1)
            large_set_look_page[(port * LARGE_PAGE) +: LARGE_PAGE] =
                probed[((port * LOOKUP) + SLOT_BITS) +: LARGE_PAGE];
    end

    always @(posedge clock) begin
        if (reset) begin
            large_hit <= 0;
        end else begin
            large_hit <= large_set_found;
        end
    end

    always @(posedge clock) begin
        large_held <= large_set_frame;
    end

    // Base entries of what is resolved in the next cycle, without those that are invalidated in
    // this one.
    always @* begin : compute_next_page
        integer port;
        next_page[(0 * PAGE) +: PAGE] = fill_page;
        for (port = 0; port < PORTS; port = port + 1)
            next_page[((port + 1) * PAGE) +: PAGE] = probed[(port * LOOKUP) +: PAGE];
    end

    always @* begin
        asked_lanes = {{(LANES - PORTS){1'b0}}, flying[(PROBED_STAGE * PORTS) +: PORTS]} << 1;
        if (fills_base) begin
            asked_lanes = asked_lanes | {{(LANES - 1){1'b0}}, 1'b1};
        end
    end

    always @* begin : compute_next_sets
        integer lane;
        next_sets = 0;
        next_keys = 0;
        one_set = 0;
        one_key = 0;
        next_with_fill = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            one_set = next_page[(lane * PAGE) +: SET];
            one_key = next_page[((lane * PAGE) + SET) +: KEY];
            next_sets = next_sets | ({{(LANE_SETS - SET){1'b0}}, one_set} << (lane * SET));
            next_keys = next_keys | ({{(LANE_KEYS - KEY){1'b0}}, one_key} << (lane * KEY));
            next_with_fill[lane] = next_page[(lane * PAGE) +: PAGE] == fill_page;
        end
    end

    always @* begin : compute_ways
        integer lane;
        next_ways = 0;
        ways = 0;
        apart = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            ways = base_set_next_hits[(lane * WAYS) +: WAYS];
            apart = (next_page[(lane * PAGE) +: PAGE] ^ flush_page) & flush_mask;
            if (steps_clears_set
                && (apart == 0)
                && (next_page[(lane * PAGE) +: SET] == steps_set)) begin
                ways = 0;
            end
            next_ways = next_ways | ({{(TOUCHES - WAYS){1'b0}}, ways} << (lane * WAYS));
        end
        apart = ({{(PAGE - SET){1'b0}}, steps_set} ^ flush_page) & flush_mask;
    end

    always @(posedge clock) begin
        lane_sets <= next_sets;
        lane_ways <= next_ways;
        with_fill <= next_with_fill;
    end

    always @(posedge clock) begin
        if (reset) begin
            filling <= 1'b0;
        end else begin
            filling <= fills_base;
        end
    end

    always @(posedge clock) begin
        filling_key <= fill_page[SET +: KEY];
        filling_frame <= {wrsp_perm, wrsp_ppn};
        filling_set <= FIRST_SET << fill_page[SET-1:0];
    end

    // A page that is filled and here already is only used; then lookups are resolved, and a set is
    // invalidated.
    assign lookups = stage[(LAST_STAGE * LOOKUPS) +: LOOKUPS];
    assign due = flying[(LAST_STAGE * PORTS) +: PORTS];
    assign at_end = ending[(LAST_STAGE * PORTS) +: PORTS];

    always @* begin
        looks = {{(LANES - PORTS){1'b0}}, due & at_end & ~large_hit} << 1;
        if (filling) begin
            looks = looks | {{(LANES - 1){1'b0}}, 1'b1};
        end
    end

    assign first_ways = lane_ways[WAYS-1:0];
    assign apart_set = apart[SET-1:0];
    assign base_found = base_set_found[1 +: PORTS];
    assign unused = base_set_found[0];
    assign frames = base_set_frames;

    // Lookups are answered, or go through once more, at their end if the walker does not take them.
    assign found = (large_hit | base_found) & due;

    always @(posedge clock) begin
        if (reset) begin
            again <= 0;
            miss_valid <= 0;
        end else begin
            again <= due & ~found;
            miss_valid <= due & ~found & at_end;
        end
    end

    always @(posedge clock) begin
        returned <= lookups;
    end

    always @(posedge clock) begin : update_rsp_core
        integer port;
        reg [FRAME-1:0] one_frame;
        reg [LARGE_FRAME-1:0] one_large;
        reg [CORE-1:0] asker;
        reg [VPN-1:0] asked;
        reg [PPN-1:0] ppn;
        reg [3:0] perm;
        reg [PORT_CORES-1:0] answered_core;
        reg [PORT_VPNS-1:0] answered_vpn;
        reg [PORT_PPNS-1:0] answered_ppn;
        reg [PORT_PERMS-1:0] answered_perm;
        if (reset) begin
            rsp_core <= 0;
            rsp_vpn <= 0;
            rsp_ppn <= 0;
            rsp_perm <= 0;
        end else begin
            answered_core = 0;
            answered_vpn = 0;
            answered_ppn = 0;
            answered_perm = 0;
            asker = 0;
            asked = 0;
            one_frame = 0;
            one_large = 0;
            ppn = 0;
            perm = 4'd0;
            for (port = 0; port < PORTS; port = port + 1) begin
                if (found[port]) begin
                    asker = lookups[((port * LOOKUP) + PAGE) +: CORE];
                    asked = lookups[(port * LOOKUP) +: VPN];
                    answered_core = answered_core
                        | ({{(PORT_CORES - CORE){1'b0}}, asker} << (port * CORE));
                    answered_vpn = answered_vpn
                        | ({{(PORT_VPNS - VPN){1'b0}}, asked} << (port * VPN));
                    one_frame = frames[((port + 1) * FRAME) +: FRAME];
                    ppn = one_frame[PPN-1:0];
                    perm = one_frame[PPN +: 4];
                    if (large_hit[port]) begin
                        one_large = large_held[(port * LARGE_FRAME) +: LARGE_FRAME];
                        ppn = {{(PPN - LPPN){1'b0}}, one_large[LPPN-1:0]} << SLOT_BITS;
                        perm = one_large[LPPN +: 4];
                    end
                    answered_ppn = answered_ppn
                        | ({{(PORT_PPNS - PPN){1'b0}}, ppn} << (port * PPN));
                    answered_perm[(4 * port) +: 4] = perm;
                end
            end
            rsp_core <= answered_core;
            rsp_vpn <= answered_vpn;
            rsp_ppn <= answered_ppn;
            rsp_perm <= answered_perm;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            rsp_valid <= 0;
            rsp_large <= 0;
        end else begin
            rsp_valid <= found;
            rsp_large <= large_hit & due;
        end
    end

    // Lookups for the walker.
    always @* begin : compute_missed_core
        integer port;
        missed_core = 0;
        missed_asid = 0;
        missed_vpn = 0;
        misser = 0;
        missed = 0;
        asid = 0;
        for (port = 0; port < PORTS; port = port + 1) begin
            if (miss_valid[port]) begin
                asid = returned[((port * LOOKUP) + VPN) +: ASID];
                misser = returned[((port * LOOKUP) + PAGE) +: CORE];
                missed = returned[(port * LOOKUP) +: VPN];
                missed_core = missed_core
                    | ({{(PORT_CORES - CORE){1'b0}}, misser} << (port * CORE));
                missed_asid = missed_asid | ({{(PORT_ASIDS - ASID){1'b0}}, asid} << (port * ASID));
                missed_vpn = missed_vpn | ({{(PORT_VPNS - VPN){1'b0}}, missed} << (port * VPN));
            end
        end
    end

    assign miss_core = missed_core;
    assign miss_asid = missed_asid;
    assign miss_vpn = missed_vpn;

endmodule

`default_nettype wire
