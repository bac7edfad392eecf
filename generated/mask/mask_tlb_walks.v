// SPDX-License-Identifier: Apache-2.0
// mask_tlb_walks: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The walk contexts, which are the MSHRs of the shared TLB (specification sections 2.4 and 2.9). A
// busy context is about to read, reads, or is over; what a poisoned one has read may be out of
// date. Lanes take effect in their order, behind the end of a walk.
module mask_tlb_walks #(
    parameter LANES = 3,
    parameter CONTEXTS = 64,
    parameter CORES = 30,
    parameter CORE = 5,
    parameter WARP = 6,
    parameter APP = 5,
    parameter ASID = 9,
    parameter PAGE = 45,
    parameter TABLE = 28,
    parameter LEAF = 4,
    // What follows from these; not to be set.
    parameter CONTEXT = ($clog2(CONTEXTS) > 1 ? $clog2(CONTEXTS) : 1),
    parameter LOOKUP = PAGE + WARP + CORE + APP,
    parameter LOOKUPS = LANES * LOOKUP
) (
    input  wire               clock,         // Clock.
    input  wire               reset,         // Synchronous reset, active high.
    // The lookup of each lane: page, warp, SM, application, from the lowest bit on.
    input  wire [LOOKUPS-1:0] lookups,
    input  wire [LANES-1:0]   misses,        // Lanes whose page has no entry.
    // Lookups wait for a context: lanes but the first, which is one of them, go behind them.
    input  wire               queued,
    output wire [LANES-1:0]   joined,        // Lanes that join a walk, and those that begin one.
    output wire [LANES-1:0]   begun,
    output wire               room,          // Some context is free as the cycle begins.
    input  wire               read,          // The walk read may be replaced in this cycle.
    // There is another one, of this context, depth and lookup, and the table of a depth above 1.
    output wire               reads,
    output wire [CONTEXT-1:0] read_context,
    output wire [2:0]         read_depth,
    output wire [LOOKUP-1:0]  read_lookup,
    output wire [TABLE-1:0]   read_table,
    // The entry that a context waits for: valid, permissions, table or frame of 4 KB.
    input  wire               data,
    input  wire [CONTEXT-1:0] data_context,
    input  wire               data_valid,
    input  wire [3:0]         data_perm,
    input  wire [TABLE-1:0]   data_table,
    // Walks that are over are held, in this cycle and in the next.
    input  wire               held,
    input  wire               held_next,
    // What walks of an address space, or of all, have read is out of date.
    input  wire               poison,
    input  wire               poison_all,
    input  wire [ASID-1:0]    poison_asid,
    // The walk that ends in the next cycle is chosen: its lookup, and whether it has found its
    // page.
    output wire               chosen,
    output wire [LOOKUP-1:0]  chosen_lookup,
    output wire               chosen_found,
    // A walk ends: its lookup, the SMs that wait for it, and what it has found.
    output reg                ends,
    output wire [LOOKUP-1:0]  end_lookup,
    output wire [CORES-1:0]   end_waiters,
    output wire               end_found,
    output wire [3:0]         end_perm,
    output wire [TABLE-1:0]   end_table
);

    localparam [CONTEXTS-1:0] ONE = 1;
    localparam [CORES-1:0] ONE_CORE = 1;
    localparam LAST = CONTEXTS - 1;
    localparam CORE_PLACE = PAGE + WARP;
    localparam SPACE = PAGE - ASID;

    reg  [CONTEXTS-1:0]            ended;
    wire [CONTEXTS-1:0]            issued;
    reg  [CONTEXTS-1:0]            restarted;
    reg  [CONTEXTS-1:0]            all_poisoned;
    reg                            concerned;
    // Contexts with a walk, as each lane meets them.
    reg  [CONTEXTS-1:0]            walking;
    reg                            waits;
    reg  [PAGE-1:0]                page;
    reg  [CONTEXTS-1:0]            with_page;
    // The next of the free contexts, and which of them that is.
    reg  [CONTEXTS-1:0]            taken;
    reg  [LANES-1:0]               turn;
    reg  [LANES-1:0]               joins;
    reg  [LANES-1:0]               begins;
    // Of each lane: the context that it begins, and that whose waiters it is among.
    reg  [(LANES * CONTEXTS)-1:0]  begun_in;
    reg  [(LANES * CONTEXTS)-1:0]  waits_in;
    reg  [CONTEXTS-1:0]            new_walks;
    wire [CONTEXTS-1:0]            waiting;
    reg  [CONTEXTS-1:0]            answered;
    wire [CONTEXTS-1:0]            stale;
    reg  [CONTEXTS-1:0]            deeper;
    wire [CONTEXTS-1:0]            finished;
    wire [CONTEXTS-1:0]            anew;
    wire [2:0]                     old_depth;
    reg  [CONTEXTS-1:0]            busy;
    reg  [CONTEXTS-1:0]            ready;
    reg  [CONTEXTS-1:0]            over;
    reg  [CONTEXTS-1:0]            poisoned;
    reg  [CONTEXTS-1:0]            found;
    reg  [CONTEXT-1:0]             next_read;
    reg  [CONTEXT-1:0]             next_over;
    reg  [CONTEXT-1:0]             ending_context;
    reg  [(CONTEXTS * LOOKUP)-1:0] lookup;
    reg  [(CONTEXTS * CORES)-1:0]  waiters;
    reg  [(CONTEXTS * 3)-1:0]      depth;
    reg  [(CONTEXTS * TABLE)-1:0]  node;
    reg  [(CONTEXTS * 4)-1:0]      perm;
    reg  [CONTEXTS-1:0]            reader_requests;
    wire [CONTEXTS-1:0]            reader_grant;
    reg  [CONTEXTS-1:0]            ender_requests;
    wire [CONTEXTS-1:0]            ender_grant;
    wire [CONTEXT-1:0]             ender_index;
    wire [(LANES * CONTEXTS)-1:0]  free_each;

    round_robin #(.N(CONTEXTS)) reader (
        .requests (reader_requests),
        .start    (next_read),
        .grant    (reader_grant),
        .index    (read_context)
    );

    round_robin #(.N(CONTEXTS)) ender (
        .requests (ender_requests),
        .start    (next_over),
        .grant    (ender_grant),
        .index    (ender_index)
    );

    first_few #(.N(CONTEXTS), .K(LANES)) free (
        .bits (~(busy & ~ended)),
        .each (free_each)
    );

    assign room = !(&busy);

    // The walk that ends now, and the one that does so next.
    always @* begin
        ended = 0;
        if (ends) begin
            ended = ONE << ending_context;
        end
    end

    assign end_lookup = lookup[(ending_context * LOOKUP) +: LOOKUP];
    assign end_waiters = waiters[(ending_context * CORES) +: CORES];
    assign end_found = found[ending_context];
    assign end_perm = perm[(ending_context * 4) +: 4];
    assign end_table = node[(ending_context * TABLE) +: TABLE];

    always @* begin
        ender_requests = 0;
        if (!held_next) begin
            ender_requests = over & ~poisoned & ~ended;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            ends <= 1'b0;
        end else begin
            ends <= ender_grant != 0;
        end
    end

    always @(posedge clock) begin
        ending_context <= ender_index;
    end

    assign chosen = ender_grant != 0;
    assign chosen_lookup = lookup[(ender_index * LOOKUP) +: LOOKUP];
    assign chosen_found = found[ender_index];

    always @(posedge clock) begin
        if (reset) begin
            next_over <= 0;
        end else if (ender_grant != 0) begin
            next_over <= ender_index + 1'b1;
            if (ender_index == LAST[CONTEXT-1:0]) begin
                next_over <= 0;
            end
        end
    end

    // The next read.
    always @* begin
        reader_requests = 0;
        if (read) begin
            reader_requests = ready & ~poisoned;
        end
    end

    assign issued = reader_grant;
    assign reads = reader_grant != 0;
    assign read_depth = depth[(read_context * 3) +: 3];
    assign read_lookup = lookup[(read_context * LOOKUP) +: LOOKUP];
    assign read_table = node[(read_context * TABLE) +: TABLE];

    always @(posedge clock) begin
        if (reset) begin
            next_read <= 0;
        end else if (reader_grant != 0) begin
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
        i = 0;
        all_poisoned = poisoned & ~restarted;
        concerned = 1'b0;
        if (poison) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                concerned = poison_all || (lookup[((i * LOOKUP) + SPACE) +: ASID] == poison_asid);
                if (busy[i] && concerned) begin
                    all_poisoned[i] = 1'b1;
                end
            end
        end
    end

    // Lookups join a walk, begin one, or wait.
    always @* begin : compute_walking
        integer i;
        integer k;
        integer lane;
        integer other;
        i = 0;
        walking = busy & ~ended;
        waits = 1'b0;
        new_walks = 0;
        joins = 0;
        begins = 0;
        turn = 1;
        page = 0;
        with_page = 0;
        taken = 0;
        begun_in = 0;
        waits_in = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            page = lookups[(lane * LOOKUP) +: PAGE];
            with_page = 0;
            if (misses[lane]) begin
                for (i = 0; i < CONTEXTS; i = i + 1)
                    with_page[i] = walking[i] && (lookup[(i * LOOKUP) +: PAGE] == page);
            end
            // Walks that earlier lanes have begun.
            with_page = with_page & ~new_walks;
            for (other = 0; other < LANES; other = other + 1) begin
                if ((begun_in[(other * CONTEXTS) +: CONTEXTS] != 0)
                    && (lookups[(other * LOOKUP) +: PAGE] == page)) begin
                    with_page = with_page | begun_in[(other * CONTEXTS) +: CONTEXTS];
                end
            end
            taken = 0;
            for (k = 0; k < LANES; k = k + 1) begin
                if (turn[k]) begin
                    taken = taken | free_each[(k * CONTEXTS) +: CONTEXTS];
                end
            end
            if (misses[lane]) begin
                if (with_page != 0) begin
                    joins[lane] = 1'b1;
                    waits_in[(lane * CONTEXTS) +: CONTEXTS] = with_page;
                end else if ((taken != 0) && !waits) begin
                    begins[lane] = 1'b1;
                    begun_in[(lane * CONTEXTS) +: CONTEXTS] = taken;
                    waits_in[(lane * CONTEXTS) +: CONTEXTS] = taken;
                    walking = walking | taken;
                    new_walks = new_walks | taken;
                    turn = turn + turn;
                end else begin
                    waits = 1'b1;
                end
            end
            if (queued) begin
                waits = 1'b1;
            end
        end
    end

    assign joined = joins;
    assign begun = begins;

    // Data.
    assign waiting = busy & ~ended & ~(ready & ~issued) & ~over & ~restarted;

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
            busy <= walking;
            ready <= (ready & ~issued) | anew | deeper | new_walks;
            over <= (over & ~ended & ~restarted) | finished;
            poisoned <= all_poisoned & ~stale;
        end
    end

    always @(posedge clock) begin
        found <= found & ~finished;
        if (data_valid) begin
            found <= found | finished;
        end
    end

    always @(posedge clock) begin : update_lookup
        integer i;
        integer lane;
        reg [CORE-1:0] core;
        reg [(LANES * CORES)-1:0] sm;
        reg [CORES-1:0] waiter;
        waiter = 0;
        core = 0;
        for (lane = 0; lane < LANES; lane = lane + 1) begin
            core = lookups[((lane * LOOKUP) + CORE_PLACE) +: CORE];
            sm[(lane * CORES) +: CORES] = ONE_CORE << core;
        end
        for (i = 0; i < CONTEXTS; i = i + 1) begin
            waiter = 0;
            if (!new_walks[i]) begin
                waiter = waiters[(i * CORES) +: CORES];
            end
            if (misses != 0) begin
                for (lane = 0; lane < LANES; lane = lane + 1) begin
                    if (waits_in[(lane * CONTEXTS) + i]) begin
                        waiter = waiter | sm[(lane * CORES) +: CORES];
                    end
                end
            end
            if (misses != 0) begin
                for (lane = 0; lane < LANES; lane = lane + 1) begin
                    if (begun_in[(lane * CONTEXTS) + i]) begin
                        lookup[(i * LOOKUP) +: LOOKUP] <= lookups[(lane * LOOKUP) +: LOOKUP];
                    end
                end
                waiters[(i * CORES) +: CORES] <= waiter;
            end
        end
    end

    always @(posedge clock) begin : update_depth
        integer i;
        if ((new_walks != 0) || (anew != 0) || (answered != 0)) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (new_walks[i] || anew[i]) begin
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
    end

endmodule

`default_nettype wire
