// SPDX-License-Identifier: Apache-2.0
// frfcfs_timestamp_buffer: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and
// S17). An entry stays where it is. The entries are in groups, of which each finds its first; of
// these the hits come first, then the oldest.
// `REST` is what no one compares: identification, source, column.
module frfcfs_timestamp_buffer #(
    parameter N = 300,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter REST = 20,
    parameter AGE = 16,
    parameter [0:0] TWO_CYCLES = 1'b0,
    // What follows from these; not to be set.
    parameter INDEX = $clog2(N),
    parameter BANK = $clog2(BANKS),
    parameter SIZE = 1 << (INDEX / 2),
    parameter PLACE = ($clog2(SIZE) > 1 ? $clog2(SIZE) : 1),
    parameter GROUPS = (N + SIZE - 1) / SIZE,
    parameter GROUP = ($clog2(GROUPS) > 1 ? $clog2(GROUPS) : 1),
    parameter SLOTS = GROUPS * SIZE,
    parameter STAMPS = GROUPS * AGE
) (
    input  wire                     clock,       // Clock.
    input  wire                     reset,       // Synchronous reset, active high.
    input  wire                     used,        // An entry is in use.
    // Store a request; must be low while the buffer is full.
    input  wire                     insert,
    input  wire                     insert_wr,   // It is a write.
    input  wire [BANK-1:0]          insert_bank, // Its bank.
    input  wire [ROW-1:0]           insert_row,  // Its row.
    input  wire [REST-1:0]          insert_rest, // The rest of it.
    input  wire [BANKS-1:0]         open,        // Banks with an open row.
    input  wire [(BANKS * ROW)-1:0] open_row,    // The open row of each bank.
    input  wire [BANKS-1:0]         pre_ok,      // Banks that PRE may go to.
    input  wire [BANKS-1:0]         act_ok,      // Banks that ACT may go to.
    input  wire [BANKS-1:0]         rd_ok,       // Banks that RD may go to.
    input  wire [BANKS-1:0]         wr_ok,       // Banks that WR may go to.
    output wire                     serve,       // Some entry is served in this cycle.
    output wire                     hit,         // Its row is open; it leaves the buffer.
    output wire                     wr,          // It is a write.
    output wire [BANK-1:0]          bank,        // Its bank.
    output wire [ROW-1:0]           row,         // Its row.
    output wire [REST-1:0]          rest         // The rest of it.
);

    localparam [N-1:0] ENTRIES = {N{1'b1}};
    // Bits of an entry's number that name its place in the group.
    localparam PLACE_BITS = $clog2(SIZE);
    localparam LAST = N - 1;
    localparam LIMIT = 1 << (AGE - 2); // Age above which an entry becomes urgent.

    // Groups with a free entry, with an entry that could be served, with one whose row is open;
    // groups that take part.
    wire [GROUPS-1:0]           rooms;
    wire [GROUPS-1:0]           some;
    wire [GROUPS-1:0]           hits;
    reg  [GROUPS-1:0]           candidates;
    wire [GROUPS-1:0]           writes;
    wire [(GROUPS * AGE)-1:0]   since;
    reg  [STAMPS-1:0]           stamps;
    wire                        passes;
    reg  [INDEX-1:0]            next_scrub;
    reg  [AGE-1:0]              next_scrubbed;
    reg                         next_scrubs;
    wire [GROUP-1:0]            scrub_group;
    wire [GROUP-1:0]            next_group;
    wire [AGE-1:0]              age;
    wire                        overdue;
    reg  [BANKS-1:0]            bank_hits;
    wire                        served_hit;
    reg  [BANK-1:0]             served_bank;
    reg  [ROW-1:0]              served_row;
    reg  [REST-1:0]             served_rest;
    reg  [GROUPS-1:0]           next_urgent;       // Groups with an urgent entry in the next cycle.
    wire [SLOTS-1:0]            slots;
    // Which group has room is not needed as a number.
    wire                        unused;
    // Time, which passes only while there is what could grow old.
    reg  [AGE-1:0]              now;
    reg  [INDEX-1:0]            scrub;             // The entry whose age is looked at.
    // When that entry came, read a cycle before, and whether there was one: then no other can have
    // come into its place.
    reg  [AGE-1:0]              scrubbed;
    reg                         scrubs;
    reg                         urgent;            // Some entry is urgent.
    reg  [GROUPS-1:0]           group_overdue;
    wire [GROUPS-1:0]           group_room;
    wire [(GROUPS * AGE)-1:0]   group_scrubbed;
    wire [GROUPS-1:0]           group_scrubs;
    wire [(GROUPS * BANKS)-1:0] group_bank_hits;
    wire [GROUPS-1:0]           group_urgent_next;
    wire [GROUPS-1:0]           group_some;
    wire [GROUPS-1:0]           group_hit;
    wire [GROUPS-1:0]           group_wr;
    wire [(GROUPS * AGE)-1:0]   group_since;
    wire [(GROUPS * BANK)-1:0]  group_bank;
    wire [(GROUPS * ROW)-1:0]   group_row;
    wire [(GROUPS * REST)-1:0]  group_rest;
    wire                        rows_insert_hit;
    wire [BANKS-1:0]            rows_miss_ok;
    wire [BANKS-1:0]            rows_read_ok;
    wire [BANKS-1:0]            rows_write_ok;
    wire                        rows_changed;
    wire                        rows_opened;
    wire [BANK-1:0]             rows_changed_bank;
    wire [ROW-1:0]              rows_changed_row;
    wire [GROUPS-1:0]           free_first;
    wire [GROUP-1:0]            free_index;
    wire [GROUPS-1:0]           oldest_pick;

    genvar g;

    for (g = 0; g < GROUPS; g = g + 1) begin : each_group
        frfcfs_group #(
            .SIZE       (SIZE),
            .BANKS      (BANKS),
            .ROW        (ROW),
            .REST       (REST),
            .AGE        (AGE),
            .TWO_CYCLES (TWO_CYCLES)
        ) group (
            .clock        (clock),
            .reset        (reset),
            .exists       (slots[(g * SIZE) +: SIZE]),
            .insert       (insert && free_first[g]),
            .insert_wr    (insert_wr),
            .insert_hit   (rows_insert_hit),
            .insert_bank  (insert_bank),
            .insert_row   (insert_row),
            .insert_rest  (insert_rest),
            .now          (now),
            .changed      (rows_changed),
            .opened       (rows_opened),
            .changed_bank (rows_changed_bank),
            .changed_row  (rows_changed_row),
            .miss_ok      (rows_miss_ok),
            .rd_ok        (rows_read_ok),
            .wr_ok        (rows_write_ok),
            .only_urgent  (urgent),
            .scrub        (scrub[PLACE-1:0]),
            .next_scrub   (next_scrub[PLACE-1:0]),
            .overdue      (group_overdue[g]),
            .leave        (oldest_pick[g] && hits[g]),
            .serve        (some != 0),
            .room         (group_room[g]),
            .scrubbed     (group_scrubbed[(g * AGE) +: AGE]),
            .scrubs       (group_scrubs[g]),
            .bank_hits    (group_bank_hits[(g * BANKS) +: BANKS]),
            .urgent_next  (group_urgent_next[g]),
            .some         (group_some[g]),
            .hit          (group_hit[g]),
            .wr           (group_wr[g]),
            .since        (group_since[(g * AGE) +: AGE]),
            .bank         (group_bank[(g * BANK) +: BANK]),
            .row          (group_row[(g * ROW) +: ROW]),
            .rest         (group_rest[(g * REST) +: REST])
        );
    end

    frfcfs_rows #(.BANKS(BANKS), .ROW(ROW)) rows (
        .clock        (clock),
        .reset        (reset),
        .open         (open),
        .open_row     (open_row),
        .pre_ok       (pre_ok),
        .act_ok       (act_ok),
        .rd_ok        (rd_ok),
        .wr_ok        (wr_ok),
        .insert       (insert),
        .insert_bank  (insert_bank),
        .insert_row   (insert_row),
        .serve        (some != 0),
        .hit          (served_hit),
        .bank         (served_bank),
        .row          (served_row),
        .bank_hits    (bank_hits),
        .only_urgent  (urgent),
        .insert_hit   (rows_insert_hit),
        .miss_ok      (rows_miss_ok),
        .read_ok      (rows_read_ok),
        .write_ok     (rows_write_ok),
        .changed      (rows_changed),
        .opened       (rows_opened),
        .changed_bank (rows_changed_bank),
        .changed_row  (rows_changed_row)
    );

    first_set #(.N(GROUPS)) free (
        .requests (rooms),
        .first    (free_first),
        .index    (free_index)
    );

    min_pairs #(.N(GROUPS), .W(AGE)) oldest (
        .candidates (candidates),
        .keys       (stamps),
        .pick       (oldest_pick)
    );

    assign passes = used || insert;

    always @(posedge clock) begin
        if (reset) begin
            now <= 0;
        end else if (passes) begin
            now <= now + 1'b1;
        end
    end

    always @* begin
        next_scrub = scrub;
        if (passes) begin
            next_scrub = scrub + 1'b1;
            if (scrub == LAST[INDEX-1:0]) begin
                next_scrub = 0;
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            scrub <= 0;
        end else begin
            scrub <= next_scrub;
        end
    end

    assign rooms = group_room;
    assign some = group_some;
    assign hits = group_hit;
    assign writes = group_wr;
    assign unused = free_index != 0;

    // An entry that is old is urgent (S17).
    assign scrub_group = scrub[PLACE_BITS +: GROUP];
    assign next_group = next_scrub[PLACE_BITS +: GROUP];

    always @* begin : compute_next_scrubbed
        integer i;
        next_scrubbed = 0;
        next_scrubs = 1'b0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            if (next_group == i[GROUP-1:0]) begin
                next_scrubbed = group_scrubbed[(i * AGE) +: AGE];
                next_scrubs = group_scrubs[i];
            end
        end
    end

    always @(posedge clock) begin
        scrubbed <= next_scrubbed;
    end

    always @(posedge clock) begin
        if (reset) begin
            scrubs <= 1'b0;
        end else begin
            scrubs <= next_scrubs;
        end
    end

    assign age = now - scrubbed;
    assign overdue = scrubs && (age > LIMIT[AGE-1:0]);
    assign slots = {{(SLOTS - N){1'b0}}, ENTRIES};

    always @* begin : compute_group_overdue
        integer i;
        for (i = 0; i < GROUPS; i = i + 1)
            group_overdue[i] = overdue && (scrub_group == i[GROUP-1:0]);
    end

    // Hits first, then the oldest; the time stamps are compared meanwhile.
    always @* begin
        candidates = some;
        if (hits != 0) begin
            candidates = hits;
        end
    end

    assign since = group_since;

    always @* begin : compute_stamps
        integer i;
        stamps = 0;
        for (i = 0; i < GROUPS; i = i + 1)
            stamps[(i * AGE) +: AGE] = since[(i * AGE) +: AGE];
    end

    always @* begin : compute_bank_hits
        integer i;
        served_bank = 0;
        served_row = 0;
        served_rest = 0;
        bank_hits = 0;
        next_urgent = 0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            bank_hits = bank_hits | group_bank_hits[(i * BANKS) +: BANKS];
            next_urgent[i] = group_urgent_next[i];
            if (oldest_pick[i]) begin
                served_bank = served_bank | group_bank[(i * BANK) +: BANK];
                served_row = served_row | group_row[(i * ROW) +: ROW];
                served_rest = served_rest | group_rest[(i * REST) +: REST];
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            urgent <= 1'b0;
        end else begin
            urgent <= next_urgent != 0;
        end
    end

    assign served_hit = hits != 0;
    assign serve = some != 0;
    assign hit = served_hit;
    assign wr = (oldest_pick & writes) != {GROUPS{1'b0}};
    assign bank = served_bank;
    assign row = served_row;
    assign rest = served_rest;

endmodule

`default_nettype wire
