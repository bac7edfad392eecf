// SPDX-License-Identifier: Apache-2.0
// Invariant 3: what SMs wait for is of their address space, in flight, in the queue and in walks, so no answer is of another one.
// Engine: induction 1
// For: replay_depth=4
module i03_spaces #(
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

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    // The address space of an SM is that of a lookup.
    function of_its_sm(input [LOOKUP-1:0] lookup);
        of_its_sm = lookup[PAGE-1 -: asid_w] == spaces[lookup[PAGE+WARP +: CORE]*asid_w +: asid_w];
    endfunction

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
        .busy(walks__busy), .count(walks__count), .vacant(walks__vacant), .ready(walks__ready), .over(walks__over),
        .poisoned(walks__poisoned), .lookup(walks__lookup), .begun_in(walks__begun_in),
        .begun_lookup(walks__begun_lookup), .held(held),
        .ends(walks__ends), .ending(walks__ending), .end_lookup(walks__end_lookup), .lookups(lookups), .sound(sound)
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

    integer i, c;
    always @* begin
        // The root of an SM changes only while it waits for nothing.
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1)
            assume (!root_we || !flying[i] || stage[i*LOOKUP+PAGE+WARP +: CORE] != root_core);
        for (i = 0; i < walk_ctx; i = i + 1) assume (!root_we || !walking[i] || !waiters[i*num_cores+root_core]);
        for (i = 0; i < l2tlb_ports; i = i + 1) assume (!root_we || !lk_valid[i] || lk_core[i*CORE +: CORE] != root_core);
        for (i = 0; i < replay_depth; i = i + 1)
            assume (!root_we || i >= replay__words || queue[i*LOOKUP+PAGE+WARP +: CORE] != root_core);
    end

    always @* if (!reset) begin
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) assert (!flying[i] || of_its_sm(stage[i*LOOKUP +: LOOKUP]));
        for (i = 0; i < replay_depth; i = i + 1) assert (i >= replay__words || of_its_sm(queue[i*LOOKUP +: LOOKUP]));
        assert (sound && queue_sound && waiters_sound && walks_sound);
        for (i = 0; i < walk_ctx; i = i + 1)
            for (c = 0; c < num_cores; c = c + 1)
                assert (!walking[i] || !waiters[i*num_cores+c]
                    || lookups[i*LOOKUP+PAGE-1 -: asid_w] == spaces[c*asid_w +: asid_w]);
    end

endmodule
