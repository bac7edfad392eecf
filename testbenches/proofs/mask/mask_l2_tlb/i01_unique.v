// SPDX-License-Identifier: Apache-2.0
// Invariant 1: a page of an address space has one place at most among the main array, the bypass cache and the walks.
// Engine: induction 1
// For: l2tlb_ways=2
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
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter KEY = PAGE - SET,
    parameter WAY = $clog2(l2tlb_ways),
    parameter AGES = l2tlb_ways * WAY,
    parameter BYPASS_WAY = $clog2(bypass_entries),
    parameter ALL = 2 * SETS + bypass_entries + walk_ctx
) (
    input wire                           clock,
    input wire                           reset,
    input wire [SETS-1:0]                main__each_way_0__way__valid,
    input wire [SETS-1:0]                main__each_way_1__way__valid,
    input wire [SETS*(PAGE-SET)-1:0]     main__each_way_0__way__keys,
    input wire [SETS*(PAGE-SET)-1:0]     main__each_way_1__way__keys,
    input wire [bypass_entries-1:0]      bypass__valid,
    input wire [bypass_entries*PAGE-1:0] bypass__keys,
    input wire [SETS-1:0]                main__used,
    input wire [SETS*AGES-1:0]           main__ages,
    input wire                           bypass__used,
    input wire [bypass_entries*BYPASS_WAY-1:0]bypass__ages,
    input wire [walk_ctx-1:0]            walks__busy,
    input wire [walk_ctx-1:0]            walks__ready,
    input wire                           held,
    input wire [walk_ctx-1:0]            walks__over,
    input wire [walk_ctx-1:0]            walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0]     walks__lookup,
    input wire                           walks__ends,
    input wire [CONTEXT-1:0]             walks__ending_context
);

    wire sound;
    walk_states #(.CONTEXTS(walk_ctx)) states (
        .busy(walks__busy), .ready(walks__ready), .over(walks__over), .poisoned(walks__poisoned),
        .held(held), .ends(walks__ends), .ending(walks__ending_context), .sound(sound)
    );

    // Ways of the main array, then the bypass cache, then the walks.
    reg [ALL-1:0]      valid;
    reg [ALL*PAGE-1:0] pages;
    integer i, j;
    always @* begin
        for (i = 0; i < SETS; i = i + 1) begin
            valid[2*i] = main__each_way_0__way__valid[i];
            valid[2*i+1] = main__each_way_1__way__valid[i];
            pages[2*i*PAGE +: PAGE] = {main__each_way_0__way__keys[i*KEY +: KEY], i[SET-1:0]};
            pages[(2*i+1)*PAGE +: PAGE] = {main__each_way_1__way__keys[i*KEY +: KEY], i[SET-1:0]};
        end
        valid[2*SETS +: bypass_entries] = bypass__valid;
        pages[2*SETS*PAGE +: bypass_entries*PAGE] = bypass__keys;
        valid[2*SETS+bypass_entries +: walk_ctx] = walks__busy;
        for (i = 0; i < walk_ctx; i = i + 1)
            pages[(2*SETS+bypass_entries+i)*PAGE +: PAGE] = walks__lookup[i*LOOKUP +: PAGE];
    end

    always @* if (!reset) begin
        for (i = 0; i < ALL; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                assert (!valid[i] || !valid[j] || pages[i*PAGE +: PAGE] != pages[j*PAGE +: PAGE]);
        // Ages of a set are all different, so a fill has one place.
        for (i = 0; i < SETS; i = i + 1)
            assert (!main__used[i] || main__ages[i*AGES +: WAY] != main__ages[i*AGES+WAY +: WAY]);
        for (i = 0; i < bypass_entries; i = i + 1)
            for (j = 0; j < i; j = j + 1)
                assert (!bypass__used || bypass__ages[i*BYPASS_WAY +: BYPASS_WAY] != bypass__ages[j*BYPASS_WAY +: BYPASS_WAY]);
        assert (sound);
    end

endmodule
