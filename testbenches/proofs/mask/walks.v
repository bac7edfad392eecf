// SPDX-License-Identifier: Apache-2.0
// Each walk context of the shared TLB is in one state, for every checker that follows walks: only busy ones are about to read, over or poisoned; one
// whose walk ends is not busy any more, and its lookup is that which ends; while walks are held none ends. Those that began in the cycle before are
// in one context each, and about to read. Busy ones are counted.
module walk_states #(
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

// The walk of each lane that may look up was looked up a cycle ahead, and is the one there is now, for every checker that rests on it. And the
// lookups in flight are counted, and have room in the queue, with those that are there.
module walks_ahead #(
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

// The ways and entries of each lane were looked up a cycle ahead, too: they are those that are there while sets are not invalidated, before
// which nothing is in flight any more.
module pages_ahead #(
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

// The SMs that wait for the walk of each context: with those of the cycle before, which are not among the others yet. A walk that has begun in the
// cycle before has one.
module waiters_now #(
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

// The queue of lookups that wait for a context: its words from the head on, of which the first two are in registers, too. What went in in the cycle
// before is written into the memory in this one.
module replay_words #(
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
    fifo_words #(.DEPTH(DEPTH), .W(W)) ring (
        .first(oldest), .free(free), .count(count), .memory(memory_now), .words(words), .sound(pointers_sound)
    );
    assign sound = pointers_sound && (count == 0 || front == words[W-1:0]) && (count < 2 || second == words[2*W-1:W]);

endmodule
