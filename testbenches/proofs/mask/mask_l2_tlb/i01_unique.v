// SPDX-License-Identifier: Apache-2.0
// Invariant 1: a page of an address space has one place at most among the main array, the bypass cache and the walks.
// Engine: induction 1
// For: l2tlb_entries=4 l2tlb_ways=2 bypass_entries=2
module i01_unique #(
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

    // Keys of the two sets of the main array, for each way.
    wire [SETS*KEY-1:0] main_keys_0 = {main__each_way_0__way__keys_1, main__each_way_0__way__keys_0};
    wire [SETS*KEY-1:0] main_keys_1 = {main__each_way_1__way__keys_1, main__each_way_1__way__keys_0};

    // Contexts with a walk, also one that ends.
    wire [walk_ctx-1:0] walking = walks__busy | walks__ending;

    wire [walk_ctx*LOOKUP-1:0] lookups;
    wire                       sound;
    walk_states #(.CONTEXTS(walk_ctx), .LANES(LANES), .LOOKUP(LOOKUP)) states (
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
    walks_ahead #(
        .LANES(LANES), .STAGES(STAGES), .DEPTH(replay_depth), .CONTEXTS(walk_ctx), .PAGE(PAGE), .LOOKUP(LOOKUP)
    ) walks (
        .flights(flights), .flying(flying), .stage(stage), .waiting(replay__words), .empty(replay__empty), .lone(replay__lone), .head(replay__head),
        .walking(walking), .lookup(lookups), .lane_walks(lane_walks),
        .looks(looks), .lookups(lanes), .sound(walks_sound)
    );

    wire pages_sound;
    pages_ahead #(
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

    always @* if (!reset) begin
        for (i = 0; i < ALL; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                assert (!valid[i] || !valid[j] || pages[i*PAGE +: PAGE] != pages[j*PAGE +: PAGE]);
        // A fill takes one way of a set, which is that of its page; bit 0 of the former is inverted.
        assert (!(walks__fills_main && walks__fills_bypass) && (walks__ends || !(walks__fills_main || walks__fills_bypass)));
        assert (end_set == {{SETS-1{1'b0}}, 1'b1} << walks__end_lookup[SET-1:0]);
        for (i = 0; i < SETS; i = i + 1) assert (!(^main__next_way[2*i +: 2]));
        assert (!(^bypass__next_way));
        // What lanes find was looked up a cycle ahead.
        assert (walks_sound && pages_sound);
        assert (sound);
    end

endmodule
