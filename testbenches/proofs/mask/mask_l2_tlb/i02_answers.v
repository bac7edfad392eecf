// SPDX-License-Identifier: Apache-2.0
// Invariant 2: who asks is answered once. One SM and one page, whatever they are, are followed: from the cycle in which the SM asks for the page until an
// answer shows, the lookup is in exactly one place (in flight, in the queue, among the waiters of a walk, or on its way out); else nowhere, so nobody
// else is answered. That a walk under way ends is not stated: it needs a memory that answers.
// Engine: induction 1
// For: replay_depth=4
module i02_answers #(
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

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       contexts_sound;
    walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(contexts_sound)
    );

    wire [walk_ctx*num_cores-1:0] waiters;
    wire                          waiters_sound;
    waiters_now #(.CONTEXTS(walk_ctx), .CORES(num_cores), .LANES(LANES)) sms (
        .waiters(walks__waiters), .begun_in(walks__begun_in), .waited(walks__waited),
        .waiting_sm(walks__waiting_sm), .now(waiters), .sound(waiters_sound)
    );

    wire [replay_depth*LOOKUP-1:0] queue;
    wire                           queue_sound;
    replay_words #(.DEPTH(replay_depth), .W(LOOKUP)) fifo (
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
    walks_ahead #(
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
    always @* begin
        assume (core < num_cores);
        assume (asks <= 1 && (asks == 0 || !waits || answers != 0));
        assume (!root_we || root_core != core || (!waits && asks == 0));
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

    always @* if (!reset) begin
        assert (places == waits);
        assert (contexts_sound && queue_sound && waiters_sound && walks_sound);
        for (i = 0; i < FLYING; i = i + 1)
            assert (!flying[i] || !its(stage[i*LOOKUP +: LOOKUP]) || of_its_space(stage[i*LOOKUP +: LOOKUP]));
        for (i = 0; i < replay_depth; i = i + 1)
            assert (i >= replay__words || !its(queue[i*LOOKUP +: LOOKUP]) || of_its_space(queue[i*LOOKUP +: LOOKUP]));
        for (i = 0; i < walk_ctx; i = i + 1)
            for (j = i + 1; j < walk_ctx; j = j + 1)
                assert (!walking[i] || !walking[j]
                    || lookups[i*LOOKUP +: PAGE] != lookups[j*LOOKUP +: PAGE]);
    end

endmodule
