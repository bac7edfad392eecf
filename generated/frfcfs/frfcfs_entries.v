// SPDX-License-Identifier: Apache-2.0
// frfcfs_entries: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What the entries of the request buffer wait for, and the first of each group: a hit if it has one
// that may be served, and of these the oldest, by an age matrix, in the same cycle or for the next
// one.
// Entries are in groups; a word has the entries of all groups at one place, a bit each, so that all
// groups are looked at together.
module frfcfs_entries #(
    parameter N = 300,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter REST = 20,
    parameter [0:0] TWO_CYCLES = 1'b0,
    // What follows from these; not to be set.
    parameter INDEX = $clog2(N),
    parameter BANK = $clog2(BANKS),
    parameter SIZE = 1 << (INDEX / 2),
    parameter PLACE = ($clog2(SIZE) > 1 ? $clog2(SIZE) : 1),
    parameter GROUPS = (N + SIZE - 1) / SIZE,
    parameter GROUP = ($clog2(GROUPS) > 1 ? $clog2(GROUPS) : 1),
    parameter SLOTS = GROUPS * SIZE,
    parameter PLACES = GROUPS * PLACE,
    parameter PLANES = BANK * SIZE,
    parameter PAIRS = SIZE * SIZE
) (
    input  wire              clock,        // Clock.
    input  wire              reset,        // Synchronous reset, active high.
    input  wire              insert,       // Store a request, into the lowest free entry.
    input  wire              insert_wr,    // It is a write.
    input  wire              insert_hit,   // Its row is open.
    input  wire [BANK-1:0]   insert_bank,  // Its bank.
    input  wire [ROW-1:0]    insert_row,   // Its row.
    input  wire [REST-1:0]   insert_rest,  // The rest of it.
    input  wire              served,       // A command went in the cycle before.
    input  wire              changed,      // It opened or closed the row of its bank.
    input  wire              opened,       // It opened it.
    input  wire [BANK-1:0]   served_bank,  // Its bank.
    input  wire [ROW-1:0]    served_row,   // Its row.
    // Banks whose row may be closed or opened for an entry that waits.
    input  wire [BANKS-1:0]  miss_ok,
    input  wire [BANKS-1:0]  rd_ok,        // Banks that have an entry that RD may go for.
    input  wire [BANKS-1:0]  wr_ok,        // Banks that have an entry that WR may go for.
    // Some entry of the buffer is urgent: no other is considered.
    input  wire              only_urgent,
    input  wire              overdue,      // The entry whose age is looked at, which is too old.
    input  wire [GROUP-1:0]  scrub_group,
    input  wire [PLACE-1:0]  scrub_place,
    input  wire [GROUP-1:0]  next_group,   // That of the next cycle.
    input  wire [PLACE-1:0]  next_place,
    input  wire [GROUPS-1:0] pick,         // The group whose first entry is served.
    output wire [INDEX-1:0]  slot,         // The lowest free entry.
    output wire [GROUPS-1:0] with_first,   // Groups that have a first entry, and the place of each.
    output reg  [PLACES-1:0] first_places,
    // Groups with an entry that is to be served now, and those whose row is open.
    output wire [GROUPS-1:0] some,
    output wire [GROUPS-1:0] hit,
    // The one that is served: whether it is a write, its bank, its row, and the rest of it.
    output wire              wr,
    output reg  [BANK-1:0]   bank,
    output reg  [ROW-1:0]    row,
    output reg  [REST-1:0]   rest,
    // What entries of the bank of the command before wait for: its row, RD, WR.
    output wire              left_misses,
    output wire              left_reads,
    output wire              left_writes,
    // The entry whose age is looked at in the next cycle is in use.
    output wire              scrubs,
    output wire              urgent_next   // Some entry will be urgent in the next cycle.
);

    localparam [GROUPS-1:0] ONE = 1;
    localparam [N-1:0] ENTRIES = {N{1'b1}};
    localparam LAST = SIZE - 1; // The last place of a group.

    wire                         any_ok;
    // A bank, and words of ones for those of its bits that are 0.
    reg  [BANK-1:0]              number;
    reg  [GROUPS-1:0]            others [0:BANK-1];
    // Entries that take part, and those at a place that wait for a bank.
    reg  [GROUPS-1:0]            waiting [0:SIZE-1];
    reg  [GROUPS-1:0]            asks;
    reg  [GROUPS-1:0]            eligible [0:SIZE-1];
    reg  [GROUPS-1:0]            candidates [0:SIZE-1];
    // Candidates at a place that another one of their group came before.
    reg  [GROUPS-1:0]            beaten;
    reg  [GROUPS-1:0]            first [0:SIZE-1];
    reg  [GROUPS-1:0]            first_place [0:PLACE-1];
    reg  [GROUPS-1:0]            first_bank [0:BANK-1];
    reg  [GROUPS-1:0]            first_some;
    reg  [GROUPS-1:0]            first_hit;
    reg  [GROUPS-1:0]            first_wr;
    reg  [GROUPS-1:0]            leaving [0:SIZE-1]; // The entries that leave if they are served.
    reg  [PLACES-1:0]            leaving_places;
    reg  [GROUPS-1:0]            leaving_bank [0:BANK-1];
    reg  [GROUPS-1:0]            leaving_wr;
    reg  [GROUPS-1:0]            now_some;
    reg  [GROUPS-1:0]            now_hit;
    wire [GROUPS-1:0]            leave;
    reg  [GROUPS-1:0]            exists [0:SIZE-1];
    wire [SLOTS-1:0]             slots;
    // The group of the lowest free entry, and the entry.
    wire [GROUPS-1:0]            into;
    reg  [PLACE-1:0]             place;
    reg  [GROUPS-1:0]            stored [0:SIZE-1];
    reg  [GROUPS-1:0]            below;
    // The group that a request comes into; so if its row is open, if it is a write, if a bit of its
    // bank is 1.
    reg  [GROUPS-1:0]            comes;
    reg  [GROUPS-1:0]            comes_hit;
    reg  [GROUPS-1:0]            comes_wr;
    // A place, as a number, and that of a group's first entry.
    reg  [PLACE-1:0]             at;
    reg  [PLACE-1:0]             found;
    // The group and the place of the one that is served.
    reg  [GROUP-1:0]             picked_group;
    reg  [PLACE-1:0]             picked_place;
    reg  [INDEX-1:0]             picked;
    reg  [GROUPS-1:0]            left_others [0:BANK-1]; // As `others`, of the bank before.
    reg  [GROUPS-1:0]            of_bank [0:SIZE-1];
    reg  [GROUPS-1:0]            next_hits [0:SIZE-1];
    reg  [GROUPS-1:0]            misses;
    reg  [GROUPS-1:0]            reads;
    reg  [GROUPS-1:0]            next_writes;
    reg  [GROUPS-1:0]            late_group;
    reg  [GROUPS-1:0]            next_urgent [0:SIZE-1];
    reg  [GROUPS-1:0]            stays_urgent;
    reg  [GROUPS-1:0]            valid [0:SIZE-1];
    // Entries that are in use, with all those of the group below them, or that there are not: known
    // a cycle before, so that a place is found at once.
    reg  [GROUPS-1:0]            filled [0:SIZE-1];
    // Entries that wait too long; of free ones without meaning.
    reg  [GROUPS-1:0]            urgent [0:SIZE-1];
    reg  [GROUPS-1:0]            hits [0:SIZE-1]; // Entries whose row is open.
    reg  [GROUPS-1:0]            writes [0:SIZE-1];
    reg  [GROUPS-1:0]            banks [0:PLANES-1]; // Bit k of the banks, place by place.
    // The row of each entry, group by group, and the rest of it.
    reg  [ROW-1:0]               rows [0:SLOTS-1];
    reg  [REST-1:0]              payload [0:SLOTS-1];
    // Whether the entry at place i came before the one at a place j above it.
    reg  [GROUPS-1:0]            older [0:PAIRS-1];
    // The first entries of the cycle before, for a choice in two cycles (decision S24).
    reg  [GROUPS-1:0]            waits;
    reg  [GROUPS-1:0]            chosen [0:SIZE-1];
    reg  [PLACES-1:0]            chosen_places;
    reg  [GROUPS-1:0]            chosen_bank [0:BANK-1];
    reg  [GROUPS-1:0]            chosen_hit;
    reg  [GROUPS-1:0]            chosen_wr;
    wire [GROUPS-1:0]            free_requests;
    wire [GROUPS-1:0]            free_first;
    wire [GROUP-1:0]             free_index;

    first_set #(.N(GROUPS)) free (
        .requests (free_requests),
        .first    (free_first),
        .index    (free_index)
    );

    always @(posedge clock) begin : update_valid
        integer s;
        reg [GROUPS-1:0] all_below;
        reg [GROUPS-1:0] left_below;
        if (reset) begin
            for (s = 0; s < SIZE; s = s + 1)
                valid[s] <= 0;
            for (s = 0; s < SIZE; s = s + 1)
                filled[s] <= 0;
        end else begin
            all_below = 0;
            left_below = 0;
            if (insert || (now_hit != 0)) begin
                all_below = into;
                for (s = 0; s < SIZE; s = s + 1) begin
                    left_below = left_below | leaving[s];
                    valid[s] <= (valid[s] | stored[s]) & ~(leaving[s] & leave);
                    all_below = all_below & (valid[s] | stored[s] | ~exists[s]);
                    filled[s] <= ((filled[s] & ~comes) | (all_below & comes))
                        & ~(left_below & leave);
                end
            end
        end
    end

    always @(posedge clock) begin : update_urgent
        integer s;
        if (reset) begin
            for (s = 0; s < SIZE; s = s + 1)
                urgent[s] <= 0;
        end else if (overdue || insert) begin
            for (s = 0; s < SIZE; s = s + 1)
                urgent[s] <= next_urgent[s] & ~stored[s];
        end
    end

    always @(posedge clock) begin : update_hits
        integer s;
        if (insert || changed) begin
            for (s = 0; s < SIZE; s = s + 1)
                hits[s] <= (next_hits[s] & ~stored[s]) | (stored[s] & comes_hit);
        end
    end

    always @(posedge clock) begin : update_writes
        integer i;
        integer j;
        integer k;
        integer s;
        reg [GROUPS-1:0] comes_bit;
        comes_bit = 0;
        if (insert) begin
            rows[slot] <= insert_row;
            payload[slot] <= insert_rest;
            for (s = 0; s < SIZE; s = s + 1) begin
                if (place == s[PLACE-1:0]) begin
                    writes[s] <= (writes[s] & ~comes) | comes_wr;
                    for (k = 0; k < BANK; k = k + 1) begin
                        comes_bit = 0;
                        if (insert_bank[k]) begin
                            comes_bit = comes;
                        end
                        banks[(k * SIZE) + s] <= (banks[(k * SIZE) + s] & ~comes) | comes_bit;
                    end
                end
            end
            for (i = 0; i < SIZE; i = i + 1) begin
                for (j = 0; j < SIZE; j = j + 1) begin
                    if (i < j) begin
                        older[(i * SIZE) + j] <= (older[(i * SIZE) + j] & ~stored[i]) | stored[j];
                    end
                end
            end
        end
    end

    // Which entries could be served: their bank takes the command that they wait for. A simulator
    // passes over banks that take none.
    assign any_ok = (miss_ok != 0) || (rd_ok != 0) || (wr_ok != 0);

    always @* begin : compute_number
        integer b;
        integer i;
        integer j;
        integer k;
        integer s;
        b = 0;
        i = 0;
        j = 0;
        number = 0;
        at = 0;
        asks = 0;
        for (s = 0; s < SIZE; s = s + 1) begin
            waiting[s] = 0;
            eligible[s] = 0;
            candidates[s] = 0;
            first[s] = 0;
        end
        for (k = 0; k < PLACE; k = k + 1)
            first_place[k] = 0;
        for (k = 0; k < BANK; k = k + 1) begin
            first_bank[k] = 0;
            others[k] = 0;
        end
        beaten = 0;
        first_some = 0;
        first_hit = 0;
        first_wr = 0;
        if (any_ok) begin
            for (s = 0; s < SIZE; s = s + 1) begin
                waiting[s] = valid[s];
                if (only_urgent) begin
                    waiting[s] = valid[s] & urgent[s];
                end
            end
            for (b = 0; b < BANKS; b = b + 1) begin
                if (miss_ok[b] || rd_ok[b] || wr_ok[b]) begin
                    number = b[BANK-1:0];
                    for (k = 0; k < BANK; k = k + 1) begin
                        others[k] = 0;
                        if (!number[k]) begin
                            others[k] = ~others[k];
                        end
                    end
                    for (s = 0; s < SIZE; s = s + 1) begin
                        asks = waiting[s];
                        for (k = 0; k < BANK; k = k + 1)
                            asks = asks & (banks[(k * SIZE) + s] ^ others[k]);
                        if (miss_ok[b]) begin
                            eligible[s] = eligible[s] | (asks & ~hits[s]);
                        end
                        if (rd_ok[b]) begin
                            eligible[s] = eligible[s] | (asks & hits[s] & ~writes[s]);
                        end
                        if (wr_ok[b]) begin
                            eligible[s] = eligible[s] | (asks & hits[s] & writes[s]);
                        end
                    end
                end
            end
            // Hits first, then the oldest of the group.
            for (s = 0; s < SIZE; s = s + 1) begin
                first_some = first_some | eligible[s];
                first_hit = first_hit | (eligible[s] & hits[s]);
            end
            for (s = 0; s < SIZE; s = s + 1)
                candidates[s] = eligible[s] & (hits[s] | ~first_hit);
            for (i = 0; i < SIZE; i = i + 1) begin
                beaten = 0;
                for (j = 0; j < SIZE; j = j + 1) begin
                    if (j < i) begin
                        beaten = beaten | (candidates[j] & older[(j * SIZE) + i]);
                    end
                    if (i < j) begin
                        beaten = beaten | (candidates[j] & ~older[(i * SIZE) + j]);
                    end
                end
                first[i] = candidates[i] & ~beaten;
            end
            for (s = 0; s < SIZE; s = s + 1) begin
                first_wr = first_wr | (first[s] & writes[s]);
                at = s[PLACE-1:0];
                for (k = 0; k < PLACE; k = k + 1) begin
                    if (at[k]) begin
                        first_place[k] = first_place[k] | first[s];
                    end
                end
                for (k = 0; k < BANK; k = k + 1)
                    first_bank[k] = first_bank[k] | (first[s] & banks[(k * SIZE) + s]);
            end
        end
    end

    assign with_first = first_some;

    always @* begin : compute_first_places
        integer g;
        integer k;
        k = 0;
        first_places = 0;
        found = 0;
        for (g = 0; g < GROUPS; g = g + 1) begin
            if (first_some[g]) begin
                for (k = 0; k < PLACE; k = k + 1)
                    found[k] = first_place[k][g];
                first_places[(g * PLACE) +: PLACE] = found;
            end
        end
    end

    // Served in the same cycle, or in the next.
    always @(posedge clock) begin : update_chosen
        integer k;
        integer s;
        chosen_places <= first_places;
        chosen_hit <= first_hit;
        chosen_wr <= first_wr;
        for (s = 0; s < SIZE; s = s + 1)
            chosen[s] <= first[s];
        for (k = 0; k < BANK; k = k + 1)
            chosen_bank[k] <= first_bank[k];
    end

    always @* begin : compute_leaving
        integer k;
        integer s;
        k = 0;
        s = 0;
        if (TWO_CYCLES) begin
            now_some = waits;
            now_hit = waits & chosen_hit;
            leaving_places = chosen_places;
            leaving_wr = chosen_wr;
            for (s = 0; s < SIZE; s = s + 1)
                leaving[s] = chosen[s];
            for (k = 0; k < BANK; k = k + 1)
                leaving_bank[k] = chosen_bank[k];
        end else begin
            now_some = first_some;
            now_hit = first_hit;
            leaving_places = first_places;
            leaving_wr = first_wr;
            for (s = 0; s < SIZE; s = s + 1)
                leaving[s] = first[s];
            for (k = 0; k < BANK; k = k + 1)
                leaving_bank[k] = first_bank[k];
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            waits <= 0;
        end else begin
            waits <= first_some;
            if (now_some != 0) begin
                waits <= 0;
            end
        end
    end

    assign some = now_some;
    assign hit = now_hit;
    assign wr = (pick & leaving_wr) != {GROUPS{1'b0}};

    always @* begin : compute_bank
        integer k;
        bank = 0;
        for (k = 0; k < BANK; k = k + 1)
            bank[k] = (pick & leaving_bank[k]) != {GROUPS{1'b0}};
    end

    assign leave = pick & now_hit;

    always @* begin : compute_row
        integer g;
        row = 0;
        rest = 0;
        picked_group = 0;
        picked_place = 0;
        picked = 0;
        for (g = 0; g < GROUPS; g = g + 1) begin
            if (pick[g]) begin
                picked_group = g[GROUP-1:0];
                picked_place = leaving_places[(g * PLACE) +: PLACE];
                picked = {picked_group, picked_place};
                row = row | rows[picked];
                rest = rest | payload[picked];
            end
        end
    end

    // The lowest free entry.
    assign free_requests = ~filled[LAST];
    assign into = free_first;

    always @* begin : compute_place
        integer s;
        place = 0;
        below = 0;
        for (s = 0; s < SIZE; s = s + 1)
            stored[s] = 0;
        if (insert) begin
            below = into;
            for (s = 0; s < SIZE; s = s + 1) begin
                stored[s] = below & ~filled[s];
                below = into & filled[s];
                if (stored[s] != 0) begin
                    place = place | s[PLACE-1:0];
                end
            end
        end
    end

    assign slot = {free_index, place};

    always @* begin
        comes = 0;
        comes_hit = 0;
        comes_wr = 0;
        if (insert) begin
            comes = into;
            if (insert_hit) begin
                comes_hit = into;
            end
            if (insert_wr) begin
                comes_wr = into;
            end
        end
    end

    assign slots = {{(SLOTS - N){1'b0}}, ENTRIES};

    always @* begin : compute_exists
        integer g;
        integer s;
        for (s = 0; s < SIZE; s = s + 1) begin
            exists[s] = 0;
            for (g = 0; g < GROUPS; g = g + 1)
                exists[s][g] = slots[(g * SIZE) + s];
        end
    end

    // What the entries of the bank wait for that a command went to: one comparator an entry, with
    // the row that was opened last.
    always @* begin : compute_left_others
        integer g;
        integer k;
        integer s;
        g = 0;
        for (s = 0; s < SIZE; s = s + 1) begin
            of_bank[s] = 0;
            next_hits[s] = hits[s];
        end
        misses = 0;
        reads = 0;
        next_writes = 0;
        for (k = 0; k < BANK; k = k + 1)
            left_others[k] = 0;
        if (served) begin
            for (k = 0; k < BANK; k = k + 1) begin
                if (!served_bank[k]) begin
                    left_others[k] = ~left_others[k];
                end
            end
            for (s = 0; s < SIZE; s = s + 1) begin
                of_bank[s] = valid[s];
                for (k = 0; k < BANK; k = k + 1)
                    of_bank[s] = of_bank[s] & (banks[(k * SIZE) + s] ^ left_others[k]);
                if (changed) begin
                    next_hits[s] = hits[s] & ~of_bank[s];
                    if (opened && (of_bank[s] != 0)) begin
                        for (g = 0; g < GROUPS; g = g + 1) begin
                            if (of_bank[s][g]) begin
                                next_hits[s][g] = rows[(g * SIZE) + s] == served_row;
                            end
                        end
                    end
                end
                misses = misses | (of_bank[s] & ~next_hits[s]);
                reads = reads | (of_bank[s] & next_hits[s] & ~writes[s]);
                next_writes = next_writes | (of_bank[s] & next_hits[s] & writes[s]);
            end
        end
    end

    assign left_misses = misses != 0;
    assign left_reads = reads != 0;
    assign left_writes = next_writes != 0;

    // The scrubber looks at one entry a cycle, before its age could wrap (S17).
    assign scrubs = valid[next_place][next_group];

    always @* begin : compute_late_group
        integer s;
        late_group = 0;
        for (s = 0; s < SIZE; s = s + 1)
            next_urgent[s] = urgent[s];
        if (overdue) begin
            late_group = ONE << scrub_group;
            for (s = 0; s < SIZE; s = s + 1) begin
                if (scrub_place == s[PLACE-1:0]) begin
                    next_urgent[s] = urgent[s] | (late_group & valid[s]);
                end
            end
        end
    end

    always @* begin : compute_stays_urgent
        integer s;
        s = 0;
        stays_urgent = 0;
        if (overdue || only_urgent) begin
            for (s = 0; s < SIZE; s = s + 1)
                stays_urgent = stays_urgent | (next_urgent[s] & valid[s] & ~(leaving[s] & leave));
        end
    end

    assign urgent_next = stays_urgent != 0;

endmodule

`default_nettype wire
