// SPDX-License-Identifier: Apache-2.0
// mosaic_walks: part of mosaic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Mosaic's walks, which are the MSHRs of the shared TLB (specification sections 2.5 and 2.10). A
// busy one is about to read (`ready`), is over, or reads; what a poisoned one reads is out of date.
// Within a cycle: a flush, an entry that was read, the next read, lookups, the walk that ends.
// Which walk is to read, and which to end, was chosen in a cycle before.
module mosaic_walks #(
    parameter PORTS = 2,
    parameter CONTEXTS = 64,
    parameter CORES = 30,
    parameter CORE = 5,
    parameter PAGE = 45,
    parameter TABLE = 28,
    parameter LEAF = 4,
    // What follows from these; not to be set.
    parameter CONTEXT = ($clog2(CONTEXTS) > 1 ? $clog2(CONTEXTS) : 1),
    parameter PORT_CORES = PORTS * CORE,
    parameter PORT_PAGES = PORTS * PAGE
) (
    input  wire                  clock,         // Clock.
    input  wire                  reset,         // Synchronous reset, active high.
    // Lookups that have missed, their SMs and pages; taken where `room` has the bit.
    input  wire [PORTS-1:0]      misses,
    input  wire [PORT_CORES-1:0] cores,
    input  wire [PORT_PAGES-1:0] pages,
    output wire [PORTS-1:0]      room,
    input  wire                  read,          // The read that is offered may be replaced.
    // There is another one, of this walk, depth, page and SM; its table below the root, and whether
    // the page is large.
    output wire                  reads,
    output wire [CONTEXT-1:0]    read_context,
    output wire [2:0]            read_depth,
    output wire [PAGE-1:0]       read_page,
    output wire [CORE-1:0]       read_core,
    output wire [TABLE-1:0]      read_table,
    output wire                  read_large,
    // The entry that a walk reads: its bits, its permissions, and its table or frame of 4 KB.
    input  wire                  data,
    input  wire [CONTEXT-1:0]    data_context,
    input  wire                  data_valid,
    input  wire                  data_large,
    input  wire                  data_disabled,
    input  wire [3:0]            data_perm,
    input  wire [TABLE-1:0]      data_table,
    // What was read of the pages that are this one in the bits of the mask is out of date.
    input  wire                  flush,
    input  wire [PAGE-1:0]       flush_page,
    input  wire [PAGE-1:0]       flush_mask,
    // A walk ends: its page, the SMs that wait for it, and what it has found.
    output wire                  ends,
    output wire [PAGE-1:0]       end_page,
    output wire [CORES-1:0]      end_waiters,
    output wire                  end_found,
    output wire                  end_large,
    output wire [3:0]            end_perm,
    output wire [TABLE-1:0]      end_table
);

    localparam [CONTEXTS-1:0] ONE = 1;
    localparam [CORES-1:0] ONE_CORE = 1;

    wire [CONTEXTS-1:0]           to_read;
    wire [CONTEXTS-1:0]           to_end;
    reg  [2:0]                    turn_depth;
    reg  [PAGE-1:0]               turn_page;
    reg  [CORE-1:0]               turn_core;
    reg  [TABLE-1:0]              turn_table;
    reg  [PAGE-1:0]               last_page;
    reg  [CORES-1:0]              last_waiters;
    reg  [3:0]                    last_perm;
    reg  [TABLE-1:0]              last_table;
    reg  [CONTEXT-1:0]            number;
    // Bits of the mask in which a page is another one than that which is flushed.
    reg  [PAGE-1:0]               apart;
    reg  [CONTEXTS-1:0]           flushed;
    wire [CONTEXTS-1:0]           stale;
    reg  [CONTEXTS-1:0]           issued;
    wire [CONTEXTS-1:0]           ended;
    reg  [CONTEXTS-1:0]           answered;
    wire [CONTEXTS-1:0]           anew;
    // Of the walk that has read: whether its page is large and it has read again, its depth, what
    // becomes of it.
    wire                          was_large;
    wire                          was_retried;
    wire [2:0]                    was_depth;
    wire                          at_leaf;
    wire                          again;
    wire                          goes_on;
    wire                          finds;
    reg  [CONTEXTS-1:0]           deeper;
    reg  [CONTEXTS-1:0]           retries;
    reg  [CONTEXTS-1:0]           finished;
    wire [PORTS-1:0]              ready_ports;
    wire [PORTS-1:0]              taken;
    reg  [CONTEXTS-1:0]           begun;        // Walks that lookups before this one have begun.
    reg                           same;
    // The next of the free ones, and which of them that is.
    reg  [CONTEXTS-1:0]           next_free;
    reg  [PORTS-1:0]              turn;
    // A lookup's page has a walk; those in which it waits.
    reg                           known;
    reg  [CONTEXTS-1:0]           waits;
    reg  [PORTS-1:0]              beginners;    // Ports that begin a walk.
    // Of each port: its page and SM, the walk that was busy with its page, that which it begins,
    // and that in which it waits.
    reg  [(PORTS * CONTEXTS)-1:0] with_page;
    reg  [(PORTS * PAGE)-1:0]     miss_page;
    reg  [(PORTS * CORE)-1:0]     miss_core;
    reg  [(PORTS * CORES)-1:0]    miss_sm;
    reg  [(PORTS * CONTEXTS)-1:0] begins_in;
    reg  [(PORTS * CONTEXTS)-1:0] waits_in;
    reg  [CORES-1:0]              joined;
    reg  [CONTEXTS-1:0]           busy;
    reg  [CONTEXTS-1:0]           ready;
    reg  [CONTEXTS-1:0]           over;
    reg  [CONTEXTS-1:0]           poisoned;
    // The entry above the last depth has the large bit, and has been read once more.
    reg  [CONTEXTS-1:0]           is_large;
    reg  [CONTEXTS-1:0]           retried;
    reg  [CONTEXTS-1:0]           found;
    // The walk whose turn it is to read, and to end, as one bit of a word; where the search for the
    // next one begins, as `mask_round_robin` has it.
    reg  [CONTEXTS-1:0]           read_turn;
    reg  [CONTEXTS-1:0]           end_turn;
    reg  [CONTEXTS-1:0]           next_read;
    reg  [CONTEXTS-1:0]           next_end;
    reg  [(CONTEXTS * PAGE)-1:0]  page;
    reg  [(CONTEXTS * CORE)-1:0]  core;
    reg  [(CONTEXTS * CORES)-1:0] waiters;
    reg  [(CONTEXTS * 3)-1:0]     depth;
    // The table of the depth to be read, at the end the frame; and the table of the depth above.
    reg  [(CONTEXTS * TABLE)-1:0] node;
    reg  [(CONTEXTS * TABLE)-1:0] above;
    reg  [(CONTEXTS * 4)-1:0]     perm;
    wire [CONTEXTS-1:0]           reader_grant;
    wire [CONTEXTS-1:0]           reader_after;
    wire [CONTEXTS-1:0]           ender_grant;
    wire [CONTEXTS-1:0]           ender_after;
    wire [CONTEXTS-1:0]           free_bits;
    wire [(PORTS * CONTEXTS)-1:0] free_each;
    wire [PORTS-1:0]              free_there;

    mask_round_robin #(.N(CONTEXTS)) reader (
        .requests (to_read),
        .from     (next_read),
        .grant    (reader_grant),
        .after    (reader_after)
    );

    mask_round_robin #(.N(CONTEXTS)) ender (
        .requests (to_end),
        .from     (next_end),
        .grant    (ender_grant),
        .after    (ender_after)
    );

    first_few #(.N(CONTEXTS), .K(PORTS)) free (
        .bits  (free_bits),
        .each  (free_each),
        .there (free_there)
    );

    // What has been read of the pages that are flushed is out of date.
    always @* begin : compute_apart
        integer i;
        i = 0;
        flushed = 0;
        apart = 0;
        if (flush) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                apart = (page[(i * PAGE) +: PAGE] ^ flush_page) & flush_mask;
                if (apart == 0) begin
                    flushed[i] = 1'b1;
                end
            end
        end
    end

    assign stale = (flushed & busy) | poisoned;

    // The next read, and whose turn is then: a walk keeps its turn until it has read.
    always @* begin
        issued = 0;
        if (read) begin
            issued = read_turn & ~stale;
        end
    end

    assign to_read = ready & ~read_turn;

    always @(posedge clock) begin
        if (reset) begin
            read_turn <= 0;
            next_read <= 0;
        end else if ((issued != 0) || (read_turn == 0)) begin
            read_turn <= reader_grant;
            if (to_read != 0) begin
                next_read <= reader_after;
            end
        end
    end

    assign reads = issued != 0;

    always @* begin : compute_turn_depth
        integer i;
        number = 0;
        turn_depth = 3'd0;
        turn_page = 0;
        turn_core = 0;
        turn_table = 0;
        for (i = 0; i < CONTEXTS; i = i + 1) begin
            if (read_turn[i]) begin
                number = number | i[CONTEXT-1:0];
                turn_depth = turn_depth | depth[(i * 3) +: 3];
                turn_page = turn_page | page[(i * PAGE) +: PAGE];
                turn_core = turn_core | core[(i * CORE) +: CORE];
                turn_table = turn_table | node[(i * TABLE) +: TABLE];
            end
        end
    end

    assign read_context = number;
    assign read_depth = turn_depth;
    assign read_page = turn_page;
    assign read_core = turn_core;
    assign read_table = turn_table;
    assign read_large = (is_large & read_turn) != {CONTEXTS{1'b0}};

    // The walk that ends, and whose turn is then.
    assign ended = end_turn & over & ~stale;
    assign to_end = over & ~end_turn;

    always @(posedge clock) begin
        if (reset) begin
            end_turn <= 0;
            next_end <= 0;
        end else begin
            end_turn <= ender_grant;
            if (to_end != 0) begin
                next_end <= ender_after;
            end
        end
    end

    always @* begin : compute_last_page
        integer i;
        last_page = 0;
        last_waiters = 0;
        last_perm = 4'd0;
        last_table = 0;
        for (i = 0; i < CONTEXTS; i = i + 1) begin
            if (end_turn[i]) begin
                last_page = last_page | page[(i * PAGE) +: PAGE];
                last_waiters = last_waiters | waiters[(i * CORES) +: CORES];
                last_perm = last_perm | perm[(i * 4) +: 4];
                last_table = last_table | node[(i * TABLE) +: TABLE];
            end
        end
    end

    // An entry that was read: the walk goes deeper, reads the entry above once more, or is over.
    always @* begin
        answered = 0;
        if (data) begin
            answered = (ONE << data_context) & busy & ~ready & ~over;
        end
    end

    assign was_large = is_large[data_context];
    assign was_retried = retried[data_context];
    assign was_depth = depth[(data_context * 3) +: 3];
    assign at_leaf = was_depth == LEAF[2:0];
    assign goes_on = data_valid && !at_leaf;
    assign again = data_valid && data_disabled && at_leaf && !was_large && !was_retried;
    assign finds = at_leaf && (data_valid || was_large);

    always @* begin
        deeper = 0;
        retries = 0;
        finished = 0;
        if (goes_on) begin
            deeper = answered & ~stale;
        end else if (again) begin
            retries = answered & ~stale;
        end else begin
            finished = answered & ~stale;
        end
    end

    // What is out of date is read from the root on.
    assign anew = stale & (ready | over | answered);

    // Lookups join the walk of their page, or begin one in a place that was free as the cycle
    // began.
    assign free_bits = ~busy;
    assign ready_ports = free_there;
    assign room = ready_ports;
    assign taken = misses & ready_ports;

    always @* begin : compute_begun
        integer i;
        integer k;
        integer other;
        integer port;
        i = 0;
        k = 0;
        other = 0;
        begun = 0;
        next_free = 0;
        turn = 1;
        same = 1'b0;
        known = 1'b0;
        waits = 0;
        for (port = 0; port < PORTS; port = port + 1) begin
            with_page[(port * CONTEXTS) +: CONTEXTS] = 0;
            begins_in[(port * CONTEXTS) +: CONTEXTS] = 0;
            waits_in[(port * CONTEXTS) +: CONTEXTS] = 0;
            miss_page[(port * PAGE) +: PAGE] = pages[(port * PAGE) +: PAGE];
            miss_core[(port * CORE) +: CORE] = cores[(port * CORE) +: CORE];
            miss_sm[(port * CORES) +: CORES] = ONE_CORE << miss_core[(port * CORE) +: CORE];
        end
        beginners = 0;
        if (misses != 0) begin
            for (port = 0; port < PORTS; port = port + 1) begin
                if (taken[port]) begin
                    for (i = 0; i < CONTEXTS; i = i + 1) begin
                        same = busy[i]
                            && (page[(i * PAGE) +: PAGE] == miss_page[(port * PAGE) +: PAGE]);
                        with_page[(port * CONTEXTS) + i] = same;
                    end
                    known = with_page[(port * CONTEXTS) +: CONTEXTS] != 0;
                    waits = with_page[(port * CONTEXTS) +: CONTEXTS];
                    // A walk that the port before has begun.
                    for (other = 0; other < PORTS; other = other + 1) begin
                        same = miss_page[(other * PAGE) +: PAGE]
                            == miss_page[(port * PAGE) +: PAGE];
                        if (beginners[other] && same) begin
                            known = 1'b1;
                            waits = waits | begins_in[(other * CONTEXTS) +: CONTEXTS];
                        end
                    end
                    next_free = 0;
                    for (k = 0; k < PORTS; k = k + 1) begin
                        if (turn[k]) begin
                            next_free = next_free | free_each[(k * CONTEXTS) +: CONTEXTS];
                        end
                    end
                    if (!known) begin
                        beginners[port] = 1'b1;
                        begins_in[(port * CONTEXTS) +: CONTEXTS] = next_free;
                        waits = next_free;
                        turn = turn + turn;
                    end
                    begun = begun | begins_in[(port * CONTEXTS) +: CONTEXTS];
                    waits_in[(port * CONTEXTS) +: CONTEXTS] = waits;
                end
            end
        end
    end

    // The answer is for those, too, that wait since this cycle.
    always @* begin : compute_joined
        integer port;
        joined = 0;
        for (port = 0; port < PORTS; port = port + 1) begin
            if ((with_page[(port * CONTEXTS) +: CONTEXTS] & ended) != {CONTEXTS{1'b0}}) begin
                joined = joined | miss_sm[(port * CORES) +: CORES];
            end
        end
    end

    assign ends = ended != 0;
    assign end_page = last_page;
    assign end_waiters = last_waiters | joined;
    assign end_found = (found & end_turn) != {CONTEXTS{1'b0}};
    assign end_large = (is_large & end_turn) != {CONTEXTS{1'b0}};
    assign end_perm = last_perm;
    assign end_table = last_table;

    always @(posedge clock) begin
        if (reset) begin
            busy <= 0;
            ready <= 0;
            over <= 0;
            poisoned <= 0;
        end else begin
            busy <= (busy & ~ended) | begun;
            ready <= (ready & ~issued) | anew | deeper | retries | begun;
            over <= (over & ~ended & ~anew) | finished;
            poisoned <= stale & ~anew;
        end
    end

    always @(posedge clock) begin : update_is_large
        integer i;
        retried <= (retried & ~(anew | begun)) | retries;
        is_large <= is_large & ~(deeper | begun);
        if (data_large && ((was_depth + 3'd1) == LEAF[2:0])) begin
            is_large <= (is_large & ~begun) | deeper;
        end
        found <= found & ~finished;
        if (finds) begin
            found <= found | finished;
        end
        if ((misses != 0) || flush || data) begin
            for (i = 0; i < CONTEXTS; i = i + 1) begin
                if (begun[i] || anew[i]) begin
                    depth[(i * 3) +: 3] <= 3'd1;
                end else if (deeper[i]) begin
                    depth[(i * 3) +: 3] <= was_depth + 3'd1;
                    above[(i * TABLE) +: TABLE] <= node[(i * TABLE) +: TABLE];
                    node[(i * TABLE) +: TABLE] <= data_table;
                end else if (retries[i]) begin
                    depth[(i * 3) +: 3] <= was_depth - 3'd1;
                    node[(i * TABLE) +: TABLE] <= above[(i * TABLE) +: TABLE];
                end else if (finished[i]) begin
                    node[(i * TABLE) +: TABLE] <= data_table;
                    perm[(i * 4) +: 4] <= data_perm;
                end
            end
        end
    end

    always @(posedge clock) begin : update_page
        integer i;
        integer port;
        reg [CORES-1:0] waiter;
        waiter = 0;
        for (i = 0; i < CONTEXTS; i = i + 1) begin
            waiter = 0;
            if (!begun[i]) begin
                waiter = waiters[(i * CORES) +: CORES];
            end
            if (misses != 0) begin
                for (port = 0; port < PORTS; port = port + 1) begin
                    if (waits_in[(port * CONTEXTS) + i]) begin
                        waiter = waiter | miss_sm[(port * CORES) +: CORES];
                    end
                end
            end
            if (misses != 0) begin
                for (port = 0; port < PORTS; port = port + 1) begin
                    if (begins_in[(port * CONTEXTS) + i]) begin
                        page[(i * PAGE) +: PAGE] <= miss_page[(port * PAGE) +: PAGE];
                        core[(i * CORE) +: CORE] <= miss_core[(port * CORE) +: CORE];
                    end
                end
                waiters[(i * CORES) +: CORES] <= waiter;
            end
        end
    end

endmodule

`default_nettype wire
