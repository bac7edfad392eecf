// SPDX-License-Identifier: Apache-2.0
// mask_tlb_walks: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The walk contexts, which are the MSHRs of the shared TLB (specification sections 2.4 and 2.9). A
// busy context is about to read, reads, or is over; what a poisoned one has read may be out of
// date. Lanes take effect in their order, behind the end of a walk. Pages are looked up a cycle
// ahead.
module mask_tlb_walks #(
    parameter LANES = 3,
    parameter ASKED = 4,
    parameter CONTEXTS = 64,
    parameter CORES = 30,
    parameter CORE = 5,
    parameter WARP = 6,
    parameter APPS = 30,
    parameter APP = 5,
    parameter ASID = 9,
    parameter PAGE = 45,
    parameter TABLE = 28,
    parameter LEAF = 4,
    // What follows from these; not to be set.
    parameter CONTEXT = ($clog2(CONTEXTS) > 1 ? $clog2(CONTEXTS) : 1),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter LOOKUPS = LANES * LOOKUP,
    parameter ASKED_PAGES = ASKED * PAGE,
    parameter NEXT_WALKS = ASKED * CONTEXTS,
    parameter WALKS = LANES * CONTEXTS,
    parameter SHARES = CORES * 9
) (
    input  wire                   clock,        // Clock.
    input  wire                   reset,        // Synchronous reset, active high.
    // Pages that are asked for, and for each the context that walks for it in the next cycle, if
    // any.
    input  wire [ASKED-1:0]       asked,
    input  wire [ASKED_PAGES-1:0] asked_pages,
    output wire [NEXT_WALKS-1:0]  next_walks,
    // The lookup of each lane: page, warp, SM, application, from the lowest bit on; and the context
    // that walks for it as the cycle begins.
    input  wire [LOOKUPS-1:0]     lookups,
    input  wire [WALKS-1:0]       lane_walks,
    output wire [LANES-1:0]       with_end,     // Lanes whose walk ends.
    // Some lane looks for its page; and lanes whose page has no entry.
    input  wire                   looking,
    input  wire [LANES-1:0]       misses,
    // Lookups wait for a context: lanes but the first, which is one of them, go behind them.
    input  wire                   queued,
    output wire [LANES-1:0]       joined,       // Lanes that join a walk, and those that begin one.
    output wire [LANES-1:0]       begun,
    output wire                   room,         // Some context is free as the cycle begins.
    input  wire                   read,         // The walk read may be replaced in this cycle.
    // There is another one, of this context, depth and lookup, and the table of a depth above 1.
    output wire                   reads,
    output wire [CONTEXT-1:0]     read_context,
    output wire [2:0]             read_depth,
    output wire [LOOKUP-1:0]      read_lookup,
    output wire [TABLE-1:0]       read_table,
    // The entry that a context waits for: valid, permissions, table or frame of 4 KB.
    input  wire                   data,
    input  wire [CONTEXT-1:0]     data_context,
    input  wire                   data_valid,
    input  wire [3:0]             data_perm,
    input  wire [TABLE-1:0]       data_table,
    // Walks that are over are held, in this cycle and in the next.
    input  wire                   held,
    input  wire                   held_next,
    // Tokens count; applications that have had an epoch; tokens of each SM.
    input  wire                   en_tokens,
    input  wire [APPS-1:0]        seen,
    input  wire [SHARES-1:0]      share,
    // What walks of an address space, or of all, have read is out of date.
    input  wire                   poison,
    input  wire                   poison_all,
    input  wire [ASID-1:0]        poison_asid,
    // A walk ends: its lookup, the SMs that wait for it, and what it has found; whether that goes
    // into the main array or into the bypass cache, by the tokens of the cycle before.
    output wire                   ends,
    output reg  [LOOKUP-1:0]      end_lookup,
    output wire [CORES-1:0]       end_waiters,
    output reg                    end_found,
    output reg                    fills_main,
    output reg                    fills_bypass,
    output wire [3:0]             end_perm,
    output wire [TABLE-1:0]       end_table,
    // The lookup of the walk that ends in the next cycle; 0 without one.
    output wire [LOOKUP-1:0]      next_end
);

    localparam [CONTEXTS-1:0] ONE = 1;
    localparam [CORES-1:0] ONE_CORE = 1;
    localparam LAST = CONTEXTS - 1;
    localparam CORE_PLACE = PAGE + WARP;
    localparam APP_PLACE = PAGE + WARP + CORE;
    localparam SPACE = PAGE - ASID;

    reg  [CONTEXTS-1:0]            may_end;        // Contexts that may end next, and that may read.
    reg  [CONTEXTS-1:0]            may_read;
    reg  [LOOKUP-1:0]              lookup_of_end;
    reg  [3:0]                     perm_of_end;
    reg  [TABLE-1:0]               table_of_end;
    // The one that ends next, if it has found its page.
    wire [CONTEXTS-1:0]            fills;
    // Contexts in which walks have begun in the cycle before, and those with other walks.
    reg  [CONTEXTS-1:0]            fresh;
    wire [CONTEXTS-1:0]            walking;
    reg  [CORES-1:0]               waiters_of_end;
    reg  [LOOKUP-1:0]              its_lookup;
    reg  [2:0]                     depth_of_read;
    reg  [LOOKUP-1:0]              lookup_of_read;
    reg  [TABLE-1:0]               table_of_read;
    wire [CONTEXTS-1:0]            issued;
    reg  [CONTEXTS-1:0]            restarted;
    reg  [CONTEXTS-1:0]            all_poisoned;
    reg                            concerned;
    wire                           unused;         // How many there are is known from registers.
    reg                            waits;
    reg  [(LANES * CORES)-1:0]     sm;             // The SM of each lane.
    reg  [PAGE-1:0]                page;
    reg  [CONTEXTS-1:0]            with_page;
    reg  [CONTEXTS-1:0]            own_walk;
    reg  [LANES-1:0]               ending_lanes;
    // Which of the walks that begin comes next, as one bit of a word.
    reg  [LANES-1:0]               turn;
    // The one of them that an earlier lane has begun for the page.
    reg  [LANES-1:0]               sibling;
    reg  [LANES-1:0]               started;        // Those that begin.
    reg  [PAGE-1:0]                next_page;
    reg  [CONTEXTS-1:0]            next_walk;
    // The one of the walks that begin which is for a page that is asked for.
    reg  [LANES-1:0]               next_new;
    reg  [NEXT_WALKS-1:0]          all_walks;
    reg  [LANES-1:0]               joins;
    reg  [LANES-1:0]               begins;
    // Of each lane: which of the walks that begin it begins, and which it waits for; and the
    // context that it joins.
    reg  [(LANES * LANES)-1:0]     begun_as;
    reg  [(LANES * LANES)-1:0]     waits_as;
    reg  [(LANES * CONTEXTS)-1:0]  joins_in;
    reg  [(LANES * LOOKUP)-1:0]    new_lookup;     // Of each walk that begins its lookup.
    reg  [CONTEXTS-1:0]            new_walks;
    wire [CONTEXTS-1:0]            waiting;
    reg  [CONTEXTS-1:0]            answered;
    wire [CONTEXTS-1:0]            stale;
    reg  [CONTEXTS-1:0]            deeper;
    wire [CONTEXTS-1:0]            finished;
    wire [CONTEXTS-1:0]            anew;
    wire [2:0]                     old_depth;
    reg  [CONTEXTS-1:0]            busy;
    // How many these are. Bit k: more than k are free; in the first cycle after reset, when nobody
    // asks, none.
    reg  [6:0]                     count;
    reg  [LANES-1:0]               vacant;
    reg  [CONTEXTS-1:0]            ready;
    reg  [CONTEXTS-1:0]            over;
    reg  [CONTEXTS-1:0]            poisoned;
    reg  [CONTEXTS-1:0]            found;
    reg  [CONTEXT-1:0]             next_read;
    reg  [CONTEXT-1:0]             next_over;
    reg  [CONTEXTS-1:0]            ending;         // The walk that ends.
    reg                            ended;
    // The lookup of each walk and the SMs that wait for it, but for what the cycle before has
    // brought.
    reg  [(CONTEXTS * LOOKUP)-1:0] lookup;
    reg  [(CONTEXTS * CORES)-1:0]  waiters;
    // Of the cycle before: for each walk that has begun its context and its lookup, for each lane
    // the context that it waits for, if any, and its SM.
    reg  [(LANES * CONTEXTS)-1:0]  begun_in;
    reg  [(LANES * LOOKUP)-1:0]    begun_lookup;
    reg  [(LANES * CONTEXTS)-1:0]  waited;
    reg  [(LANES * CORE)-1:0]      waiting_sm;
    reg  [(CONTEXTS * 3)-1:0]      depth;
    reg  [(CONTEXTS * TABLE)-1:0]  node;
    reg  [(CONTEXTS * 4)-1:0]      perm;
    wire [CONTEXTS-1:0]            reader_grant;
    wire [CONTEXTS-1:0]            ender_grant;
    wire [CONTEXT-1:0]             ender_index;
    wire [(LANES * CONTEXTS)-1:0]  free_each;
    wire [LANES-1:0]               free_there;

    round_robin #(.N(CONTEXTS)) reader (
        .requests (may_read),
        .start    (next_read),
        .grant    (reader_grant),
        .index    (read_context)
    );

    round_robin #(.N(CONTEXTS)) ender (
        .requests (may_end),
        .start    (next_over),
        .grant    (ender_grant),
        .index    (ender_index)
    );

    first_few #(.N(CONTEXTS), .K(LANES)) free (
        .bits  (~busy),
        .each  (free_each),
        .there (free_there)
    );

    assign room = vacant[0];

    always @* begin : compute_fresh
        integer k;
        fresh = 0;
        for (k = 0; k < LANES; k = k + 1)
            fresh = fresh | begun_in[(k * CONTEXTS) +: CONTEXTS];
    end

    assign walking = busy & ~fresh;

    // The walk that ends now, and the one that does so next.
    assign ends = ended;

    always @* begin : compute_perm_of_end
        integer i;
        integer lane;
        i = 0;
        waiters_of_end = 0;
        perm_of_end = 4'd0;
        table_of_end = 0;
        if (ended) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (ending[i]) begin
                    waiters_of_end = waiters_of_end | waiters[(i * CORES) +: CORES];
                    perm_of_end = perm_of_end | perm[(i * 4) +: 4];
                    table_of_end = table_of_end | node[(i * TABLE) +: TABLE];
                end
            end
        end
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            if ((waited[(lane * CONTEXTS) +: CONTEXTS] & ending) != {CONTEXTS{1'b0}}) begin
                waiters_of_end = waiters_of_end | sm[(lane * CORES) +: CORES];
            end
        end
    end

    always @* begin : compute_sm
        integer lane;
        for (lane = 0; lane < LANES; lane = lane + 1)
            sm[(lane * CORES) +: CORES] = ONE_CORE << waiting_sm[(lane * CORE) +: CORE];
    end

    assign end_waiters = waiters_of_end;
    assign end_perm = perm_of_end;
    assign end_table = table_of_end;

    always @* begin
        may_end = 0;
        if (!held_next) begin
            may_end = over & ~poisoned;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            ending <= 0;
            ended <= 1'b0;
        end else begin
            ending <= ender_grant;
            ended <= may_end != 0;
        end
    end

    assign fills = ender_grant & found;

    always @(posedge clock) begin
        end_found <= fills != 0;
    end

    always @* begin : compute_lookup_of_end
        integer i;
        i = 0;
        lookup_of_end = 0;
        if (may_end != 0) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (ender_grant[i]) begin
                    lookup_of_end = lookup_of_end | lookup[(i * LOOKUP) +: LOOKUP];
                end
            end
        end
    end

    always @(posedge clock) begin
        end_lookup <= lookup_of_end;
    end

    assign next_end = lookup_of_end;

    // It may fill the main array if the warp that began it holds a token, or where tokens do not
    // count.
    always @(posedge clock) begin : update_fills_main
        integer c;
        integer i;
        reg [CONTEXTS-1:0] may_fill;
        reg [CORE-1:0] its_core;
        reg [WARP-1:0] its_warp;
        reg [APP-1:0] its_app;
        reg [8:0] tokens;
        if (reset) begin
            fills_main <= 1'b0;
            fills_bypass <= 1'b0;
        end else begin
            may_fill = 0;
            its_core = 0;
            its_warp = 0;
            its_app = 0;
            tokens = 9'd0;
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (over[i]) begin
                    its_core = lookup[((i * LOOKUP) + CORE_PLACE) +: CORE];
                    its_warp = lookup[((i * LOOKUP) + PAGE) +: WARP];
                    its_app = lookup[((i * LOOKUP) + APP_PLACE) +: APP];
                    tokens = 9'd0;
                    for (c = 0; c < CORES; c = c + 1) begin
                        if (its_core == c[CORE-1:0]) begin
                            tokens = tokens | share[(c * 9) +: 9];
                        end
                    end
                    may_fill[i] = !en_tokens
                        || !seen[its_app]
                        || ({{(9 - WARP){1'b0}}, its_warp} < tokens);
                end
            end
            fills_main <= (fills & may_fill) != {CONTEXTS{1'b0}};
            fills_bypass <= (fills & ~may_fill) != {CONTEXTS{1'b0}};
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            next_over <= 0;
        end else if (may_end != 0) begin
            next_over <= ender_index + 1'b1;
            if (ender_index == LAST[CONTEXT-1:0]) begin
                next_over <= 0;
            end
        end
    end

    // The next read.
    always @* begin
        may_read = 0;
        if (read) begin
            may_read = ready & ~poisoned;
        end
    end

    assign issued = reader_grant;
    assign reads = may_read != 0;

    always @* begin : compute_its_lookup
        integer i;
        integer k;
        i = 0;
        k = 0;
        depth_of_read = 3'd0;
        lookup_of_read = 0;
        table_of_read = 0;
        its_lookup = 0;
        if (may_read != 0) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (reader_grant[i]) begin
                    depth_of_read = depth_of_read | depth[(i * 3) +: 3];
                    table_of_read = table_of_read | node[(i * TABLE) +: TABLE];
                    its_lookup = lookup[(i * LOOKUP) +: LOOKUP];
                    for (k = 0; k < LANES; k = k + 1) begin
                        if (begun_in[(k * CONTEXTS) + i]) begin
                            its_lookup = begun_lookup[(k * LOOKUP) +: LOOKUP];
                        end
                    end
                    lookup_of_read = lookup_of_read | its_lookup;
                end
            end
        end
    end

    assign read_depth = depth_of_read;
    assign read_lookup = lookup_of_read;
    assign read_table = table_of_read;

    always @(posedge clock) begin
        if (reset) begin
            next_read <= 0;
        end else if (may_read != 0) begin
            next_read <= read_context + 1'b1;
            if (read_context == LAST[CONTEXT-1:0]) begin
                next_read <= 0;
            end
        end
    end

    // Poisoned walks begin anew that wait for no data.
    always @* begin
        restarted = poisoned & ready;
        if (!held) begin
            restarted = poisoned & (ready | over);
        end
    end

    always @* begin : compute_all_poisoned
        integer i;
        integer k;
        i = 0;
        k = 0;
        all_poisoned = poisoned & ~restarted;
        concerned = 1'b0;
        if (poison) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                concerned = poison_all || (lookup[((i * LOOKUP) + SPACE) +: ASID] == poison_asid);
                if (walking[i] && concerned) begin
                    all_poisoned[i] = 1'b1;
                end
            end
            for (k = 0; k < LANES; k = k + 1) begin
                concerned = poison_all
                    || (begun_lookup[((k * LOOKUP) + SPACE) +: ASID] == poison_asid);
                if (concerned) begin
                    all_poisoned = all_poisoned | begun_in[(k * CONTEXTS) +: CONTEXTS];
                end
            end
        end
    end

    always @* begin : compute_own_walk
        integer lane;
        own_walk = 0;
        ending_lanes = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            own_walk = lane_walks[(lane * CONTEXTS) +: CONTEXTS];
            ending_lanes[lane] = (own_walk & ending) != {CONTEXTS{1'b0}};
        end
    end

    assign with_end = ending_lanes;

    // Lookups join a walk, begin one, or wait: the k-th that begins takes the k-th free context.
    always @* begin : compute_waits
        integer lane;
        integer other;
        waits = 1'b0;
        joins = 0;
        begins = 0;
        started = 0;
        turn = 1;
        page = 0;
        with_page = 0;
        sibling = 0;
        begun_as = 0;
        waits_as = 0;
        joins_in = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            with_page = lane_walks[(lane * CONTEXTS) +: CONTEXTS] & ~ending;
            // A walk that an earlier lane has begun.
            page = lookups[(lane * LOOKUP) +: PAGE];
            sibling = 0;
            for (other = 0; other < LANES; other = other + 1) begin
                if (lookups[(other * LOOKUP) +: PAGE] == page) begin
                    sibling = sibling | begun_as[(other * LANES) +: LANES];
                end
            end
            if (misses[lane]) begin
                if ((with_page != 0) || (sibling != 0)) begin
                    joins[lane] = 1'b1;
                    joins_in[(lane * CONTEXTS) +: CONTEXTS] = with_page;
                    waits_as[(lane * LANES) +: LANES] = sibling;
                end else if (((turn & vacant) != {LANES{1'b0}}) && !waits) begin
                    begins[lane] = 1'b1;
                    begun_as[(lane * LANES) +: LANES] = turn;
                    waits_as[(lane * LANES) +: LANES] = turn;
                    started = started | turn;
                    turn = turn << 1;
                end else begin
                    waits = 1'b1;
                end
            end
            if (queued) begin
                waits = 1'b1;
            end
        end
    end

    assign unused = free_there != 0;
    assign joined = joins;
    assign begun = begins;

    always @* begin : compute_new_lookup
        integer k;
        integer lane;
        new_walks = 0;
        for (k = 0; k < LANES; k = k + 1) begin
            new_lookup[(k * LOOKUP) +: LOOKUP] = 0;
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                if (begun_as[(lane * LANES) + k]) begin
                    new_lookup[(k * LOOKUP) +: LOOKUP] = new_lookup[(k * LOOKUP) +: LOOKUP]
                        | lookups[(lane * LOOKUP) +: LOOKUP];
                end
            end
            if (started[k]) begin
                new_walks = new_walks | free_each[(k * CONTEXTS) +: CONTEXTS];
            end
        end
    end

    always @(posedge clock) begin : update_waiting_sm
        integer lane;
        reg [CORE-1:0] core;
        core = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            core = lookups[((lane * LOOKUP) + CORE_PLACE) +: CORE];
            waiting_sm[(lane * CORE) +: CORE] <= core;
        end
    end

    always @(posedge clock) begin : update_waited
        integer k;
        integer lane;
        reg [CONTEXTS-1:0] waits_for;
        if (reset) begin
            waited <= 0;
        end else begin
            waits_for = 0;
            for (lane = 0; lane < LANES; lane = lane + 1) begin
                waits_for = joins_in[(lane * CONTEXTS) +: CONTEXTS];
                for (k = 0; k < LANES; k = k + 1) begin
                    if (waits_as[(lane * LANES) + k]) begin
                        waits_for = waits_for | free_each[(k * CONTEXTS) +: CONTEXTS];
                    end
                end
                waited[(lane * CONTEXTS) +: CONTEXTS] <= waits_for;
            end
        end
    end

    // Each count is there before it is known how many walks begin.
    always @(posedge clock) begin : update_count
        integer j;
        integer k;
        reg [ASKED-1:0] many;
        reg [6:0] counted;
        reg [6:0] reach;
        reg [LANES-1:0] counted_vacant;
        reg [6:0] next_count;
        reg [LANES-1:0] next_vacant;
        if (reset) begin
            count <= 7'd0;
            vacant <= 0;
        end else begin
            counted = count;
            if (may_end != 0) begin
                counted = count - 7'd1;
            end
            many = {{(ASKED - LANES){1'b0}}, turn};
            if (turn == 0) begin
                many[LANES] = 1'b1;
            end
            reach = 7'd0;
            next_count = 7'd0;
            next_vacant = 0;
            counted_vacant = 0;
            for (j = 0; j < ASKED; j = j + 1) begin
                counted_vacant = 0;
                reach = counted;
                for (k = 0; k < LANES; k = k + 1) begin
                    counted_vacant[k] = reach < CONTEXTS[6:0];
                    reach = reach + 7'd1;
                end
                if (many[j]) begin
                    next_count = next_count | counted;
                    next_vacant = next_vacant | counted_vacant;
                end
                counted = counted + 7'd1;
            end
            count <= next_count;
            vacant <= next_vacant;
        end
    end

    always @(posedge clock) begin : update_begun_in
        integer k;
        if (reset) begin
            begun_in <= 0;
        end else begin
            for (k = 0; k < LANES; k = k + 1) begin
                begun_in[(k * CONTEXTS) +: CONTEXTS] <= 0;
                if (started[k]) begin
                    begun_in[(k * CONTEXTS) +: CONTEXTS] <= free_each[(k * CONTEXTS) +: CONTEXTS];
                end
            end
        end
    end

    always @(posedge clock) begin
        begun_lookup <= new_lookup;
    end

    // What is asked for.
    always @* begin : compute_next_page
        integer a;
        integer i;
        integer k;
        integer lane;
        i = 0;
        k = 0;
        lane = 0;
        next_page = 0;
        next_walk = 0;
        next_new = 0;
        all_walks = 0;
        for (a = 0; a < ASKED; a = a + 1) begin
            next_page = asked_pages[(a * PAGE) +: PAGE];
            next_walk = 0;
            if (asked[a]) begin
                for (i = 0; i < CONTEXTS; i = i + 1)
                    next_walk[i] = walking[i] && (lookup[(i * LOOKUP) +: PAGE] == next_page);
                for (k = 0; k < LANES; k = k + 1) begin
                    if (begun_lookup[(k * LOOKUP) +: PAGE] == next_page) begin
                        next_walk = next_walk | begun_in[(k * CONTEXTS) +: CONTEXTS];
                    end
                end
                next_new = 0;
                for (lane = 0; lane < LANES; lane = lane + 1) begin
                    if (lookups[(lane * LOOKUP) +: PAGE] == next_page) begin
                        next_new = next_new | begun_as[(lane * LANES) +: LANES];
                    end
                end
                for (k = 0; k < LANES; k = k + 1) begin
                    if (next_new[k]) begin
                        next_walk = next_walk | free_each[(k * CONTEXTS) +: CONTEXTS];
                    end
                end
            end
            all_walks = all_walks
                | ({{(NEXT_WALKS - CONTEXTS){1'b0}}, next_walk} << (a * CONTEXTS));
        end
    end

    assign next_walks = all_walks;

    // Data.
    assign waiting = busy & ~(ready & ~issued) & ~over & ~restarted;

    always @* begin
        answered = 0;
        if (data) begin
            answered = (ONE << data_context) & waiting;
        end
    end

    assign stale = answered & all_poisoned;
    assign old_depth = depth[(data_context * 3) +: 3];

    always @* begin
        deeper = 0;
        if (data_valid && (old_depth != LEAF[2:0])) begin
            deeper = answered & ~stale;
        end
    end

    assign finished = answered & ~stale & ~deeper;
    assign anew = restarted | stale;

    always @(posedge clock) begin
        if (reset) begin
            busy <= 0;
            ready <= 0;
            over <= 0;
            poisoned <= 0;
        end else begin
            busy <= (busy | new_walks) & ~ender_grant;
            ready <= (ready & ~issued) | anew | deeper | new_walks;
            over <= (over & ~ender_grant & ~restarted) | finished;
            poisoned <= all_poisoned & ~stale;
        end
    end

    always @(posedge clock) begin
        found <= found & ~finished;
        if (data_valid) begin
            found <= found | finished;
        end
    end

    // Contexts that are free are written whether a walk begins there or not: what is in them has no
    // meaning.
    always @(posedge clock) begin : update_lookup
        integer i;
        integer k;
        if (looking || (anew != 0) || (answered != 0)) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (!busy[i] || anew[i]) begin
                    depth[(i * 3) +: 3] <= 3'd1;
                end else if (deeper[i]) begin
                    depth[(i * 3) +: 3] <= old_depth + 3'd1;
                end
            end
        end
        if (answered != 0) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (answered[i]) begin
                    node[(i * TABLE) +: TABLE] <= data_table;
                    perm[(i * 4) +: 4] <= data_perm;
                end
            end
        end
        if (fresh != 0) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                for (k = 0; k < LANES; k = k + 1) begin
                    if (begun_in[(k * CONTEXTS) + i]) begin
                        lookup[(i * LOOKUP) +: LOOKUP] <= begun_lookup[(k * LOOKUP) +: LOOKUP];
                    end
                end
            end
        end
    end

    always @(posedge clock) begin : update_waiters
        integer i;
        integer lane;
        reg any_waited;
        reg [CORES-1:0] waiter;
        waiter = 0;
        any_waited = 1'b0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            if (waited[(lane * CONTEXTS) +: CONTEXTS] != 0) begin
                any_waited = 1'b1;
            end
        end
        if (any_waited) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                waiter = 0;
                if (!fresh[i]) begin
                    waiter = waiters[(i * CORES) +: CORES];
                end
                for (lane = 0; lane < LANES; lane = lane + 1) begin
                    if (waited[(lane * CONTEXTS) + i]) begin
                        waiter = waiter | sm[(lane * CORES) +: CORES];
                    end
                end
                waiters[(i * CORES) +: CORES] <= waiter;
            end
        end
    end

endmodule

`default_nettype wire
