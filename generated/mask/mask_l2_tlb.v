// SPDX-License-Identifier: Apache-2.0
// mask_l2_tlb: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MASK's shared L2 TLB with its bypass cache and the page table walker (specification sections 2.1,
// 2.3 to 2.5 and 2.9).
// In a cycle: flush, fill, replay, port 0, port 1, data of walk reads, a root. Lane 0 is the fill
// or the replayed lookup, lane p+1 port p.
// Pages are looked up in the cycle before they are resolved, in flight and at the head of the
// queue.
// Protocol: lookups are answered `l2tlb_latency` cycles after they were accepted, or by a walk. All
// outputs are registers, or follow from registers alone.
module mask_l2_tlb #(
    parameter CORES = 30,              // SMs
    parameter WARPS_PER_CORE = 64,     // Warps that an SM can hold
    parameter APPS = 30,               // Applications at most
    parameter ASID = 9,                // Bits of the number of an address space
    parameter LEAF = 4,                // Depth of the page tables
    // Entries of the shared L2 TLB; l2tlb_ways times a power of two from 2 on
    parameter L2TLB_ENTRIES = 512,
    parameter WAYS = 16,               // Its ways
    parameter PORTS = 2,               // Lookups that it accepts in a cycle
    parameter L2TLB_LATENCY = 10,      // Cycles from a lookup to its answer
    parameter BYPASS = 32,             // Entries of the TLB bypass cache
    parameter CONTEXTS = 64,           // Walks at a time
    parameter DEPTH = 64,              // Lookups that wait for a walk context at most
    parameter VA_W = 48,               // Bits of a virtual address
    parameter ADDRESS = 40,            // Bits of a physical address
    parameter PAGE_BITS = 12,          // Bits of the offset in a page
    // What follows from these; not to be set.
    parameter CORE = $clog2(CORES),
    parameter WARP = $clog2(WARPS_PER_CORE),
    parameter APP = $clog2(APPS),
    parameter LANES = PORTS + 1,
    parameter ASKED = LANES + 1,
    parameter STAGES = L2TLB_LATENCY - 1,
    parameter SETS = L2TLB_ENTRIES / WAYS,
    parameter SET = ($clog2(SETS) > 1 ? $clog2(SETS) : 1),
    parameter TOUCHES = LANES * WAYS,
    parameter HITS = ASKED * WAYS,
    parameter BYPASS_TOUCHES = LANES * BYPASS,
    parameter BYPASS_HITS = ASKED * BYPASS,
    parameter CONTEXT = ($clog2(CONTEXTS) > 1 ? $clog2(CONTEXTS) : 1),
    parameter NEXT_WALKS = ASKED * CONTEXTS,
    parameter WALKS = LANES * CONTEXTS,
    parameter COUNT = $clog2(DEPTH + 1),
    parameter FLUSH = $clog2(L2TLB_LATENCY + SETS + 1),
    parameter VPN = VA_W - PAGE_BITS,
    parameter PPN = ADDRESS - PAGE_BITS,
    parameter TABLE = ADDRESS - 12,
    parameter PAGE = VPN + ASID,
    parameter KEY = PAGE - SET,
    parameter FRAME = PPN + 4,
    parameter FRAMES = LANES * FRAME,
    parameter LANE_SETS = LANES * SET,
    parameter ASKED_SETS = ASKED * SET,
    parameter ASKED_KEYS = ASKED * KEY,
    parameter ASKED_PAGES = ASKED * PAGE,
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter RECORDS = PORTS * LOOKUP,
    parameter LOOKUPS = LANES * LOOKUP,
    parameter CANDIDATES = ASKED * LOOKUP,
    parameter ALL_CORES = PORTS * CORE,
    parameter ALL_WARPS = PORTS * WARP,
    parameter ALL_VPNS = PORTS * VPN,
    parameter ALL_PPNS = PORTS * PPN,
    parameter ALL_PERMS = PORTS * 4,
    parameter SHARES = CORES * 9,
    parameter LIVES = APPS * 7,
    // What is left of a page's number for the depths below the first.
    parameter LEVELS = LEAF,
    parameter WIDER = PAGE_BITS - 12   // Bits of a page's offset above those of a table's.
) (
    input  wire                 clock,       // SM clock.
    input  wire                 reset,       // Synchronous reset, active high.
    // A bit for each port: a lookup, accepted if `lk_ready` has the bit. An SM is at one port at
    // most.
    input  wire [PORTS-1:0]     lk_valid,
    input  wire [ALL_CORES-1:0] lk_core,     // Its SM, below `num_cores`.
    input  wire [ALL_WARPS-1:0] lk_warp,     // Its warp slot, below `warps_per_core`.
    // Its virtual page, which the SM does not wait for yet.
    input  wire [ALL_VPNS-1:0]  lk_vpn,
    input  wire                 wm_ready,    // The walk read at `wm_*` is taken.
    // The entry that a walk read has found; always accepted.
    input  wire                 wd_valid,
    input  wire [CONTEXT-1:0]   wd_tag,      // Its `wm_tag`.
    // The entry: bit 0 valid, bits 4 to 1 permissions, from bit 12 on the frame of 4 KB.
    input  wire [63:0]          wd_pte,
    // Write the root register of an SM that has nothing in flight.
    input  wire                 root_we,
    input  wire [CORE-1:0]      root_core,   // That SM.
    input  wire [TABLE-1:0]     root_ppn,    // Frame of 4 KB of its table of depth 1.
    input  wire [ASID-1:0]      root_asid,   // Its address space.
    input  wire [APP-1:0]       root_app,    // Its application, below `num_apps`.
    input  wire                 flush_req,   // Begin a flush, accepted if `flush_ready`.
    input  wire                 flush_all,   // It is of all address spaces; else of one.
    input  wire [ASID-1:0]      flush_asid,  // That one.
    input  wire                 en_tokens,   // Tokens decide which walks fill the main array.
    input  wire [APPS-1:0]      seen,        // Applications of which an epoch has ended.
    // Warps of each SM that hold a token, 0 to 256, from SM 0 on.
    input  wire [SHARES-1:0]    share,
    // A bit for each port that accepts a lookup in this cycle.
    output wire [PORTS-1:0]     lk_ready,
    // A bit for each port: a lookup of `l2tlb_latency` cycles ago has hit or missed; not one that
    // joined a walk.
    output reg  [PORTS-1:0]     res_valid,
    output reg  [PORTS-1:0]     res_hit,     // It has hit, and this is the answer.
    output reg  [PORTS-1:0]     res_bypass,  // The bypass cache had it; 0 without a hit.
    output reg  [ALL_CORES-1:0] res_core,    // Its SM; 0 without `res_valid`.
    output reg  [ALL_VPNS-1:0]  res_vpn,     // The page of a hit; 0 without.
    output reg  [ALL_PPNS-1:0]  res_ppn,     // Its frame; 0 without.
    output reg  [ALL_PERMS-1:0] res_perm,    // Its permissions; 0 without.
    // A walk has ended, or a lookup of the replay FIFO has hit.
    output reg                  wrsp_valid,
    output reg                  wrsp_walk,   // It is the end of a walk.
    output reg  [CORES-1:0]     wrsp_mask,   // The SMs that it is for.
    // The page; 0 without `wrsp_valid`, as the three that follow.
    output reg  [VPN-1:0]       wrsp_vpn,
    output reg  [PPN-1:0]       wrsp_ppn,    // Its frame; 0 with `wrsp_fault`.
    output reg  [3:0]           wrsp_perm,   // Its permissions; 0 with `wrsp_fault`.
    output reg                  wrsp_fault,  // An entry on the way was not valid.
    output reg                  wm_valid,    // A walk read, which stays until it is taken.
    // Its physical address, of 8 bytes; 0 without `wm_valid`, as the three that follow.
    output reg  [ADDRESS-1:0]   wm_addr,
    output reg  [2:0]           wm_depth,    // Its depth, 1 for the root.
    output reg  [APP-1:0]       wm_app,      // The application.
    output reg  [CONTEXT-1:0]   wm_tag,      // The walk context.
    output wire                 flush_ready, // A flush is accepted in this cycle.
    output reg                  flush_ack,   // Pulse: the flush is over.
    output wire [LIVES-1:0]     ptw_live     // Walks of each application, 7 bits each.
);

    localparam [CORES-1:0] ONE_CORE = 1;
    localparam [SETS-1:0] FIRST_SET = 1;
    localparam LAST_PORT = PORTS - 1;
    localparam LAST_STAGE = STAGES - 1;
    localparam STAGE_BEFORE = STAGES - 2;
    localparam MOST = DEPTH - 2;
    localparam INVALIDATE = STAGES + 1;
    localparam FLUSH_LAST = STAGES + 1 + SETS;
    localparam CORE_PLACE = PAGE + WARP;
    localparam APP_PLACE = PAGE + WARP + CORE;
    localparam [2:0] TOP = 3'd1;

    reg  [PORTS-1:0]              ready;
    wire [PORTS-1:0]              accepted;
    wire [PORTS-1:0]              due;
    wire                          replays;
    wire                          held;
    wire                          held_next;
    wire                          clears;
    wire                          first_clear;
    // Cycles since the first set was invalidated, and the set whose turn it is.
    wire [FLUSH-1:0]              past;
    wire [SET-1:0]                set;
    wire [LOOKUPS-1:0]            lookups;
    wire [LOOKUPS-1:0]            behind;             // From lane 2 on.
    reg  [SET-1:0]                one_set;
    // What is looked up for the next cycle: the head of the queue, the one behind it, and what is
    // due then.
    reg  [ASKED-1:0]              due_next;
    wire [RECORDS-1:0]            coming;
    reg  [CANDIDATES-1:0]         next_lookups;
    reg  [PAGE-1:0]               asked_page;
    reg  [ASKED_PAGES-1:0]        asked_pages;
    reg  [ASKED_SETS-1:0]         asked_sets;
    reg  [ASKED_KEYS-1:0]         asked_keys;
    // The page that is filled, and the set of each lane.
    wire [PAGE-1:0]               end_page;
    reg  [LANE_SETS-1:0]          sets;
    wire [LANES-1:0]              with_fill;
    // The bits in which a page must be that which is flushed.
    reg  [PAGE-1:0]               flush_mask;
    wire [PAGE-1:0]               flush_page;
    wire [PPN-1:0]                ppn;
    wire [FRAME-1:0]              frame;
    reg  [LANES-1:0]              looks;
    wire [LANES-1:0]              found;
    wire [FRAMES-1:0]             frames;
    wire [LANES-1:0]              misses;
    wire                          unused;
    wire [LANES-1:0]              resolved;
    wire [2:0]                    waits;
    wire [APP-1:0]                end_app;
    wire                          free_read;
    reg  [TABLE-1:0]              node;
    reg  [63:0]                   index;
    wire [COUNT-1:0]              lookups_here;
    reg  [COUNT-1:0]              stay;
    wire [COUNT-1:0]              one_more;
    wire [COUNT-1:0]              two_more;
    // Walks of an application, and those of them that the cycle before has begun.
    reg  [6:0]                    walkers;
    reg  [6:0]                    newcomers;
    reg  [LIVES-1:0]              all_live;
    reg  [LIVES-1:0]              live_next;
    reg  [(CORES * TABLE)-1:0]    tables;             // The root registers.
    reg  [(CORES * ASID)-1:0]     spaces;
    reg  [(CORES * APP)-1:0]      apps;
    // Lookups of the cycles before, the latest first.
    reg  [(STAGES * PORTS)-1:0]   flying;
    reg  [(STAGES * RECORDS)-1:0] stage;
    reg  [COUNT-1:0]              flights;            // Lookups in flight.
    // What each lane's page has as the cycle begins: ways of the main array, entries of the bypass
    // cache, a walk.
    reg  [TOUCHES-1:0]            lane_ways;
    reg  [BYPASS_TOUCHES-1:0]     lane_entries;
    reg  [WALKS-1:0]              lane_walks;
    // The set of the page that is filled, as one bit of a word: who is evicted is known so much
    // earlier.
    reg  [SETS-1:0]               end_set;
    reg                           flushing;
    reg  [FLUSH-1:0]              flush_cycle;
    reg                           flushes_all;
    reg  [ASID-1:0]               flushed;
    // Walks of each application, but for those that the cycle before has begun: the lanes that did,
    // and the application of each lane.
    reg  [LIVES-1:0]              live;
    reg  [LANES-1:0]              began;
    reg  [(LANES * APP)-1:0]      began_for;
    reg  [VPN-1:0]                read_vpn;
    reg  [CORE-1:0]               read_core;
    reg  [TABLE-1:0]              read_table;
    wire [HITS-1:0]               main_next_hits;
    reg  [LANES-1:0]              main_looks;
    wire [LANES-1:0]              main_found;
    wire [FRAMES-1:0]             main_frames;
    wire [BYPASS_HITS-1:0]        bypass_next_hits;
    reg  [LANES-1:0]              bypass_looks;
    wire [LANES-1:0]              bypass_found;
    wire [FRAMES-1:0]             bypass_frames;
    wire [NEXT_WALKS-1:0]         walks_next_walks;
    wire [LOOKUPS-1:0]            walks_lookups;
    wire [LANES-1:0]              walks_with_end;
    wire [LANES-1:0]              walks_joined;
    wire [LANES-1:0]              walks_begun;
    wire                          walks_room;
    wire                          walks_reads;
    wire [CONTEXT-1:0]            walks_read_context;
    wire [2:0]                    walks_read_depth;
    wire [LOOKUP-1:0]             walks_read_lookup;
    wire [TABLE-1:0]              walks_read_table;
    wire                          walks_held;
    wire                          walks_en_tokens;
    wire                          walks_ends;
    wire [LOOKUP-1:0]             walks_end_lookup;
    wire [CORES-1:0]              walks_end_waiters;
    wire                          walks_end_found;
    wire                          walks_fills_main;
    wire                          walks_fills_bypass;
    wire [3:0]                    walks_end_perm;
    wire [TABLE-1:0]              walks_end_table;
    wire [LOOKUP-1:0]             walks_next_end;
    wire [LOOKUP-1:0]             replay_head;
    wire [LOOKUP-1:0]             replay_behind_head;
    wire [COUNT-1:0]              replay_words;
    wire                          replay_empty;
    wire                          replay_lone;

    ahead_store #(
        .LANES (LANES),
        .ASKED (ASKED),
        .SETS  (SETS),
        .WAYS  (WAYS),
        .KEY   (KEY),
        .FRAME (FRAME)
    ) main (
        .clock        (clock),
        .reset        (reset),
        .asked        (due_next),
        .asked_sets   (asked_sets),
        .asked_keys   (asked_keys),
        .next_hits    (main_next_hits),
        .looks        (main_looks),
        .sets         (sets),
        .hits         (lane_ways),
        .found        (main_found),
        .frames       (main_frames),
        .fill         (walks_fills_main),
        .this_set     (end_page[SET-1:0]),
        .this_set_bit (end_set),
        .key          (end_page[SET +: KEY]),
        .frame        (frame),
        .with_fill    (with_fill),
        .clear        (clears),
        .clear_set    (set),
        .clear_key    (flush_page[SET +: KEY]),
        .clear_mask   (flush_mask[SET +: KEY])
    );

    ahead_store #(
        .LANES (LANES),
        .ASKED (ASKED),
        .SETS  (1),
        .WAYS  (BYPASS),
        .KEY   (PAGE),
        .FRAME (FRAME)
    ) bypass (
        .clock        (clock),
        .reset        (reset),
        .asked        (due_next),
        .asked_sets   ({ASKED{1'b0}}),
        .asked_keys   (asked_pages),
        .next_hits    (bypass_next_hits),
        .looks        (bypass_looks),
        .sets         ({LANES{1'b0}}),
        .hits         (lane_entries),
        .found        (bypass_found),
        .frames       (bypass_frames),
        .fill         (walks_fills_bypass),
        .this_set     (1'b0),
        .this_set_bit (1'b1),
        .key          (end_page),
        .frame        (frame),
        .with_fill    (with_fill),
        .clear        (first_clear),
        .clear_set    (1'b0),
        .clear_key    (flush_page),
        .clear_mask   (flush_mask)
    );

    mask_tlb_walks #(
        .LANES    (LANES),
        .ASKED    (ASKED),
        .CONTEXTS (CONTEXTS),
        .CORES    (CORES),
        .CORE     (CORE),
        .WARP     (WARP),
        .APPS     (APPS),
        .APP      (APP),
        .ASID     (ASID),
        .PAGE     (PAGE),
        .TABLE    (TABLE),
        .LEAF     (LEVELS)
    ) walks (
        .clock        (clock),
        .reset        (reset),
        .asked        (due_next),
        .asked_pages  (asked_pages),
        .next_walks   (walks_next_walks),
        .lookups      (walks_lookups),
        .lane_walks   (lane_walks),
        .with_end     (walks_with_end),
        .looking      (looks != 0),
        .misses       (misses),
        .queued       (!(replay_empty || (replays && replay_lone))),
        .joined       (walks_joined),
        .begun        (walks_begun),
        .room         (walks_room),
        .read         (free_read),
        .reads        (walks_reads),
        .read_context (walks_read_context),
        .read_depth   (walks_read_depth),
        .read_lookup  (walks_read_lookup),
        .read_table   (walks_read_table),
        .data         (wd_valid),
        .data_context (wd_tag),
        .data_valid   (wd_pte[0]),
        .data_perm    (wd_pte[4:1]),
        .data_table   (wd_pte[12 +: TABLE]),
        .held         (walks_held),
        .held_next    (held_next),
        .en_tokens    (walks_en_tokens),
        .seen         (seen),
        .share        (share),
        .poison       (first_clear),
        .poison_all   (flushes_all),
        .poison_asid  (flushed),
        .ends         (walks_ends),
        .end_lookup   (walks_end_lookup),
        .end_waiters  (walks_end_waiters),
        .end_found    (walks_end_found),
        .fills_main   (walks_fills_main),
        .fills_bypass (walks_fills_bypass),
        .end_perm     (walks_end_perm),
        .end_table    (walks_end_table),
        .next_end     (walks_next_end)
    );

    mask_tlb_replay #(.DEPTH(DEPTH), .W(LOOKUP)) replay (
        .clock       (clock),
        .reset       (reset),
        .push_first  (waits[1]),
        .first_data  (lookups[LOOKUP +: LOOKUP]),
        .push_second (waits[2]),
        .second_data (behind[LOOKUP-1:0]),
        .pop         (replays),
        .head        (replay_head),
        .behind_head (replay_behind_head),
        .words       (replay_words),
        .empty       (replay_empty),
        .lone        (replay_lone)
    );

    // The walk that ends fills the main array, if the warp that began it held a token in the cycle
    // before, else the bypass cache.
    assign walks_en_tokens = en_tokens;
    assign end_page = walks_end_lookup[PAGE-1:0];
    assign end_app = walks_end_lookup[APP_PLACE +: APP];

    always @(posedge clock) begin
        end_set <= FIRST_SET << walks_next_end[SET-1:0];
    end

    // Lookups come in, with the address space and the application of their SM.
    always @* begin
        ready = 0;
        if (!flushing && (lookups_here <= MOST[COUNT-1:0])) begin
            ready = ~ready;
            if (walks_fills_main) begin
                ready[LAST_PORT] = 1'b0;
            end
        end
    end

    assign lookups_here = flights + replay_words;
    assign lk_ready = ready;
    assign accepted = lk_valid & ready;

    always @(posedge clock) begin : update_stage
        integer i;
        integer port;
        reg [RECORDS-1:0] records;
        reg [LOOKUP-1:0] lookup;
        reg [CORE-1:0] core;
        reg [WARP-1:0] warp;
        reg [VPN-1:0] vpn;
        records = 0;
        core = 0;
        warp = 0;
        vpn = 0;
        for (port = 0; port < PORTS; port = port + 1) begin
            core = lk_core[(port * CORE) +: CORE];
            warp = lk_warp[(port * WARP) +: WARP];
            vpn = lk_vpn[(port * VPN) +: VPN];
            lookup = {apps[(core * APP) +: APP], core, warp, spaces[(core * ASID) +: ASID], vpn};
            records = records | ({{(RECORDS - LOOKUP){1'b0}}, lookup} << (port * LOOKUP));
        end
        stage[(0 * RECORDS) +: RECORDS] <= records;
        for (i = 0; i < STAGES - 1; i = i + 1)
            stage[((i + 1) * RECORDS) +: RECORDS] <= stage[(i * RECORDS) +: RECORDS];
    end

    always @(posedge clock) begin : update_flying
        integer i;
        if (reset) begin
            flying <= 0;
        end else begin
            flying[(0 * PORTS) +: PORTS] <= accepted;
            for (i = 0; i < STAGES - 1; i = i + 1)
                flying[((i + 1) * PORTS) +: PORTS] <= flying[(i * PORTS) +: PORTS];
        end
    end

    assign due = flying[(LAST_STAGE * PORTS) +: PORTS];

    always @* begin : compute_stay
        integer port;
        stay = flights;
        for (port = 0; port < PORTS; port = port + 1) begin
            if (due[port]) begin
                stay = stay - 1'b1;
            end
        end
    end

    assign one_more = stay + 1'b1;
    assign two_more = stay + {{(COUNT - 2){1'b0}}, 2'd2};

    always @(posedge clock) begin : update_flights
        integer port;
        reg one_comes;
        reg two_come;
        if (reset) begin
            flights <= 0;
        end else begin
            one_comes = 1'b0;
            two_come = 1'b0;
            for (port = 0; port < PORTS; port = port + 1) begin
                if (accepted[port]) begin
                    two_come = one_comes;
                    one_comes = 1'b1;
                end
            end
            flights <= stay;
            if (two_come) begin
                flights <= two_more;
            end else if (one_comes) begin
                flights <= one_more;
            end
        end
    end

    // A flush: walks are held, then sets are invalidated one by one.
    assign held = flushing && (flush_cycle >= INVALIDATE[FLUSH-1:0]);
    assign held_next = flushing && (flush_cycle >= STAGES[FLUSH-1:0]);
    assign first_clear = flushing && (flush_cycle == INVALIDATE[FLUSH-1:0]);
    assign clears = held && (flush_cycle != FLUSH_LAST[FLUSH-1:0]);
    assign past = flush_cycle - INVALIDATE[FLUSH-1:0];
    assign set = past[SET-1:0];
    assign flush_ready = !flushing;

    always @(posedge clock) begin
        if (reset) begin
            flushing <= 1'b0;
            flush_cycle <= 0;
            flush_ack <= 1'b0;
        end else begin
            flush_ack <= 1'b0;
            if (flushing) begin
                flush_cycle <= flush_cycle + 1'b1;
                if (flush_cycle == FLUSH_LAST[FLUSH-1:0]) begin
                    flushing <= 1'b0;
                    flush_ack <= 1'b1;
                end
            end else if (flush_req) begin
                flushing <= 1'b1;
                flush_cycle <= 0;
            end
        end
    end

    always @(posedge clock) begin
        if (!flushing && flush_req) begin
            flushes_all <= flush_all;
            flushed <= flush_asid;
        end
    end

    // Lane 0: the walk that ends, or the oldest lookup that waits.
    assign replays = !replay_empty && walks_room && !walks_ends && !held;
    assign lookups = {stage[(LAST_STAGE * RECORDS) +: RECORDS], replay_head};

    always @* begin : compute_one_set
        integer port;
        one_set = 0;
        sets = {{(LANE_SETS - SET){1'b0}}, replay_head[SET-1:0]};
        if (walks_ends) begin
            sets = {{(LANE_SETS - SET){1'b0}}, end_page[SET-1:0]};
        end
        for (port = 0; port < PORTS; port = port + 1) begin
            one_set = lookups[((port + 1) * LOOKUP) +: SET];
            sets = sets | (({{(LANE_SETS - SET){1'b0}}, one_set} << SET) << (port * SET));
        end
    end

    always @* begin
        looks = {{(LANES - PORTS){1'b0}}, due} << 1;
        if (replays) begin
            looks = looks | {{(LANES - 1){1'b0}}, 1'b1};
        end
    end

    // What is looked up for the next cycle.
    always @* begin
        due_next = ({{(ASKED - PORTS){1'b0}}, flying[(STAGE_BEFORE * PORTS) +: PORTS]} << 1) << 1;
        if (!replay_empty) begin
            due_next = due_next | {{(ASKED - 1){1'b0}}, 1'b1};
        end
        if (!replay_lone) begin
            due_next = due_next | {{(ASKED - 2){1'b0}}, 2'd2};
        end
    end

    assign coming = stage[(STAGE_BEFORE * RECORDS) +: RECORDS];

    always @* begin
        next_lookups = {{(CANDIDATES - RECORDS){1'b0}}, coming} << LOOKUP;
        next_lookups = next_lookups | {{(CANDIDATES - LOOKUP){1'b0}}, replay_behind_head};
        next_lookups = (next_lookups << LOOKUP) | {{(CANDIDATES - LOOKUP){1'b0}}, replay_head};
    end

    always @* begin : compute_asked_page
        integer a;
        asked_page = 0;
        asked_pages = 0;
        asked_sets = 0;
        asked_keys = 0;
        for (a = 0; a < ASKED; a = a + 1) begin
            asked_page = next_lookups[(a * LOOKUP) +: PAGE];
            asked_pages = asked_pages | ({{(ASKED_PAGES - PAGE){1'b0}}, asked_page} << (a * PAGE));
            asked_sets = asked_sets
                | ({{(ASKED_SETS - SET){1'b0}}, asked_page[SET-1:0]} << (a * SET));
            asked_keys = asked_keys
                | ({{(ASKED_KEYS - KEY){1'b0}}, asked_page[SET +: KEY]} << (a * KEY));
        end
    end

    // If the head stays it is lane 0 again, else the one behind it.
    always @(posedge clock) begin : update_lane_ways
        reg [TOUCHES-1:0] next_main;
        reg [BYPASS_TOUCHES-1:0] next_bypass;
        reg [WALKS-1:0] next_walks;
        next_main = main_next_hits[WAYS +: TOUCHES];
        next_bypass = bypass_next_hits[BYPASS +: BYPASS_TOUCHES];
        next_walks = walks_next_walks[CONTEXTS +: WALKS];
        if (!replays) begin
            next_main = ((next_main >> WAYS) << WAYS)
                | {{(TOUCHES - WAYS){1'b0}}, main_next_hits[WAYS-1:0]};
            next_bypass = ((next_bypass >> BYPASS) << BYPASS)
                | {{(BYPASS_TOUCHES - BYPASS){1'b0}}, bypass_next_hits[BYPASS-1:0]};
            next_walks = ((next_walks >> CONTEXTS) << CONTEXTS)
                | {{(WALKS - CONTEXTS){1'b0}}, walks_next_walks[CONTEXTS-1:0]};
        end
        lane_ways <= next_main;
        lane_entries <= next_bypass;
        lane_walks <= next_walks;
    end

    // What the lanes find, behind a fill or an invalidation.
    assign ppn = walks_end_table[WIDER +: PPN];
    assign frame = {ppn, walks_end_perm};
    assign with_fill = walks_with_end | {{(LANES - 1){1'b0}}, 1'b1};

    always @* begin
        flush_mask = 0;
        if (!flushes_all) begin
            flush_mask = ~flush_mask << VPN;
        end
    end

    assign flush_page = {{(PAGE - ASID){1'b0}}, flushed} << VPN;

    always @* begin
        main_looks = looks;
        bypass_looks = looks;
        if (walks_fills_main) begin
            main_looks = looks | {{(LANES - 1){1'b0}}, 1'b1};
        end else if (walks_fills_bypass) begin
            bypass_looks = looks | {{(LANES - 1){1'b0}}, 1'b1};
        end
    end

    assign found = (main_found | bypass_found) & looks;
    assign frames = main_frames | bypass_frames;
    assign misses = looks & ~found;

    // Misses join a walk, begin one, or wait.
    assign walks_lookups = lookups;
    assign waits = {{(3 - LANES){1'b0}}, misses & ~walks_joined & ~walks_begun};
    assign behind = (lookups >> LOOKUP) >> LOOKUP;

    // Walks of each application: those that begin count a cycle later, so that a hit that is
    // evicted has not to reach the sums.
    always @(posedge clock) begin
        if (reset) begin
            began <= 0;
        end else begin
            began <= walks_begun;
        end
    end

    always @(posedge clock) begin : update_began_for
        integer lane;
        for (lane = 0; lane < LANES; lane = lane + 1)
            began_for[(lane * APP) +: APP] <= lookups[((lane * LOOKUP) + APP_PLACE) +: APP];
    end

    always @* begin : compute_walkers
        integer i;
        integer lane;
        i = 0;
        lane = 0;
        walkers = 7'd0;
        newcomers = 7'd0;
        all_live = live;
        live_next = live;
        if (walks_ends || (began != 0)) begin
            for (i = 0; i < APPS; i = i + 1) begin
                newcomers = 7'd0;
                for (lane = 0; lane < LANES; lane = lane + 1) begin
                    if (began[lane] && (began_for[(lane * APP) +: APP] == i[APP-1:0])) begin
                        newcomers = newcomers + 7'd1;
                    end
                end
                walkers = live[(i * 7) +: 7] + newcomers;
                all_live[(7 * i) +: 7] = walkers;
                if (walks_ends && (end_app == i[APP-1:0])) begin
                    walkers = walkers - 7'd1;
                end
                live_next[(7 * i) +: 7] = walkers;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            live <= 0;
        end else begin
            live <= live_next;
        end
    end

    assign ptw_live = all_live;

    // What walks are told.
    assign walks_held = held;

    // Walk reads: 9 bits of the page's number for each depth.
    assign free_read = !wm_valid || wm_ready;

    always @(posedge clock) begin
        if (reset) begin
            wm_valid <= 1'b0;
            read_vpn <= 0;
            read_core <= 0;
            read_table <= 0;
            wm_depth <= 3'd0;
            wm_app <= 0;
            wm_tag <= 0;
        end else if (free_read) begin
            wm_valid <= walks_reads;
            wm_depth <= 3'd0;
            wm_app <= 0;
            wm_tag <= 0;
            if (walks_reads) begin
                read_vpn <= walks_read_lookup[VPN-1:0];
                read_core <= walks_read_lookup[CORE_PLACE +: CORE];
                read_table <= walks_read_table;
                wm_depth <= walks_read_depth;
                wm_app <= walks_read_lookup[APP_PLACE +: APP];
                wm_tag <= walks_read_context;
            end
        end
    end

    always @* begin
        node = read_table;
        if (wm_depth == TOP) begin
            node = tables[(read_core * TABLE) +: TABLE];
        end
    end

    always @* begin : compute_index
        integer i;
        index = {{(64 - VPN){1'b0}}, read_vpn};
        for (i = 0; i < 4; i = i + 1) begin
            if ((LEVELS[2:0] - wm_depth) > i[2:0]) begin
                index = index >> 9;
            end
        end
    end

    always @* begin
        wm_addr = 0;
        if (wm_valid) begin
            wm_addr = {node, index[8:0], 3'd0};
        end
    end

    // What of a lookup and of an entry nothing depends on.
    assign unused = (walks_read_lookup != 0)
        || (walks_end_lookup != 0)
        || (walks_next_end != 0)
        || (wd_pte != 64'd0)
        || (behind != 0)
        || (past != 0)
        || (waits != 3'd0);

    // Answers of the ports.
    assign resolved = looks & ~walks_joined;

    always @(posedge clock) begin
        if (reset) begin
            res_valid <= 0;
            res_hit <= 0;
            res_bypass <= 0;
        end else begin
            res_valid <= resolved[1 +: PORTS];
            res_hit <= found[1 +: PORTS];
            res_bypass <= bypass_found[1 +: PORTS] & looks[1 +: PORTS];
        end
    end

    always @(posedge clock) begin : update_res_core
        integer port;
        reg [CORE-1:0] asker;
        reg [VPN-1:0] asked;
        reg [FRAME-1:0] one_frame;
        reg [ALL_CORES-1:0] answered_core;
        reg [ALL_VPNS-1:0] answered_vpn;
        reg [ALL_PPNS-1:0] answered_ppn;
        reg [ALL_PERMS-1:0] answered_perm;
        if (reset) begin
            res_core <= 0;
            res_vpn <= 0;
            res_ppn <= 0;
            res_perm <= 0;
        end else begin
            answered_core = 0;
            answered_vpn = 0;
            answered_ppn = 0;
            answered_perm = 0;
            asker = 0;
            asked = 0;
            one_frame = 0;
            for (port = 0; port < PORTS; port = port + 1) begin
                asker = lookups[(((port + 1) * LOOKUP) + CORE_PLACE) +: CORE];
                asked = lookups[((port + 1) * LOOKUP) +: VPN];
                one_frame = frames[((port + 1) * FRAME) +: FRAME];
                if (resolved[port + 1]) begin
                    answered_core = answered_core
                        | ({{(ALL_CORES - CORE){1'b0}}, asker} << (port * CORE));
                end
                if (found[port + 1]) begin
                    answered_vpn = answered_vpn
                        | ({{(ALL_VPNS - VPN){1'b0}}, asked} << (port * VPN));
                    answered_ppn = answered_ppn
                        | ({{(ALL_PPNS - PPN){1'b0}}, one_frame[4 +: PPN]} << (port * PPN));
                    answered_perm[(4 * port) +: 4] = one_frame[3:0];
                end
            end
            res_core <= answered_core;
            res_vpn <= answered_vpn;
            res_ppn <= answered_ppn;
            res_perm <= answered_perm;
        end
    end

    // A walk ends, or a lookup that has waited hits.
    always @(posedge clock) begin
        if (reset) begin
            wrsp_valid <= 1'b0;
            wrsp_walk <= 1'b0;
            wrsp_mask <= 0;
            wrsp_vpn <= 0;
            wrsp_ppn <= 0;
            wrsp_perm <= 4'd0;
            wrsp_fault <= 1'b0;
        end else begin
            wrsp_valid <= walks_ends || found[0];
            wrsp_walk <= walks_ends;
            wrsp_fault <= walks_ends && !walks_end_found;
            wrsp_mask <= 0;
            wrsp_vpn <= 0;
            wrsp_ppn <= 0;
            wrsp_perm <= 4'd0;
            if (walks_ends) begin
                wrsp_mask <= walks_end_waiters;
                wrsp_vpn <= walks_end_lookup[VPN-1:0];
                if (walks_end_found) begin
                    wrsp_ppn <= frame[4 +: PPN];
                    wrsp_perm <= frame[3:0];
                end
            end else if (found[0]) begin
                wrsp_mask <= ONE_CORE << lookups[CORE_PLACE +: CORE];
                wrsp_vpn <= lookups[VPN-1:0];
                wrsp_ppn <= frames[4 +: PPN];
                wrsp_perm <= frames[3:0];
            end
        end
    end

    // Root registers.
    always @(posedge clock) begin
        if (reset) begin
            tables <= 0;
            spaces <= 0;
            apps <= 0;
        end else begin
            if (root_we) begin
                tables[(root_core * TABLE) +: TABLE] <= root_ppn;
            end
            if (root_we) begin
                spaces[(root_core * ASID) +: ASID] <= root_asid;
            end
            if (root_we) begin
                apps[(root_core * APP) +: APP] <= root_app;
            end
        end
    end

endmodule

`default_nettype wire
