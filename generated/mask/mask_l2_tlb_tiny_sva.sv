// SPDX-License-Identifier: Apache-2.0
// mask_l2_tlb_tiny_sva: the invariants of mask_l2_tlb_tiny, bound to it. Emitted by Warpsmith from
// testbenches/proofs, whose checkers are proved of this configuration; make changes there.
// Read it with the module, with assertions switched on. A checker whose assumption about the
// environment does not hold is silent until the next reset.

`default_nettype none

// Invariant 1: a page of an address space has one place at most among the main array, the bypass cache and the walks.
module mask_l2_tlb_tiny_i01_unique #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_entries = 4,
    parameter l2tlb_ways = 2,
    parameter bypass_entries = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter KEY = PAGE - SET,
    parameter l2tlb_ports = 2,
    parameter l2tlb_latency = 3,
    parameter replay_depth = 4,
    parameter LANES = l2tlb_ports + 1,
    parameter STAGES = l2tlb_latency - 1,
    parameter COUNT = $clog2(replay_depth + 1),
    parameter FLUSH = $clog2(l2tlb_latency + SETS + 1),
    parameter ALL = 2 * SETS + bypass_entries + walk_ctx
) (
    input wire                           clock,
    input wire                           reset,
    input wire [SETS-1:0]                main__each_way_0__way__valid,
    input wire [SETS-1:0]                main__each_way_1__way__valid,
    input wire [KEY-1:0]                 main__each_way_0__way__keys_0,
    input wire [KEY-1:0]                 main__each_way_0__way__keys_1,
    input wire [KEY-1:0]                 main__each_way_1__way__keys_0,
    input wire [KEY-1:0]                 main__each_way_1__way__keys_1,
    input wire                           bypass__each_way_0__way__valid,
    input wire                           bypass__each_way_1__way__valid,
    input wire [PAGE-1:0]                bypass__each_way_0__way__keys_0,
    input wire [PAGE-1:0]                bypass__each_way_1__way__keys_0,
    input wire [SETS*2-1:0]              main__next_way,
    input wire [1:0]                     bypass__next_way,
    input wire [COUNT-1:0]               flights,
    input wire [STAGES*l2tlb_ports-1:0]  flying,
    input wire [STAGES*l2tlb_ports*LOOKUP-1:0] stage,
    input wire                           flushing,
    input wire [FLUSH-1:0]               flush_cycle,
    input wire [COUNT-1:0]               replay__words,
    input wire                           replay__empty,
    input wire                           replay__lone,
    input wire [LOOKUP-1:0]              replay__head,
    input wire [LANES*2-1:0]             lane_ways,
    input wire [LANES*bypass_entries-1:0] lane_entries,
    input wire [LANES*walk_ctx-1:0]      lane_walks,
    input wire [walk_ctx-1:0]            walks__busy,
    input wire [6:0]                     walks__count,
    input wire [LANES-1:0]               walks__vacant,
    input wire [walk_ctx-1:0]            walks__ready,
    input wire                           held,
    input wire [walk_ctx-1:0]            walks__over,
    input wire [walk_ctx-1:0]            walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0]     walks__lookup,
    input wire [LANES*walk_ctx-1:0]      walks__begun_in,
    input wire [LANES*LOOKUP-1:0]        walks__begun_lookup,
    input wire                           walks__ends,
    input wire [walk_ctx-1:0]            walks__ending,
    input wire [LOOKUP-1:0]              walks__end_lookup,
    input wire                           walks__fills_main,
    input wire                           walks__fills_bypass,
    input wire [SETS-1:0]                end_set
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Keys of the two sets of the main array, for each way.
    wire [SETS*KEY-1:0] main_keys_0 = {main__each_way_0__way__keys_1, main__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] main_keys_1 = {main__each_way_1__way__keys_1, main__each_way_1__way__keys_0};

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    // Entries of the bypass cache.
    wire [bypass_entries-1:0] bypass_valid = {bypass__each_way_1__way__valid, bypass__each_way_0__way__valid};
    wire [bypass_entries*PAGE-1:0] bypass_keys = {bypass__each_way_1__way__keys_0, bypass__each_way_0__way__keys_0};

    wire [LANES-1:0]        looks;
    wire [LANES*LOOKUP-1:0] lanes;
    wire                    walks_sound;
    mask_l2_tlb_tiny_walks_ahead #(
        .LANES(LANES), .STAGES(STAGES), .DEPTH(replay_depth), .CONTEXTS(walk_ctx), .PAGE(PAGE), .LOOKUP(LOOKUP)
    ) walks (
        .flights(flights), .flying(flying), .stage(stage), .waiting(replay__words), .empty(replay__empty), .lone(replay__lone), .head(replay__head),
        .walking(walking), .lookup(lookups), .lane_walks(lane_walks),
        .looks(looks), .lookups(lanes), .sound(walks_sound)
    );

    wire pages_sound;
    mask_l2_tlb_tiny_pages_ahead #(
        .LANES(LANES), .STAGES(STAGES), .SETS(SETS), .ENTRIES(bypass_entries), .PAGE(PAGE), .LOOKUP(LOOKUP), .FLUSH(FLUSH)
    ) entries (
        .flushing(flushing), .flush_cycle(flush_cycle), .flying(flying), .looks(looks), .lookups(lanes),
        .valid_0(main__each_way_0__way__valid), .valid_1(main__each_way_1__way__valid),
        .keys_0(main_keys_0), .keys_1(main_keys_1), .bypass_valid(bypass_valid), .bypass_keys(bypass_keys),
        .lane_ways(lane_ways), .lane_entries(lane_entries), .sound(pages_sound)
    );

    // Ways of the main array, then the bypass cache, then the walks.
    reg [ALL-1:0]      valid;
    reg [ALL*PAGE-1:0] pages;
    integer i, j;
    always @* begin
        for (i = 0; i < SETS; i = i + 1) begin
            valid[2*i] = main__each_way_0__way__valid[i];
            valid[2*i+1] = main__each_way_1__way__valid[i];
            pages[2*i*PAGE +: PAGE] = {main_keys_0[i*KEY +: KEY], i[SET-1:0]};
            pages[(2*i+1)*PAGE +: PAGE] = {main_keys_1[i*KEY +: KEY], i[SET-1:0]};
        end
        valid[2*SETS +: bypass_entries] = bypass_valid;
        pages[2*SETS*PAGE +: bypass_entries*PAGE] = bypass_keys;
        valid[2*SETS+bypass_entries +: walk_ctx] = walking;
        for (i = 0; i < walk_ctx; i = i + 1)
            pages[(2*SETS+bypass_entries+i)*PAGE +: PAGE] = lookups[i*LOOKUP +: PAGE];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (i = 0; i < ALL; i = i + 1)
                for (j = 0; j < i; j = j + 1)
                    begin if (armed) assert (!valid[i] || !valid[j] || pages[i*PAGE +: PAGE] != pages[j*PAGE +: PAGE]) else $error("%m: invariant 1"); end
            // A fill takes one way of a set, which is that of its page; bit 0 of the former is inverted.
            begin if (armed) assert (!(walks__fills_main && walks__fills_bypass) && (walks__ends || !(walks__fills_main || walks__fills_bypass))) else $error("%m: invariant 1"); end
            begin if (armed) assert (end_set == {{SETS-1{1'b0}}, 1'b1} << walks__end_lookup[SET-1:0]) else $error("%m: invariant 1"); end
            for (i = 0; i < SETS; i = i + 1) begin if (armed) assert (!(^main__next_way[2*i +: 2])) else $error("%m: invariant 1"); end
            begin if (armed) assert (!(^bypass__next_way)) else $error("%m: invariant 1"); end
            // What lanes find was looked up a cycle ahead.
            begin if (armed) assert (walks_sound && pages_sound) else $error("%m: invariant 1"); end
            begin if (armed) assert (sound) else $error("%m: invariant 1"); end
        end
    end

endmodule

// Invariant 2: who asks is answered once. One SM and one page, whatever they are, are followed: from the cycle in which the SM asks for the page until an
// answer shows, the lookup is in exactly one place (in flight, in the queue, among the waiters of a walk, or on its way out); else nowhere, so nobody
// else is answered. That a walk under way ends is not stated: it needs a memory that answers.
module mask_l2_tlb_tiny_i02_answers #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter l2tlb_latency = 3,
    parameter replay_depth = 4,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter VPN = va_w - page_bits,
    parameter PAGE = VPN + asid_w,
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter LANES = l2tlb_ports + 1,
    parameter STAGES = l2tlb_latency - 1,
    parameter FLYING = STAGES * l2tlb_ports,
    parameter POINTER = $clog2(replay_depth),
    parameter COUNT = $clog2(replay_depth + 1)
) (
    input wire                           clock,
    input wire                           reset,
    input wire [l2tlb_ports-1:0]         lk_valid,
    input wire [l2tlb_ports-1:0]         lk_ready,
    input wire [l2tlb_ports*CORE-1:0]    lk_core,
    input wire [l2tlb_ports*VPN-1:0]     lk_vpn,
    input wire                           root_we,
    input wire [CORE-1:0]                root_core,
    input wire [num_cores*asid_w-1:0]    spaces,
    input wire [COUNT-1:0]               flights,
    input wire [FLYING-1:0]              flying,
    input wire [FLYING*LOOKUP-1:0]       stage,
    input wire [POINTER-1:0]             replay__oldest,
    input wire [POINTER-1:0]             replay__free,
    input wire [COUNT-1:0]               replay__words,
    input wire                           replay__empty,
    input wire                           replay__lone,
    input wire [LOOKUP-1:0]              replay__memory_0,
    input wire [LOOKUP-1:0]              replay__memory_1,
    input wire [LOOKUP-1:0]              replay__memory_2,
    input wire [LOOKUP-1:0]              replay__memory_3,
    input wire [LOOKUP-1:0]              replay__head,
    input wire [LOOKUP-1:0]              replay__behind_head,
    input wire [LANES*walk_ctx-1:0]      lane_walks,
    input wire [walk_ctx-1:0]            walks__busy,
    input wire [6:0]                     walks__count,
    input wire [LANES-1:0]               walks__vacant,
    input wire [walk_ctx-1:0]            walks__ready,
    input wire [walk_ctx-1:0]            walks__over,
    input wire [walk_ctx-1:0]            walks__poisoned,
    input wire                           held,
    input wire                           walks__ends,
    input wire [walk_ctx-1:0]            walks__ending,
    input wire [LOOKUP-1:0]              walks__end_lookup,
    input wire [walk_ctx*LOOKUP-1:0]     walks__lookup,
    input wire [LANES*walk_ctx-1:0]      walks__begun_in,
    input wire [LANES*LOOKUP-1:0]        walks__begun_lookup,
    input wire [LANES*walk_ctx-1:0]      walks__waited,
    input wire [LANES*CORE-1:0]          walks__waiting_sm,
    input wire                           replay__first_new,
    input wire                           replay__second_new,
    input wire [POINTER-1:0]             replay__first_at,
    input wire [POINTER-1:0]             replay__second_at,
    input wire [LOOKUP-1:0]              replay__first_word,
    input wire [LOOKUP-1:0]              replay__second_word,
    input wire [walk_ctx*num_cores-1:0]  walks__waiters,
    input wire [l2tlb_ports-1:0]         res_hit,
    input wire [l2tlb_ports*CORE-1:0]    res_core,
    input wire [l2tlb_ports*VPN-1:0]     res_vpn,
    input wire                           wrsp_valid,
    input wire [num_cores-1:0]           wrsp_mask,
    input wire [VPN-1:0]                 wrsp_vpn
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       contexts_sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(contexts_sound)
    );

    wire [walk_ctx*num_cores-1:0] waiters;
    wire                          waiters_sound;
    mask_l2_tlb_tiny_waiters_now #(.CONTEXTS(walk_ctx), .CORES(num_cores), .LANES(LANES)) sms (
        .waiters(walks__waiters), .begun_in(walks__begun_in), .waited(walks__waited),
        .waiting_sm(walks__waiting_sm), .now(waiters), .sound(waiters_sound)
    );

    wire [replay_depth*LOOKUP-1:0] queue;
    wire                           queue_sound;
    mask_l2_tlb_tiny_replay_words #(.DEPTH(replay_depth), .W(LOOKUP)) fifo (
        .oldest(replay__oldest), .free(replay__free), .count(replay__words),
        .memory({replay__memory_3, replay__memory_2, replay__memory_1, replay__memory_0}),
        .front(replay__head), .second(replay__behind_head),
        .fresh({replay__second_new, replay__first_new}), .at({replay__second_at, replay__first_at}),
        .word({replay__second_word, replay__first_word}), .words(queue), .sound(queue_sound)
    );

    // Those that are followed are free, and stay.
    reg [CORE-1:0] core;
    reg [VPN-1:0]  vpn;
    reg            waits;

    function its(input [LOOKUP-1:0] lookup);
        its = lookup[VPN-1:0] == vpn && lookup[PAGE+WARP +: CORE] == core;
    endfunction

    wire [LANES-1:0]        looks;
    wire [LANES*LOOKUP-1:0] lanes;
    wire                    walks_sound;
    mask_l2_tlb_tiny_walks_ahead #(
        .LANES(LANES), .STAGES(STAGES), .DEPTH(replay_depth), .CONTEXTS(walk_ctx), .PAGE(PAGE), .LOOKUP(LOOKUP)
    ) walks (
        .flights(flights), .flying(flying), .stage(stage), .waiting(replay__words), .empty(replay__empty), .lone(replay__lone), .head(replay__head),
        .walking(walking), .lookup(lookups), .lane_walks(lane_walks),
        .looks(looks), .lookups(lanes), .sound(walks_sound)
    );

    reg [7:0] places, answers, asks;
    integer   i, j;
    always @* begin
        asks = 0;
        answers = wrsp_valid && wrsp_mask[core] && wrsp_vpn == vpn;
        for (i = 0; i < l2tlb_ports; i = i + 1) begin
            asks = asks + (lk_valid[i] && lk_ready[i] && lk_core[i*CORE +: CORE] == core && lk_vpn[i*VPN +: VPN] == vpn);
            answers = answers + (res_hit[i] && res_core[i*CORE +: CORE] == core && res_vpn[i*VPN +: VPN] == vpn);
        end
        places = answers;
        for (i = 0; i < FLYING; i = i + 1) begin
            places = places + (flying[i] && its(stage[i*LOOKUP +: LOOKUP]));
        end
        for (i = 0; i < replay_depth; i = i + 1) places = places + (i < replay__words && its(queue[i*LOOKUP +: LOOKUP]));
        for (i = 0; i < walk_ctx; i = i + 1)
            places = places + (walking[i] && waiters[i*num_cores+core] && lookups[i*LOOKUP +: VPN] == vpn);
    end

    // An SM asks for a page once, and its root changes only while it waits for nothing.
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (core < num_cores) else armed = 1'b0; end
            begin assume (asks <= 1 && (asks == 0 || !waits || answers != 0)) else armed = 1'b0; end
            begin assume (!root_we || root_core != core || (!waits && asks == 0)) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            core <= lk_core[CORE-1:0];
            vpn <= lk_vpn[VPN-1:0];
            waits <= 1'b0;
        end else begin
            waits <= asks != 0 || (waits && answers == 0);
        end
    end

    // What is followed is of the SM's address space, and no two walks are of one page, so all who ask for a page are answered by one walk.
    function of_its_space(input [LOOKUP-1:0] lookup);
        of_its_space = lookup[PAGE-1 -: asid_w] == spaces[core*asid_w +: asid_w];
    endfunction

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert (places == waits) else $error("%m: invariant 2"); end
            begin if (armed) assert (contexts_sound && queue_sound && waiters_sound && walks_sound) else $error("%m: invariant 2"); end
            for (i = 0; i < FLYING; i = i + 1)
                begin if (armed) assert (!flying[i] || !its(stage[i*LOOKUP +: LOOKUP]) || of_its_space(stage[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 2"); end
            for (i = 0; i < replay_depth; i = i + 1)
                begin if (armed) assert (i >= replay__words || !its(queue[i*LOOKUP +: LOOKUP]) || of_its_space(queue[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 2"); end
            for (i = 0; i < walk_ctx; i = i + 1)
                for (j = i + 1; j < walk_ctx; j = j + 1)
                    begin if (armed) assert (!walking[i] || !walking[j]
                        || lookups[i*LOOKUP +: PAGE] != lookups[j*LOOKUP +: PAGE]) else $error("%m: invariant 2"); end
        end
    end

endmodule

// Invariant 2: the lookups that are counted are those in flight and in the queue, so each of these leaves it by an answer or a walk, and
// the queue never runs over.
module mask_l2_tlb_tiny_i02_lookups #(
    parameter l2tlb_ports = 2,
    parameter l2tlb_latency = 3,
    parameter replay_depth = 4,
    parameter STAGES = l2tlb_latency - 1,
    parameter COUNT = $clog2(replay_depth + 1)
) (
    input wire                          clock,
    input wire                          reset,
    input wire [COUNT-1:0]              flights,
    input wire [STAGES*l2tlb_ports-1:0] flying,
    input wire [COUNT-1:0]              replay__words,
    input wire                          replay__empty
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [7:0] lookups;
    integer i;
    always @* begin
        lookups = 0;
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) lookups = lookups + flying[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (replay__empty == (replay__words == 0)) else $error("%m: invariant 2"); end
    end
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (flights == lookups && lookups + replay__words <= replay_depth) else $error("%m: invariant 2"); end
    end
endmodule

// Invariant 3: what SMs wait for is of their address space, in flight, in the queue and in walks, so no answer is of another one.
module mask_l2_tlb_tiny_i03_spaces #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter l2tlb_latency = 3,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter replay_depth = 4,
    parameter POINTER = $clog2(replay_depth),
    parameter COUNT = $clog2(replay_depth + 1),
    parameter LANES = l2tlb_ports + 1,
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter STAGES = l2tlb_latency - 1
) (
    input wire                                 clock,
    input wire                                 reset,
    input wire                                 root_we,
    input wire [CORE-1:0]                      root_core,
    input wire [num_cores*asid_w-1:0]          spaces,
    input wire [COUNT-1:0]                     flights,
    input wire [STAGES*l2tlb_ports-1:0]        flying,
    input wire [STAGES*l2tlb_ports*LOOKUP-1:0] stage,
    input wire [POINTER-1:0]                   replay__oldest,
    input wire [POINTER-1:0]                   replay__free,
    input wire [COUNT-1:0]                     replay__words,
    input wire                                 replay__empty,
    input wire                                 replay__lone,
    input wire [LOOKUP-1:0]                    replay__head,
    input wire [LOOKUP-1:0]                    replay__behind_head,
    input wire [LOOKUP-1:0]                    replay__memory_0,
    input wire [LOOKUP-1:0]                    replay__memory_1,
    input wire [LOOKUP-1:0]                    replay__memory_2,
    input wire [LOOKUP-1:0]                    replay__memory_3,
    input wire [LANES*walk_ctx-1:0]            lane_walks,
    input wire [walk_ctx-1:0]                  walks__busy,
    input wire [6:0]                           walks__count,
    input wire [LANES-1:0]                     walks__vacant,
    input wire [walk_ctx-1:0]                  walks__ending,
    input wire                                 walks__ends,
    input wire [LOOKUP-1:0]                    walks__end_lookup,
    input wire [walk_ctx-1:0]                  walks__ready,
    input wire [walk_ctx-1:0]                  walks__over,
    input wire [walk_ctx-1:0]                  walks__poisoned,
    input wire                                 held,
    input wire [walk_ctx*LOOKUP-1:0]           walks__lookup,
    input wire [LANES*walk_ctx-1:0]            walks__begun_in,
    input wire [LANES*LOOKUP-1:0]              walks__begun_lookup,
    input wire [l2tlb_ports-1:0]                lk_valid,
    input wire [l2tlb_ports*CORE-1:0]           lk_core,
    input wire [LANES*walk_ctx-1:0]            walks__waited,
    input wire [LANES*CORE-1:0]                walks__waiting_sm,
    input wire                                 replay__first_new,
    input wire                                 replay__second_new,
    input wire [POINTER-1:0]                   replay__first_at,
    input wire [POINTER-1:0]                   replay__second_at,
    input wire [LOOKUP-1:0]                    replay__first_word,
    input wire [LOOKUP-1:0]                    replay__second_word,
    input wire [walk_ctx*num_cores-1:0]        walks__waiters
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    // The address space of an SM is that of a lookup.
    function of_its_sm(input [LOOKUP-1:0] lookup);
        of_its_sm = lookup[PAGE-1 -: asid_w] == spaces[lookup[PAGE+WARP +: CORE]*asid_w +: asid_w];
    endfunction

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    wire [walk_ctx*num_cores-1:0] waiters;
    wire                          waiters_sound;
    mask_l2_tlb_tiny_waiters_now #(.CONTEXTS(walk_ctx), .CORES(num_cores), .LANES(LANES)) sms (
        .waiters(walks__waiters), .begun_in(walks__begun_in), .waited(walks__waited),
        .waiting_sm(walks__waiting_sm), .now(waiters), .sound(waiters_sound)
    );

    wire [replay_depth*LOOKUP-1:0] queue;
    wire                           queue_sound;
    mask_l2_tlb_tiny_replay_words #(.DEPTH(replay_depth), .W(LOOKUP)) fifo (
        .oldest(replay__oldest), .free(replay__free), .count(replay__words),
        .memory({replay__memory_3, replay__memory_2, replay__memory_1, replay__memory_0}),
        .front(replay__head), .second(replay__behind_head),
        .fresh({replay__second_new, replay__first_new}), .at({replay__second_at, replay__first_at}),
        .word({replay__second_word, replay__first_word}), .words(queue), .sound(queue_sound)
    );

    wire [LANES-1:0]        looks;
    wire [LANES*LOOKUP-1:0] lanes;
    wire                    walks_sound;
    mask_l2_tlb_tiny_walks_ahead #(
        .LANES(LANES), .STAGES(STAGES), .DEPTH(replay_depth), .CONTEXTS(walk_ctx), .PAGE(PAGE), .LOOKUP(LOOKUP)
    ) walks (
        .flights(flights), .flying(flying), .stage(stage), .waiting(replay__words), .empty(replay__empty), .lone(replay__lone), .head(replay__head),
        .walking(walking), .lookup(lookups), .lane_walks(lane_walks),
        .looks(looks), .lookups(lanes), .sound(walks_sound)
    );

    integer i, c;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            // The root of an SM changes only while it waits for nothing.
            for (i = 0; i < STAGES * l2tlb_ports; i = i + 1)
                begin assume (!root_we || !flying[i] || stage[i*LOOKUP+PAGE+WARP +: CORE] != root_core) else armed = 1'b0; end
            for (i = 0; i < walk_ctx; i = i + 1) begin assume (!root_we || !walking[i] || !waiters[i*num_cores+root_core]) else armed = 1'b0; end
            for (i = 0; i < l2tlb_ports; i = i + 1) begin assume (!root_we || !lk_valid[i] || lk_core[i*CORE +: CORE] != root_core) else armed = 1'b0; end
            for (i = 0; i < replay_depth; i = i + 1)
                begin assume (!root_we || i >= replay__words || queue[i*LOOKUP+PAGE+WARP +: CORE] != root_core) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) begin if (armed) assert (!flying[i] || of_its_sm(stage[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 3"); end
            for (i = 0; i < replay_depth; i = i + 1) begin if (armed) assert (i >= replay__words || of_its_sm(queue[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 3"); end
            begin if (armed) assert (sound && queue_sound && waiters_sound && walks_sound) else $error("%m: invariant 3"); end
            for (i = 0; i < walk_ctx; i = i + 1)
                for (c = 0; c < num_cores; c = c + 1)
                    begin if (armed) assert (!walking[i] || !waiters[i*num_cores+c]
                        || lookups[i*LOOKUP+PAGE-1 -: asid_w] == spaces[c*asid_w +: asid_w]) else $error("%m: invariant 3"); end
        end
    end

endmodule

// Invariant 4: with tokens, and after an epoch of its application, a walk fills the main array if the warp that began it held a token in the cycle
// before, and else the bypass cache.
module mask_l2_tlb_tiny_i04_tokens #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LANES = l2tlb_ports + 1,
    parameter LOOKUP = PAGE + WARP + CORE + APP
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       en_tokens,
    input wire [num_apps-1:0]        seen,
    input wire [num_cores*9-1:0]     share,
    input wire                       main__fill,
    input wire                       bypass__fill,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [6:0]                 walks__count,
    input wire [LANES-1:0]           walks__vacant,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire [LANES*walk_ctx-1:0]  walks__begun_in,
    input wire [LANES*LOOKUP-1:0]    walks__begun_lookup,
    input wire                       walks__ends,
    input wire [walk_ctx-1:0]        walks__ending,
    input wire [LOOKUP-1:0]          walks__end_lookup,
    input wire                       walks__end_found,
    input wire                       walks__fills_main,
    input wire                       walks__fills_bypass
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    // What was there in the cycle before.
    reg                    tokens_before;
    reg [num_apps-1:0]     seen_before;
    reg [num_cores*9-1:0]  share_before;
    always @(posedge clock) begin
        tokens_before <= en_tokens;
        seen_before <= seen;
        share_before <= share;
    end

    wire [LOOKUP-1:0] lookup = walks__end_lookup;
    wire [WARP-1:0] warp = lookup[PAGE +: WARP];
    wire [CORE-1:0] core = lookup[PAGE+WARP +: CORE];
    wire [APP-1:0] app = lookup[PAGE+WARP+CORE +: APP];
    wire holds = warp < share_before[core*9 +: 9];
    wire decides = tokens_before && seen_before[app];

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (main__fill) begin if (armed) assert (!decides || holds) else $error("%m: invariant 4"); end
            if (bypass__fill) begin if (armed) assert (decides && !holds) else $error("%m: invariant 4"); end
            begin if (armed) assert (!walks__ends || walks__end_found == (walks__fills_main || walks__fills_bypass)) else $error("%m: invariant 4"); end
            begin if (armed) assert (!walks__fills_main || (walks__ends && (!decides || holds))) else $error("%m: invariant 4"); end
            begin if (armed) assert (!walks__fills_bypass || (walks__ends && decides && !holds)) else $error("%m: invariant 4"); end
            begin if (armed) assert (sound) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 6: `ptw_live` is the number of walks of each application.
module mask_l2_tlb_tiny_i06_live #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_ports = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LANES = l2tlb_ports + 1,
    parameter LOOKUP = PAGE + WARP + CORE + APP
) (
    input wire                       clock,
    input wire                       reset,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [6:0]                 walks__count,
    input wire [LANES-1:0]           walks__vacant,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire [LANES*walk_ctx-1:0]  walks__begun_in,
    input wire [LANES*LOOKUP-1:0]    walks__begun_lookup,
    input wire                       walks__ends,
    input wire [walk_ctx-1:0]        walks__ending,
    input wire [LOOKUP-1:0]          walks__end_lookup,
    input wire [num_apps*7-1:0]      ptw_live
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    reg [6:0] walks;
    integer a, i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (a = 0; a < num_apps; a = a + 1) begin
                walks = 0;
                for (i = 0; i < walk_ctx; i = i + 1)
                    walks = walks + (walking[i] && lookups[i*LOOKUP+PAGE+WARP+CORE +: APP] == a);
                begin if (armed) assert (ptw_live[a*7 +: 7] == walks) else $error("%m: invariant 6"); end
            end
            begin if (armed) assert (sound) else $error("%m: invariant 6"); end
        end
    end

endmodule

// Invariant 8: as a flush ends nothing of its address space is in the main array or the bypass cache.
module mask_l2_tlb_tiny_i08_flushed #(
    parameter asid_w = 2,
    parameter l2tlb_entries = 4,
    parameter l2tlb_ways = 2,
    parameter l2tlb_latency = 3,
    parameter bypass_entries = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter KEY = PAGE - SET,
    parameter FLUSH = $clog2(l2tlb_latency + SETS + 1)
) (
    input wire                           clock,
    input wire                           reset,
    input wire [SETS-1:0]                main__each_way_0__way__valid,
    input wire [SETS-1:0]                main__each_way_1__way__valid,
    input wire [KEY-1:0]                 main__each_way_0__way__keys_0,
    input wire [KEY-1:0]                 main__each_way_0__way__keys_1,
    input wire [KEY-1:0]                 main__each_way_1__way__keys_0,
    input wire [KEY-1:0]                 main__each_way_1__way__keys_1,
    input wire                           bypass__each_way_0__way__valid,
    input wire                           bypass__each_way_1__way__valid,
    input wire [PAGE-1:0]                bypass__each_way_0__way__keys_0,
    input wire [PAGE-1:0]                bypass__each_way_1__way__keys_0,
    input wire                           flush_ack,
    input wire                           flushing,
    input wire [FLUSH-1:0]               flush_cycle,
    input wire                           flushes_all,
    input wire [asid_w-1:0]              flushed,
    input wire                           walks__ends,
    input wire                           walks__fills_main,
    input wire                           walks__fills_bypass
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Keys of the two sets of the main array, for each way.
    wire [SETS*KEY-1:0] main_keys_0 = {main__each_way_0__way__keys_1, main__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] main_keys_1 = {main__each_way_1__way__keys_1, main__each_way_1__way__keys_0};

    // Entries of the bypass cache.
    wire [bypass_entries-1:0] bypass_valid = {bypass__each_way_1__way__valid, bypass__each_way_0__way__valid};
    wire [bypass_entries*PAGE-1:0] bypass_keys = {bypass__each_way_1__way__keys_0, bypass__each_way_0__way__keys_0};

    // Entries of the address space, of each set and of the bypass cache.
    reg [SETS-1:0] in_set;
    reg            in_bypass;
    integer i;
    always @* begin
        for (i = 0; i < SETS; i = i + 1)
            in_set[i] = (main__each_way_0__way__valid[i]
                    && (flushes_all || main_keys_0[i*KEY+KEY-asid_w +: asid_w] == flushed))
                || (main__each_way_1__way__valid[i]
                    && (flushes_all || main_keys_1[i*KEY+KEY-asid_w +: asid_w] == flushed));
        in_bypass = 1'b0;
        for (i = 0; i < bypass_entries; i = i + 1)
            if (bypass_valid[i] && (flushes_all || bypass_keys[i*PAGE+PAGE-asid_w +: asid_w] == flushed)) in_bypass = 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (flush_ack) begin if (armed) assert (in_set == 0 && !in_bypass) else $error("%m: invariant 8"); end
            // On the way there.
            begin if (armed) assert (walks__ends || !(walks__fills_main || walks__fills_bypass)) else $error("%m: invariant 8"); end
            begin if (armed) assert (flush_cycle <= l2tlb_latency + SETS || !flushing) else $error("%m: invariant 8"); end
            if (flush_ack) begin if (armed) assert (!flushing && !walks__ends) else $error("%m: invariant 8"); end
            if (flushing && flush_cycle >= l2tlb_latency) begin
                begin if (armed) assert (!walks__ends) else $error("%m: invariant 8"); end
                for (i = 0; i < SETS; i = i + 1) begin if (armed) assert (!in_set[i] || flush_cycle <= l2tlb_latency + i) else $error("%m: invariant 8"); end
                begin if (armed) assert (!in_bypass || flush_cycle == l2tlb_latency) else $error("%m: invariant 8"); end
            end
        end
    end

endmodule

// Invariant 8: a walk that read a table before a flush of its address space begins anew before it fills.
module mask_l2_tlb_tiny_i08_stale #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter l2tlb_entries = 4,
    parameter l2tlb_ways = 2,
    parameter l2tlb_latency = 3,
    parameter l2tlb_ports = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter SETS = l2tlb_entries / l2tlb_ways,
    parameter SET = $clog2(SETS),
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LANES = l2tlb_ports + 1,
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter FLUSH = $clog2(l2tlb_latency + SETS + 1)
) (
    input wire                       clock,
    input wire                       reset,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [6:0]                 walks__count,
    input wire [LANES-1:0]           walks__vacant,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire [LANES*walk_ctx-1:0]  walks__begun_in,
    input wire [LANES*LOOKUP-1:0]    walks__begun_lookup,
    input wire                       walks__ends,
    input wire [walk_ctx-1:0]        walks__ending,
    input wire [LOOKUP-1:0]          walks__end_lookup,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*3-1:0]      walks__depth,
    input wire                       walks__reads,
    input wire [CONTEXT-1:0]         walks__read_context,
    input wire [2:0]                 walks__read_depth,
    input wire                       flushing,
    input wire [FLUSH-1:0]           flush_cycle,
    input wire                       first_clear,
    input wire                       flushes_all,
    input wire [asid_w-1:0]          flushed
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
    );

    // Walks whose tables are of before the flush, until they read the first again.
    reg [walk_ctx-1:0] stale;
    integer i;
    always @(posedge clock)
        for (i = 0; i < walk_ctx; i = i + 1) begin
            if (walks__reads && walks__read_context == i && walks__read_depth == 1) stale[i] <= 1'b0;
            if (first_clear && walks__busy[i] && (flushes_all || lookups[i*LOOKUP+PAGE-asid_w +: asid_w] == flushed))
                stale[i] <= 1'b1;
            if (reset) stale[i] <= 1'b0;
        end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            begin if (armed) assert ((walks__ending & stale) == 0) else $error("%m: invariant 8"); end
            for (i = 0; i < walk_ctx; i = i + 1)
                begin if (armed) assert (!stale[i] || (walks__busy[i] && (walks__poisoned[i] || (walks__ready[i] && walks__depth[i*3 +: 3] == 1)))) else $error("%m: invariant 8"); end
            begin if (armed) assert (sound) else $error("%m: invariant 8"); end
            if (flushing && flush_cycle >= l2tlb_latency) begin if (armed) assert (!walks__ends) else $error("%m: invariant 8"); end
        end
    end

endmodule

module mask_l2_tlb_tiny_walk_states #(
    parameter CONTEXTS = 2,
    parameter LANES = 3,
    parameter LOOKUP = 10
) (
    input wire [CONTEXTS-1:0]        busy,
    input wire [6:0]                 count,           // How many these are, and whether more than k are free.
    input wire [LANES-1:0]           vacant,
    input wire [CONTEXTS-1:0]        ready,
    input wire [CONTEXTS-1:0]        over,
    input wire [CONTEXTS-1:0]        poisoned,
    input wire [CONTEXTS*LOOKUP-1:0] lookup,
    input wire [LANES*CONTEXTS-1:0]  begun_in,        // Of the cycle before: in which context the k-th walk has begun, and its lookup.
    input wire [LANES*LOOKUP-1:0]    begun_lookup,
    input wire                       held,
    input wire                       ends,
    input wire [CONTEXTS-1:0]        ending,
    input wire [LOOKUP-1:0]          end_lookup,
    output reg [CONTEXTS*LOOKUP-1:0] lookups,         // The lookup of each walk, also of those.
    output reg                       sound
);

    reg [CONTEXTS-1:0] begun, fresh;
    reg [6:0]          walks;
    integer i, k;
    always @* begin
        sound = ((ready | over | poisoned) & ~busy) == 0 && (ready & over) == 0 && ends == (ending != 0)
            && (ending & (ending - 1'b1)) == 0 && (ending & busy) == 0 && (!ends || !held);
        walks = 0;
        for (i = 0; i < CONTEXTS; i = i + 1) walks = walks + busy[i];
        if (count != walks) sound = 1'b0;
        for (k = 0; k < LANES; k = k + 1) if (vacant[k] && walks + k >= CONTEXTS) sound = 1'b0;
        lookups = lookup;
        fresh = 0;
        for (k = 0; k < LANES; k = k + 1) begin
            begun = begun_in[k*CONTEXTS +: CONTEXTS];
            if ((begun & (begun - 1'b1)) != 0 || (begun & (fresh | ~ready)) != 0) sound = 1'b0;
            fresh = fresh | begun;
            for (i = 0; i < CONTEXTS; i = i + 1) if (begun[i]) lookups[i*LOOKUP +: LOOKUP] = begun_lookup[k*LOOKUP +: LOOKUP];
        end
        for (i = 0; i < CONTEXTS; i = i + 1)
            if (ending[i] && lookup[i*LOOKUP +: LOOKUP] != end_lookup) sound = 1'b0;
    end

endmodule

module mask_l2_tlb_tiny_walks_ahead #(
    parameter LANES = 3,
    parameter STAGES = 2,
    parameter PORTS = LANES - 1,
    parameter DEPTH = 4,
    parameter CONTEXTS = 2,
    parameter PAGE = 6,
    parameter LOOKUP = 10,
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input wire [COUNT-1:0]               flights,
    input wire [STAGES*PORTS-1:0]        flying,
    input wire [STAGES*PORTS*LOOKUP-1:0] stage,
    input wire [COUNT-1:0]               waiting,         // Lookups in the queue, whether none and one at most, and the first of them.
    input wire                           empty,
    input wire                           lone,
    input wire [LOOKUP-1:0]              head,
    input wire [CONTEXTS-1:0]            walking,         // Contexts with a walk, also one that ends.
    input wire [CONTEXTS*LOOKUP-1:0]     lookup,
    input wire [LANES*CONTEXTS-1:0]      lane_walks,
    output wire [LANES-1:0]              looks,           // Lanes that may look up, and their lookups.
    output wire [LANES*LOOKUP-1:0]       lookups,
    output reg                           sound
);

    assign looks = {flying[(STAGES-1)*PORTS +: PORTS], waiting != 0};
    assign lookups = {stage[(STAGES-1)*PORTS*LOOKUP +: PORTS*LOOKUP], head};
    reg [7:0] count;
    integer l, i;
    always @* begin
        count = 0;
        for (i = 0; i < STAGES * PORTS; i = i + 1) count = count + flying[i];
        sound = flights == count && count + waiting <= DEPTH && empty == (waiting == 0) && lone == (waiting <= 1);
        for (l = 0; l < LANES; l = l + 1)
            for (i = 0; i < CONTEXTS; i = i + 1)
                if (looks[l] && lane_walks[l*CONTEXTS+i]
                    != (walking[i] && lookup[i*LOOKUP +: PAGE] == lookups[l*LOOKUP +: PAGE])) sound = 1'b0;
    end

endmodule

module mask_l2_tlb_tiny_pages_ahead #(
    parameter LANES = 3,
    parameter STAGES = 2,
    parameter PORTS = LANES - 1,
    parameter SETS = 2,
    parameter SET = $clog2(SETS),
    parameter ENTRIES = 2,
    parameter PAGE = 6,
    parameter LOOKUP = 10,
    parameter KEY = PAGE - SET,
    parameter FLUSH = 3
) (
    input wire                        flushing,
    input wire [FLUSH-1:0]            flush_cycle,
    input wire [STAGES*PORTS-1:0]     flying,
    input wire [LANES-1:0]            looks,
    input wire [LANES*LOOKUP-1:0]     lookups,
    input wire [SETS-1:0]             valid_0,         // The main array has two ways.
    input wire [SETS-1:0]             valid_1,
    input wire [SETS*KEY-1:0]         keys_0,
    input wire [SETS*KEY-1:0]         keys_1,
    input wire [ENTRIES-1:0]          bypass_valid,
    input wire [ENTRIES*PAGE-1:0]     bypass_keys,
    input wire [LANES*2-1:0]          lane_ways,
    input wire [LANES*ENTRIES-1:0]    lane_entries,
    output reg                        sound
);

    localparam HOLD = STAGES + 1;
    wire held = flushing && flush_cycle >= HOLD;
    reg [PAGE-1:0] page;
    reg [SET-1:0]  set;
    integer l, i;
    always @* begin
        sound = !flushing || flush_cycle <= HOLD + SETS;
        for (i = 0; i < STAGES; i = i + 1)
            if (flushing && flush_cycle > i && flying[i*PORTS +: PORTS] != 0) sound = 1'b0;
        for (l = 0; l < LANES; l = l + 1) begin
            page = lookups[l*LOOKUP +: PAGE];
            set = page[SET-1:0];
            if (looks[l] && !held) begin
                if (lane_ways[l*2] != (valid_0[set] && keys_0[set*KEY +: KEY] == page[PAGE-1:SET])) sound = 1'b0;
                if (lane_ways[l*2+1] != (valid_1[set] && keys_1[set*KEY +: KEY] == page[PAGE-1:SET])) sound = 1'b0;
                for (i = 0; i < ENTRIES; i = i + 1)
                    if (lane_entries[l*ENTRIES+i] != (bypass_valid[i] && bypass_keys[i*PAGE +: PAGE] == page)) sound = 1'b0;
            end
        end
    end

endmodule

module mask_l2_tlb_tiny_waiters_now #(
    parameter CONTEXTS = 2,
    parameter CORES = 2,
    parameter LANES = 3,
    parameter CORE = $clog2(CORES)
) (
    input wire [CONTEXTS*CORES-1:0] waiters,
    input wire [LANES*CONTEXTS-1:0] begun_in,
    input wire [LANES*CONTEXTS-1:0] waited,
    input wire [LANES*CORE-1:0]     waiting_sm,
    output reg [CONTEXTS*CORES-1:0] now,
    output reg                      sound
);

    reg [CONTEXTS-1:0] fresh, any;
    integer i, l;
    always @* begin
        fresh = 0;
        any = 0;
        for (l = 0; l < LANES; l = l + 1) begin
            fresh = fresh | begun_in[l*CONTEXTS +: CONTEXTS];
            any = any | waited[l*CONTEXTS +: CONTEXTS];
        end
        sound = (fresh & ~any) == 0;
        for (i = 0; i < CONTEXTS; i = i + 1) begin
            now[i*CORES +: CORES] = fresh[i] ? 0 : waiters[i*CORES +: CORES];
            for (l = 0; l < LANES; l = l + 1)
                if (waited[l*CONTEXTS+i]) now[i*CORES+waiting_sm[l*CORE +: CORE]] = 1'b1;
        end
    end

endmodule

module mask_l2_tlb_tiny_replay_words #(
    parameter DEPTH = 4,
    parameter W = 10,
    parameter POINTER = $clog2(DEPTH),
    parameter COUNT = $clog2(DEPTH + 1)
) (
    input wire [POINTER-1:0] oldest,
    input wire [POINTER-1:0] free,
    input wire [COUNT-1:0]   count,
    input wire [DEPTH*W-1:0] memory,
    input wire [W-1:0]       front,
    input wire [W-1:0]       second,
    input wire [1:0]         fresh,
    input wire [2*POINTER-1:0] at,
    input wire [2*W-1:0]     word,
    output wire [DEPTH*W-1:0] words,
    output wire              sound
);

    reg [DEPTH*W-1:0] memory_now;
    always @* begin
        memory_now = memory;
        if (fresh[0]) memory_now[at[POINTER-1:0]*W +: W] = word[W-1:0];
        if (fresh[1]) memory_now[at[POINTER +: POINTER]*W +: W] = word[W +: W];
    end

    wire pointers_sound;
    mask_l2_tlb_tiny_fifo_words #(.DEPTH(DEPTH), .W(W)) ring (
        .first(oldest), .free(free), .count(count), .memory(memory_now), .words(words), .sound(pointers_sound)
    );
    assign sound = pointers_sound && (count == 0 || front == words[W-1:0]) && (count < 2 || second == words[2*W-1:W]);

endmodule

module mask_l2_tlb_tiny_fifo_words #(
    parameter DEPTH = 2,
    parameter W = 7,
    parameter A = $clog2(DEPTH),
    parameter C = $clog2(DEPTH + 1)
) (
    input wire [A-1:0]       first,
    input wire [A-1:0]       free,
    input wire [C-1:0]       count,
    input wire [DEPTH*W-1:0] memory,
    output reg [DEPTH*W-1:0] words,   // The head lowest; those from `count` on are not in the FIFO.
    output reg               sound    // The pointers fit the count.
);

    integer i;
    reg [A-1:0] at;
    always @* begin
        at = first;
        words = 0;
        sound = first < DEPTH && count <= DEPTH;
        for (i = 0; i < DEPTH; i = i + 1) begin
            if (i == count && free != at) sound = 1'b0;
            words[i*W +: W] = memory[at*W +: W];
            at = at == DEPTH - 1 ? 0 : at + 1'b1;
        end
        if (count == DEPTH && free != first) sound = 1'b0;
    end

endmodule

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i01_unique #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_entries(4), .l2tlb_ways(2),
    .bypass_entries(2), .walk_ctx(2), .va_w(16), .page_bits(12), .l2tlb_ports(2), .l2tlb_latency(3),
    .replay_depth(4)) i01_unique (
    .clock(clock), .reset(reset), .main__each_way_0__way__valid(unit.main.each_way[0].way.valid),
    .main__each_way_1__way__valid(unit.main.each_way[1].way.valid),
    .main__each_way_0__way__keys_0(unit.main.each_way[0].way.keys[0]),
    .main__each_way_0__way__keys_1(unit.main.each_way[0].way.keys[1]),
    .main__each_way_1__way__keys_0(unit.main.each_way[1].way.keys[0]),
    .main__each_way_1__way__keys_1(unit.main.each_way[1].way.keys[1]),
    .bypass__each_way_0__way__valid(unit.bypass.each_way[0].way.valid),
    .bypass__each_way_1__way__valid(unit.bypass.each_way[1].way.valid),
    .bypass__each_way_0__way__keys_0(unit.bypass.each_way[0].way.keys[0]),
    .bypass__each_way_1__way__keys_0(unit.bypass.each_way[1].way.keys[0]),
    .main__next_way(unit.main.next_way), .bypass__next_way(unit.bypass.next_way),
    .flights(unit.flights), .flying(unit.flying), .stage(unit.stage), .flushing(unit.flushing),
    .flush_cycle(unit.flush_cycle), .replay__words(unit.replay.words),
    .replay__empty(unit.replay.empty), .replay__lone(unit.replay.lone),
    .replay__head(unit.replay.head), .lane_ways(unit.lane_ways), .lane_entries(unit.lane_entries),
    .lane_walks(unit.lane_walks), .walks__busy(unit.walks.busy), .walks__count(unit.walks.count),
    .walks__vacant(unit.walks.vacant), .walks__ready(unit.walks.ready), .held(unit.held),
    .walks__over(unit.walks.over), .walks__poisoned(unit.walks.poisoned),
    .walks__lookup(unit.walks.lookup), .walks__begun_in(unit.walks.begun_in),
    .walks__begun_lookup(unit.walks.begun_lookup), .walks__ends(unit.walks.ends),
    .walks__ending(unit.walks.ending), .walks__end_lookup(unit.walks.end_lookup),
    .walks__fills_main(unit.walks.fills_main), .walks__fills_bypass(unit.walks.fills_bypass),
    .end_set(unit.end_set));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i02_answers #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_ports(2), .l2tlb_latency(3),
    .replay_depth(4), .walk_ctx(2), .va_w(16), .page_bits(12)) i02_answers (
    .clock(clock), .reset(reset), .lk_valid(lk_valid), .lk_ready(lk_ready), .lk_core(lk_core),
    .lk_vpn(lk_vpn), .root_we(root_we), .root_core(root_core), .spaces(unit.spaces),
    .flights(unit.flights), .flying(unit.flying), .stage(unit.stage),
    .replay__oldest(unit.replay.oldest), .replay__free(unit.replay.free),
    .replay__words(unit.replay.words), .replay__empty(unit.replay.empty),
    .replay__lone(unit.replay.lone), .replay__memory_0(unit.replay.memory[0]),
    .replay__memory_1(unit.replay.memory[1]), .replay__memory_2(unit.replay.memory[2]),
    .replay__memory_3(unit.replay.memory[3]), .replay__head(unit.replay.head),
    .replay__behind_head(unit.replay.behind_head), .lane_walks(unit.lane_walks),
    .walks__busy(unit.walks.busy), .walks__count(unit.walks.count),
    .walks__vacant(unit.walks.vacant), .walks__ready(unit.walks.ready),
    .walks__over(unit.walks.over), .walks__poisoned(unit.walks.poisoned), .held(unit.held),
    .walks__ends(unit.walks.ends), .walks__ending(unit.walks.ending),
    .walks__end_lookup(unit.walks.end_lookup), .walks__lookup(unit.walks.lookup),
    .walks__begun_in(unit.walks.begun_in), .walks__begun_lookup(unit.walks.begun_lookup),
    .walks__waited(unit.walks.waited), .walks__waiting_sm(unit.walks.waiting_sm),
    .replay__first_new(unit.replay.first_new), .replay__second_new(unit.replay.second_new),
    .replay__first_at(unit.replay.first_at), .replay__second_at(unit.replay.second_at),
    .replay__first_word(unit.replay.first_word), .replay__second_word(unit.replay.second_word),
    .walks__waiters(unit.walks.waiters), .res_hit(res_hit), .res_core(res_core), .res_vpn(res_vpn),
    .wrsp_valid(wrsp_valid), .wrsp_mask(wrsp_mask), .wrsp_vpn(wrsp_vpn));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i02_lookups #(
    .l2tlb_ports(2), .l2tlb_latency(3), .replay_depth(4)) i02_lookups (
    .clock(clock), .reset(reset), .flights(unit.flights), .flying(unit.flying),
    .replay__words(unit.replay.words), .replay__empty(unit.replay.empty));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i03_spaces #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_ports(2), .l2tlb_latency(3),
    .walk_ctx(2), .va_w(16), .page_bits(12), .replay_depth(4)) i03_spaces (
    .clock(clock), .reset(reset), .root_we(root_we), .root_core(root_core), .spaces(unit.spaces),
    .flights(unit.flights), .flying(unit.flying), .stage(unit.stage),
    .replay__oldest(unit.replay.oldest), .replay__free(unit.replay.free),
    .replay__words(unit.replay.words), .replay__empty(unit.replay.empty),
    .replay__lone(unit.replay.lone), .replay__head(unit.replay.head),
    .replay__behind_head(unit.replay.behind_head), .replay__memory_0(unit.replay.memory[0]),
    .replay__memory_1(unit.replay.memory[1]), .replay__memory_2(unit.replay.memory[2]),
    .replay__memory_3(unit.replay.memory[3]), .lane_walks(unit.lane_walks),
    .walks__busy(unit.walks.busy), .walks__count(unit.walks.count),
    .walks__vacant(unit.walks.vacant), .walks__ending(unit.walks.ending),
    .walks__ends(unit.walks.ends), .walks__end_lookup(unit.walks.end_lookup),
    .walks__ready(unit.walks.ready), .walks__over(unit.walks.over),
    .walks__poisoned(unit.walks.poisoned), .held(unit.held), .walks__lookup(unit.walks.lookup),
    .walks__begun_in(unit.walks.begun_in), .walks__begun_lookup(unit.walks.begun_lookup),
    .lk_valid(lk_valid), .lk_core(lk_core), .walks__waited(unit.walks.waited),
    .walks__waiting_sm(unit.walks.waiting_sm), .replay__first_new(unit.replay.first_new),
    .replay__second_new(unit.replay.second_new), .replay__first_at(unit.replay.first_at),
    .replay__second_at(unit.replay.second_at), .replay__first_word(unit.replay.first_word),
    .replay__second_word(unit.replay.second_word), .walks__waiters(unit.walks.waiters));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i04_tokens #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_ports(2), .walk_ctx(2),
    .va_w(16), .page_bits(12)) i04_tokens (
    .clock(clock), .reset(reset), .en_tokens(en_tokens), .seen(seen), .share(share),
    .main__fill(unit.main.fill), .bypass__fill(unit.bypass.fill), .walks__busy(unit.walks.busy),
    .walks__count(unit.walks.count), .walks__vacant(unit.walks.vacant),
    .walks__ready(unit.walks.ready), .held(unit.held), .walks__over(unit.walks.over),
    .walks__poisoned(unit.walks.poisoned), .walks__lookup(unit.walks.lookup),
    .walks__begun_in(unit.walks.begun_in), .walks__begun_lookup(unit.walks.begun_lookup),
    .walks__ends(unit.walks.ends), .walks__ending(unit.walks.ending),
    .walks__end_lookup(unit.walks.end_lookup), .walks__end_found(unit.walks.end_found),
    .walks__fills_main(unit.walks.fills_main), .walks__fills_bypass(unit.walks.fills_bypass));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i06_live #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_ports(2), .walk_ctx(2),
    .va_w(16), .page_bits(12)) i06_live (
    .clock(clock), .reset(reset), .walks__busy(unit.walks.busy), .walks__count(unit.walks.count),
    .walks__vacant(unit.walks.vacant), .walks__ready(unit.walks.ready), .held(unit.held),
    .walks__over(unit.walks.over), .walks__poisoned(unit.walks.poisoned),
    .walks__lookup(unit.walks.lookup), .walks__begun_in(unit.walks.begun_in),
    .walks__begun_lookup(unit.walks.begun_lookup), .walks__ends(unit.walks.ends),
    .walks__ending(unit.walks.ending), .walks__end_lookup(unit.walks.end_lookup),
    .ptw_live(ptw_live));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i08_flushed #(
    .asid_w(2), .l2tlb_entries(4), .l2tlb_ways(2), .l2tlb_latency(3), .bypass_entries(2), .va_w(16),
    .page_bits(12)) i08_flushed (
    .clock(clock), .reset(reset), .main__each_way_0__way__valid(unit.main.each_way[0].way.valid),
    .main__each_way_1__way__valid(unit.main.each_way[1].way.valid),
    .main__each_way_0__way__keys_0(unit.main.each_way[0].way.keys[0]),
    .main__each_way_0__way__keys_1(unit.main.each_way[0].way.keys[1]),
    .main__each_way_1__way__keys_0(unit.main.each_way[1].way.keys[0]),
    .main__each_way_1__way__keys_1(unit.main.each_way[1].way.keys[1]),
    .bypass__each_way_0__way__valid(unit.bypass.each_way[0].way.valid),
    .bypass__each_way_1__way__valid(unit.bypass.each_way[1].way.valid),
    .bypass__each_way_0__way__keys_0(unit.bypass.each_way[0].way.keys[0]),
    .bypass__each_way_1__way__keys_0(unit.bypass.each_way[1].way.keys[0]), .flush_ack(flush_ack),
    .flushing(unit.flushing), .flush_cycle(unit.flush_cycle), .flushes_all(unit.flushes_all),
    .flushed(unit.flushed), .walks__ends(unit.walks.ends),
    .walks__fills_main(unit.walks.fills_main), .walks__fills_bypass(unit.walks.fills_bypass));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i08_stale #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_entries(4), .l2tlb_ways(2),
    .l2tlb_latency(3), .l2tlb_ports(2), .walk_ctx(2), .va_w(16), .page_bits(12)) i08_stale (
    .clock(clock), .reset(reset), .walks__busy(unit.walks.busy), .walks__count(unit.walks.count),
    .walks__vacant(unit.walks.vacant), .walks__ready(unit.walks.ready), .held(unit.held),
    .walks__over(unit.walks.over), .walks__lookup(unit.walks.lookup),
    .walks__begun_in(unit.walks.begun_in), .walks__begun_lookup(unit.walks.begun_lookup),
    .walks__ends(unit.walks.ends), .walks__ending(unit.walks.ending),
    .walks__end_lookup(unit.walks.end_lookup), .walks__poisoned(unit.walks.poisoned),
    .walks__depth(unit.walks.depth), .walks__reads(unit.walks.reads),
    .walks__read_context(unit.walks.read_context), .walks__read_depth(unit.walks.read_depth),
    .flushing(unit.flushing), .flush_cycle(unit.flush_cycle), .first_clear(unit.first_clear),
    .flushes_all(unit.flushes_all), .flushed(unit.flushed));


`default_nettype wire
