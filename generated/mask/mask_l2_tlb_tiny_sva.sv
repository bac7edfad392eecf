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

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx)) states (
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

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (i = 0; i < ALL; i = i + 1)
                for (j = 0; j < i; j = j + 1)
                    begin if (armed) assert (!valid[i] || !valid[j] || pages[i*PAGE +: PAGE] != pages[j*PAGE +: PAGE]) else $error("%m: invariant 1"); end
            // Ages of a set are all different, so a fill has one place.
            for (i = 0; i < SETS; i = i + 1)
                begin if (armed) assert (!main__used[i] || main__ages[i*AGES +: WAY] != main__ages[i*AGES+WAY +: WAY]) else $error("%m: invariant 1"); end
            for (i = 0; i < bypass_entries; i = i + 1)
                for (j = 0; j < i; j = j + 1)
                    begin if (armed) assert (!bypass__used || bypass__ages[i*BYPASS_WAY +: BYPASS_WAY] != bypass__ages[j*BYPASS_WAY +: BYPASS_WAY]) else $error("%m: invariant 1"); end
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
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
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
    input wire [COUNT-1:0]               occupancy,
    input wire [FLYING-1:0]              flying,
    input wire [FLYING*LOOKUP-1:0]       stage,
    input wire [POINTER-1:0]             replay__oldest,
    input wire [POINTER-1:0]             replay__free,
    input wire [COUNT-1:0]               replay__words,
    input wire [LOOKUP-1:0]              replay__memory_0,
    input wire [LOOKUP-1:0]              replay__memory_1,
    input wire [LOOKUP-1:0]              replay__memory_2,
    input wire [LOOKUP-1:0]              replay__memory_3,
    input wire [walk_ctx-1:0]            walks__busy,
    input wire [walk_ctx-1:0]            walks__ready,
    input wire [walk_ctx-1:0]            walks__over,
    input wire [walk_ctx-1:0]            walks__poisoned,
    input wire                           held,
    input wire                           walks__ends,
    input wire [CONTEXT-1:0]             walks__ending_context,
    input wire [walk_ctx*LOOKUP-1:0]     walks__lookup,
    input wire [walk_ctx*num_cores-1:0]  walks__waiters,
    input wire [l2tlb_ports-1:0]         res_hit,
    input wire [l2tlb_ports*CORE-1:0]    res_core,
    input wire [l2tlb_ports*VPN-1:0]     res_vpn,
    input wire                           wrsp_valid,
    input wire [num_cores-1:0]           wrsp_mask,
    input wire [VPN-1:0]                 wrsp_vpn
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire contexts_sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx)) states (
        .busy(walks__busy), .ready(walks__ready), .over(walks__over), .poisoned(walks__poisoned),
        .held(held), .ends(walks__ends), .ending(walks__ending_context), .sound(contexts_sound)
    );

    wire [replay_depth*LOOKUP-1:0] queue;
    wire                           queue_sound;
    mask_l2_tlb_tiny_fifo_words #(.DEPTH(replay_depth), .W(LOOKUP)) fifo (
        .first(replay__oldest), .free(replay__free), .count(replay__words),
        .memory({replay__memory_3, replay__memory_2, replay__memory_1, replay__memory_0}),
        .words(queue), .sound(queue_sound)
    );

    // Those that are followed are free, and stay.
    reg [CORE-1:0] core;
    reg [VPN-1:0]  vpn;
    reg            waits;

    function its(input [LOOKUP-1:0] lookup);
        its = lookup[VPN-1:0] == vpn && lookup[PAGE+WARP +: CORE] == core;
    endfunction

    reg [7:0] lookups, places, answers, asks;
    integer   i, j;
    always @* begin
        asks = 0;
        answers = wrsp_valid && wrsp_mask[core] && wrsp_vpn == vpn;
        for (i = 0; i < l2tlb_ports; i = i + 1) begin
            asks = asks + (lk_valid[i] && lk_ready[i] && lk_core[i*CORE +: CORE] == core && lk_vpn[i*VPN +: VPN] == vpn);
            answers = answers + (res_hit[i] && res_core[i*CORE +: CORE] == core && res_vpn[i*VPN +: VPN] == vpn);
        end
        lookups = replay__words;
        places = answers;
        for (i = 0; i < FLYING; i = i + 1) begin
            lookups = lookups + flying[i];
            places = places + (flying[i] && its(stage[i*LOOKUP +: LOOKUP]));
        end
        for (i = 0; i < replay_depth; i = i + 1) places = places + (i < replay__words && its(queue[i*LOOKUP +: LOOKUP]));
        for (i = 0; i < walk_ctx; i = i + 1)
            places = places + (walks__busy[i] && walks__waiters[i*num_cores+core] && walks__lookup[i*LOOKUP +: VPN] == vpn);
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
            begin if (armed) assert (contexts_sound && queue_sound && occupancy == lookups && lookups <= replay_depth) else $error("%m: invariant 2"); end
            for (i = 0; i < FLYING; i = i + 1)
                begin if (armed) assert (!flying[i] || !its(stage[i*LOOKUP +: LOOKUP]) || of_its_space(stage[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 2"); end
            for (i = 0; i < replay_depth; i = i + 1)
                begin if (armed) assert (i >= replay__words || !its(queue[i*LOOKUP +: LOOKUP]) || of_its_space(queue[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 2"); end
            for (i = 0; i < walk_ctx; i = i + 1)
                for (j = i + 1; j < walk_ctx; j = j + 1)
                    begin if (armed) assert (!walks__busy[i] || !walks__busy[j]
                        || walks__lookup[i*LOOKUP +: PAGE] != walks__lookup[j*LOOKUP +: PAGE]) else $error("%m: invariant 2"); end
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
    input wire [COUNT-1:0]              occupancy,
    input wire [STAGES*l2tlb_ports-1:0] flying,
    input wire [COUNT-1:0]              replay__words
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    reg [7:0] lookups;
    integer i;
    always @* begin
        lookups = replay__words;
        for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) lookups = lookups + flying[i];
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin if (armed) assert (occupancy == lookups && lookups <= replay_depth) else $error("%m: invariant 2"); end
    end
endmodule

// Invariant 3: what SMs wait for is of their address space, in flight and in walks, so no answer is of another one. The oldest lookup of the queue is
// assumed to be of its SM's, as all were when they went in.
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
    parameter CONTEXT = $clog2(walk_ctx),
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
    input wire [STAGES*l2tlb_ports-1:0]        flying,
    input wire [STAGES*l2tlb_ports*LOOKUP-1:0] stage,
    input wire [LOOKUP-1:0]                    replay__head,
    input wire [walk_ctx-1:0]                  walks__busy,
    input wire [walk_ctx*LOOKUP-1:0]           walks__lookup,
    input wire [l2tlb_ports-1:0]                lk_valid,
    input wire [l2tlb_ports*CORE-1:0]           lk_core,
    input wire [walk_ctx*num_cores-1:0]        walks__waiters
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // The address space of an SM is that of a lookup.
    function of_its_sm(input [LOOKUP-1:0] lookup);
        of_its_sm = lookup[PAGE-1 -: asid_w] == spaces[lookup[PAGE+WARP +: CORE]*asid_w +: asid_w];
    endfunction

    integer i, c;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        begin
            begin assume (of_its_sm(replay__head)) else armed = 1'b0; end
            // The root of an SM changes only while it waits for nothing.
            for (i = 0; i < STAGES * l2tlb_ports; i = i + 1)
                begin assume (!root_we || !flying[i] || stage[i*LOOKUP+PAGE+WARP +: CORE] != root_core) else armed = 1'b0; end
            for (i = 0; i < walk_ctx; i = i + 1) begin assume (!root_we || !walks__busy[i] || !walks__waiters[i*num_cores+root_core]) else armed = 1'b0; end
            for (i = 0; i < l2tlb_ports; i = i + 1) begin assume (!root_we || !lk_valid[i] || lk_core[i*CORE +: CORE] != root_core) else armed = 1'b0; end
            begin assume (!root_we || replay__head[PAGE+WARP +: CORE] != root_core) else armed = 1'b0; end
        end
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (i = 0; i < STAGES * l2tlb_ports; i = i + 1) begin if (armed) assert (!flying[i] || of_its_sm(stage[i*LOOKUP +: LOOKUP])) else $error("%m: invariant 3"); end
            for (i = 0; i < walk_ctx; i = i + 1)
                for (c = 0; c < num_cores; c = c + 1)
                    begin if (armed) assert (!walks__busy[i] || !walks__waiters[i*num_cores+c]
                        || walks__lookup[i*LOOKUP+PAGE-1 -: asid_w] == spaces[c*asid_w +: asid_w]) else $error("%m: invariant 3"); end
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
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
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
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire                       walks__ends,
    input wire [CONTEXT-1:0]         walks__ending_context,
    input wire [CONTEXT-1:0]         walks__ender__index
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx)) states (
        .busy(walks__busy), .ready(walks__ready), .over(walks__over), .poisoned(walks__poisoned),
        .held(held), .ends(walks__ends), .ending(walks__ending_context), .sound(sound)
    );

    // What was there in the cycle before.
    reg                    tokens_before;
    reg [num_apps-1:0]     seen_before;
    reg [num_cores*9-1:0]  share_before;
    reg [LOOKUP-1:0]       chosen;
    always @(posedge clock) begin
        tokens_before <= en_tokens;
        seen_before <= seen;
        share_before <= share;
        chosen <= walks__lookup[walks__ender__index*LOOKUP +: LOOKUP];
    end

    wire [LOOKUP-1:0] lookup = walks__lookup[walks__ending_context*LOOKUP +: LOOKUP];
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
            // A walk that has been chosen stays what it is.
            begin if (armed) assert (sound) else $error("%m: invariant 4"); end
            if (walks__ends) begin if (armed) assert (lookup == chosen) else $error("%m: invariant 4"); end
        end
    end

endmodule

// Invariant 6: `ptw_live` is the number of walks of each application.
module mask_l2_tlb_tiny_i06_live #(
    parameter num_cores = 2,
    parameter warps_per_core = 8,
    parameter num_apps = 2,
    parameter asid_w = 2,
    parameter walk_ctx = 2,
    parameter va_w = 16,
    parameter page_bits = 12,
    parameter PAGE = va_w - page_bits + asid_w,
    parameter CONTEXT = $clog2(walk_ctx),
    parameter WARP = $clog2(warps_per_core),
    parameter CORE = $clog2(num_cores),
    parameter APP = $clog2(num_apps),
    parameter LOOKUP = PAGE + WARP + CORE + APP
) (
    input wire                       clock,
    input wire                       reset,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx-1:0]        walks__poisoned,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire                       walks__ends,
    input wire [CONTEXT-1:0]         walks__ending_context,
    input wire [num_apps*7-1:0]      ptw_live
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    wire sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx)) states (
        .busy(walks__busy), .ready(walks__ready), .over(walks__over), .poisoned(walks__poisoned),
        .held(held), .ends(walks__ends), .ending(walks__ending_context), .sound(sound)
    );

    reg [6:0] walks;
    integer a, i;
    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            for (a = 0; a < num_apps; a = a + 1) begin
                walks = 0;
                for (i = 0; i < walk_ctx; i = i + 1)
                    walks = walks + (walks__busy[i] && walks__lookup[i*LOOKUP+PAGE+WARP+CORE +: APP] == a);
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
    input wire [SETS*(PAGE-SET)-1:0]     main__each_way_0__way__keys,
    input wire [SETS*(PAGE-SET)-1:0]     main__each_way_1__way__keys,
    input wire [bypass_entries-1:0]      bypass__valid,
    input wire [bypass_entries*PAGE-1:0] bypass__keys,
    input wire                           flush_ack,
    input wire                           flushing,
    input wire [FLUSH-1:0]               flush_cycle,
    input wire                           flushes_all,
    input wire [asid_w-1:0]              flushed,
    input wire                           walks__ends
);

    reg armed = 1'b0;   // What is assumed has held since the latest reset.

    // Entries of the address space, of each set and of the bypass cache.
    reg [SETS-1:0] in_set;
    reg            in_bypass;
    integer i;
    always @* begin
        for (i = 0; i < SETS; i = i + 1)
            in_set[i] = (main__each_way_0__way__valid[i]
                    && (flushes_all || main__each_way_0__way__keys[i*KEY+KEY-asid_w +: asid_w] == flushed))
                || (main__each_way_1__way__valid[i]
                    && (flushes_all || main__each_way_1__way__keys[i*KEY+KEY-asid_w +: asid_w] == flushed));
        in_bypass = 1'b0;
        for (i = 0; i < bypass_entries; i = i + 1)
            if (bypass__valid[i] && (flushes_all || bypass__keys[i*PAGE+PAGE-asid_w +: asid_w] == flushed)) in_bypass = 1'b1;
    end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (flush_ack) begin if (armed) assert (in_set == 0 && !in_bypass) else $error("%m: invariant 8"); end
            // On the way there.
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
    parameter FLUSH = $clog2(l2tlb_latency + SETS + 1)
) (
    input wire                       clock,
    input wire                       reset,
    input wire [walk_ctx-1:0]        walks__busy,
    input wire [walk_ctx-1:0]        walks__ready,
    input wire                       held,
    input wire [walk_ctx-1:0]        walks__over,
    input wire [walk_ctx*LOOKUP-1:0] walks__lookup,
    input wire                       walks__ends,
    input wire [CONTEXT-1:0]         walks__ending_context,
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

    wire sound;
    mask_l2_tlb_tiny_walk_states #(.CONTEXTS(walk_ctx)) states (
        .busy(walks__busy), .ready(walks__ready), .over(walks__over), .poisoned(walks__poisoned),
        .held(held), .ends(walks__ends), .ending(walks__ending_context), .sound(sound)
    );

    // Walks whose tables are of before the flush, until they read the first again.
    reg [walk_ctx-1:0] stale;
    integer i;
    always @(posedge clock)
        for (i = 0; i < walk_ctx; i = i + 1) begin
            if (walks__reads && walks__read_context == i && walks__read_depth == 1) stale[i] <= 1'b0;
            if (first_clear && walks__busy[i] && (flushes_all || walks__lookup[i*LOOKUP+PAGE-asid_w +: asid_w] == flushed))
                stale[i] <= 1'b1;
            if (reset) stale[i] <= 1'b0;
        end

    always @(posedge clock) begin
        if (reset) armed = 1'b1;
        if (!reset) begin
            if (walks__ends) begin if (armed) assert (!stale[walks__ending_context]) else $error("%m: invariant 8"); end
            for (i = 0; i < walk_ctx; i = i + 1)
                begin if (armed) assert (!stale[i] || (walks__busy[i] && (walks__poisoned[i] || (walks__ready[i] && walks__depth[i*3 +: 3] == 1)))) else $error("%m: invariant 8"); end
            begin if (armed) assert (sound) else $error("%m: invariant 8"); end
            if (flushing && flush_cycle >= l2tlb_latency) begin if (armed) assert (!walks__ends) else $error("%m: invariant 8"); end
        end
    end

endmodule

module mask_l2_tlb_tiny_walk_states #(
    parameter CONTEXTS = 2,
    parameter CONTEXT = $clog2(CONTEXTS)
) (
    input wire [CONTEXTS-1:0] busy,
    input wire [CONTEXTS-1:0] ready,
    input wire [CONTEXTS-1:0] over,
    input wire [CONTEXTS-1:0] poisoned,
    input wire                held,
    input wire                ends,
    input wire [CONTEXT-1:0]  ending,
    output wire               sound
);

    assign sound = ((ready | over | poisoned) & ~busy) == 0 && (ready & over) == 0
        && (!ends || (over[ending] && !poisoned[ending] && !held));

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
    .bypass_entries(2), .walk_ctx(2), .va_w(16), .page_bits(12)) i01_unique (
    .clock(clock), .reset(reset), .main__each_way_0__way__valid(unit.main.each_way[0].way.valid),
    .main__each_way_1__way__valid(unit.main.each_way[1].way.valid),
    .main__each_way_0__way__keys(unit.main.each_way[0].way.keys),
    .main__each_way_1__way__keys(unit.main.each_way[1].way.keys), .bypass__valid(unit.bypass.valid),
    .bypass__keys(unit.bypass.keys), .main__used(unit.main.used), .main__ages(unit.main.ages),
    .bypass__used(unit.bypass.used), .bypass__ages(unit.bypass.ages), .walks__busy(unit.walks.busy),
    .walks__ready(unit.walks.ready), .held(unit.held), .walks__over(unit.walks.over),
    .walks__poisoned(unit.walks.poisoned), .walks__lookup(unit.walks.lookup),
    .walks__ends(unit.walks.ends), .walks__ending_context(unit.walks.ending_context));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i02_answers #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_ports(2), .l2tlb_latency(3),
    .replay_depth(4), .walk_ctx(2), .va_w(16), .page_bits(12)) i02_answers (
    .clock(clock), .reset(reset), .lk_valid(lk_valid), .lk_ready(lk_ready), .lk_core(lk_core),
    .lk_vpn(lk_vpn), .root_we(root_we), .root_core(root_core), .spaces(unit.spaces),
    .occupancy(unit.occupancy), .flying(unit.flying), .stage(unit.stage),
    .replay__oldest(unit.replay.oldest), .replay__free(unit.replay.free),
    .replay__words(unit.replay.words), .replay__memory_0(unit.replay.memory[0]),
    .replay__memory_1(unit.replay.memory[1]), .replay__memory_2(unit.replay.memory[2]),
    .replay__memory_3(unit.replay.memory[3]), .walks__busy(unit.walks.busy),
    .walks__ready(unit.walks.ready), .walks__over(unit.walks.over),
    .walks__poisoned(unit.walks.poisoned), .held(unit.held), .walks__ends(unit.walks.ends),
    .walks__ending_context(unit.walks.ending_context), .walks__lookup(unit.walks.lookup),
    .walks__waiters(unit.walks.waiters), .res_hit(res_hit), .res_core(res_core), .res_vpn(res_vpn),
    .wrsp_valid(wrsp_valid), .wrsp_mask(wrsp_mask), .wrsp_vpn(wrsp_vpn));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i02_lookups #(
    .l2tlb_ports(2), .l2tlb_latency(3), .replay_depth(4)) i02_lookups (
    .clock(clock), .reset(reset), .occupancy(unit.occupancy), .flying(unit.flying),
    .replay__words(unit.replay.words));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i03_spaces #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_ports(2), .l2tlb_latency(3),
    .walk_ctx(2), .va_w(16), .page_bits(12)) i03_spaces (
    .clock(clock), .reset(reset), .root_we(root_we), .root_core(root_core), .spaces(unit.spaces),
    .flying(unit.flying), .stage(unit.stage), .replay__head(unit.replay.head),
    .walks__busy(unit.walks.busy), .walks__lookup(unit.walks.lookup), .lk_valid(lk_valid),
    .lk_core(lk_core), .walks__waiters(unit.walks.waiters));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i04_tokens #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .walk_ctx(2), .va_w(16),
    .page_bits(12)) i04_tokens (
    .clock(clock), .reset(reset), .en_tokens(en_tokens), .seen(seen), .share(share),
    .main__fill(unit.main.fill), .bypass__fill(unit.bypass.fill), .walks__busy(unit.walks.busy),
    .walks__ready(unit.walks.ready), .held(unit.held), .walks__over(unit.walks.over),
    .walks__poisoned(unit.walks.poisoned), .walks__lookup(unit.walks.lookup),
    .walks__ends(unit.walks.ends), .walks__ending_context(unit.walks.ending_context),
    .walks__ender__index(unit.walks.ender.index));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i06_live #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .walk_ctx(2), .va_w(16),
    .page_bits(12)) i06_live (
    .clock(clock), .reset(reset), .walks__busy(unit.walks.busy), .walks__ready(unit.walks.ready),
    .held(unit.held), .walks__over(unit.walks.over), .walks__poisoned(unit.walks.poisoned),
    .walks__lookup(unit.walks.lookup), .walks__ends(unit.walks.ends),
    .walks__ending_context(unit.walks.ending_context), .ptw_live(ptw_live));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i08_flushed #(
    .asid_w(2), .l2tlb_entries(4), .l2tlb_ways(2), .l2tlb_latency(3), .bypass_entries(2), .va_w(16),
    .page_bits(12)) i08_flushed (
    .clock(clock), .reset(reset), .main__each_way_0__way__valid(unit.main.each_way[0].way.valid),
    .main__each_way_1__way__valid(unit.main.each_way[1].way.valid),
    .main__each_way_0__way__keys(unit.main.each_way[0].way.keys),
    .main__each_way_1__way__keys(unit.main.each_way[1].way.keys), .bypass__valid(unit.bypass.valid),
    .bypass__keys(unit.bypass.keys), .flush_ack(flush_ack), .flushing(unit.flushing),
    .flush_cycle(unit.flush_cycle), .flushes_all(unit.flushes_all), .flushed(unit.flushed),
    .walks__ends(unit.walks.ends));

bind mask_l2_tlb_tiny mask_l2_tlb_tiny_i08_stale #(
    .num_cores(2), .warps_per_core(8), .num_apps(2), .asid_w(2), .l2tlb_entries(4), .l2tlb_ways(2),
    .l2tlb_latency(3), .walk_ctx(2), .va_w(16), .page_bits(12)) i08_stale (
    .clock(clock), .reset(reset), .walks__busy(unit.walks.busy), .walks__ready(unit.walks.ready),
    .held(unit.held), .walks__over(unit.walks.over), .walks__lookup(unit.walks.lookup),
    .walks__ends(unit.walks.ends), .walks__ending_context(unit.walks.ending_context),
    .walks__poisoned(unit.walks.poisoned), .walks__depth(unit.walks.depth),
    .walks__reads(unit.walks.reads), .walks__read_context(unit.walks.read_context),
    .walks__read_depth(unit.walks.read_depth), .flushing(unit.flushing),
    .flush_cycle(unit.flush_cycle), .first_clear(unit.first_clear), .flushes_all(unit.flushes_all),
    .flushed(unit.flushed));


`default_nettype wire
