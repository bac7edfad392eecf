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
    parameter STAMPS = GROUPS * AGE,
    parameter PLACES = GROUPS * PLACE
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

    // Bits of an entry's number that name its place in the group.
    localparam PLACE_BITS = $clog2(SIZE);
    localparam LAST = N - 1;
    localparam LIMIT = 1 << (AGE - 2); // Age above which an entry becomes urgent.

    // Groups that take part: those with a hit if there is one, otherwise those with an entry that
    // could be served.
    reg  [GROUPS-1:0]        candidates;
    // A group, the place of its first entry, and that entry.
    reg  [GROUP-1:0]         first_group;
    reg  [PLACE-1:0]         first_place;
    reg  [INDEX-1:0]         first;
    // When the first entry of a group came, and those of all groups.
    reg  [AGE-1:0]           since;
    reg  [STAMPS-1:0]        first_stamps;
    reg  [STAMPS-1:0]        stamps;
    wire                     passes;
    reg  [INDEX-1:0]         next_scrub;
    wire [GROUP-1:0]         scrub_group;
    wire [GROUP-1:0]         next_group;
    wire [AGE-1:0]           age;
    wire                     overdue;
    wire                     served_hit;
    reg  [AGE-1:0]           arrived [0:SLOTS-1];  // When each entry came, group by group.
    // `first_stamps` of the cycle before, for a choice in two cycles (decision S24).
    reg  [STAMPS-1:0]        chosen_stamps;
    // Time, which passes only while there is what could grow old.
    reg  [AGE-1:0]           now;
    reg  [INDEX-1:0]         scrub;                // The entry whose age is looked at.
    // When that entry came, read a cycle before, and whether there was one: then no other can have
    // come into its place.
    reg  [AGE-1:0]           scrubbed;
    reg                      scrubs;
    reg                      urgent;               // Some entry is urgent.
    wire [INDEX-1:0]         entries_slot;
    wire [GROUPS-1:0]        entries_with_first;
    wire [PLACES-1:0]        entries_first_places;
    wire [GROUPS-1:0]        entries_some;
    wire [GROUPS-1:0]        entries_hit;
    wire                     entries_left_misses;
    wire                     entries_left_reads;
    wire                     entries_left_writes;
    wire                     entries_scrubs;
    wire                     entries_urgent_next;
    wire                     rows_insert_hit;
    wire [BANKS-1:0]         rows_miss_ok;
    wire [BANKS-1:0]         rows_read_ok;
    wire [BANKS-1:0]         rows_write_ok;
    wire                     rows_served;
    wire                     rows_changed;
    wire                     rows_opened;
    wire [BANK-1:0]          rows_served_bank;
    wire [ROW-1:0]           rows_served_row;
    wire [GROUPS-1:0]        oldest_pick;

    frfcfs_entries #(
        .N          (N),
        .BANKS      (BANKS),
        .ROW        (ROW),
        .REST       (REST),
        .TWO_CYCLES (TWO_CYCLES)
    ) entries (
        .clock        (clock),
        .reset        (reset),
        .insert       (insert),
        .insert_wr    (insert_wr),
        .insert_hit   (rows_insert_hit),
        .insert_bank  (insert_bank),
        .insert_row   (insert_row),
        .insert_rest  (insert_rest),
        .served       (rows_served),
        .changed      (rows_changed),
        .opened       (rows_opened),
        .served_bank  (rows_served_bank),
        .served_row   (rows_served_row),
        .miss_ok      (rows_miss_ok),
        .rd_ok        (rows_read_ok),
        .wr_ok        (rows_write_ok),
        .only_urgent  (urgent),
        .overdue      (overdue),
        .scrub_group  (scrub_group),
        .scrub_place  (scrub[PLACE-1:0]),
        .next_group   (next_group),
        .next_place   (next_scrub[PLACE-1:0]),
        .pick         (oldest_pick),
        .slot         (entries_slot),
        .with_first   (entries_with_first),
        .first_places (entries_first_places),
        .some         (entries_some),
        .hit          (entries_hit),
        .wr           (wr),
        .bank         (bank),
        .row          (row),
        .rest         (rest),
        .left_misses  (entries_left_misses),
        .left_reads   (entries_left_reads),
        .left_writes  (entries_left_writes),
        .scrubs       (entries_scrubs),
        .urgent_next  (entries_urgent_next)
    );

    frfcfs_rows #(.BANKS(BANKS), .ROW(ROW)) rows (
        .clock       (clock),
        .reset       (reset),
        .open        (open),
        .open_row    (open_row),
        .pre_ok      (pre_ok),
        .act_ok      (act_ok),
        .rd_ok       (rd_ok),
        .wr_ok       (wr_ok),
        .insert      (insert),
        .insert_wr   (insert_wr),
        .insert_bank (insert_bank),
        .insert_row  (insert_row),
        .serve       (entries_some != 0),
        .hit         (served_hit),
        .bank        (bank),
        .row         (row),
        .left_misses (entries_left_misses),
        .left_reads  (entries_left_reads),
        .left_writes (entries_left_writes),
        .only_urgent (urgent),
        .insert_hit  (rows_insert_hit),
        .miss_ok     (rows_miss_ok),
        .read_ok     (rows_read_ok),
        .write_ok    (rows_write_ok),
        .served      (rows_served),
        .changed     (rows_changed),
        .opened      (rows_opened),
        .served_bank (rows_served_bank),
        .served_row  (rows_served_row)
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

    assign served_hit = entries_hit != 0;

    // An entry that is old is urgent (S17).
    assign scrub_group = scrub[PLACE_BITS +: GROUP];
    assign next_group = next_scrub[PLACE_BITS +: GROUP];

    always @(posedge clock) begin
        scrubbed <= arrived[next_scrub];
    end

    always @(posedge clock) begin
        if (reset) begin
            scrubs <= 1'b0;
        end else begin
            scrubs <= entries_scrubs;
        end
    end

    assign age = now - scrubbed;
    assign overdue = scrubs && (age > LIMIT[AGE-1:0]);

    always @(posedge clock) begin
        if (reset) begin
            urgent <= 1'b0;
        end else begin
            urgent <= entries_urgent_next;
        end
    end

    always @(posedge clock) begin
        if (insert) begin
            arrived[entries_slot] <= now;
        end
    end

    // Hits first, then the oldest; the time stamps are compared meanwhile.
    always @* begin
        candidates = entries_some;
        if (served_hit) begin
            candidates = entries_hit;
        end
    end

    always @* begin : compute_first_group
        integer i;
        first_stamps = 0;
        first_group = 0;
        first_place = 0;
        first = 0;
        since = 0;
        for (i = 0; i < GROUPS; i = i + 1) begin
            if (entries_with_first[i]) begin
                first_group = i[GROUP-1:0];
                first_place = entries_first_places[(i * PLACE) +: PLACE];
                first = {first_group, first_place};
                since = arrived[first];
                first_stamps[(i * AGE) +: AGE] = since;
            end
        end
    end

    always @(posedge clock) begin
        chosen_stamps <= first_stamps;
    end

    always @* begin
        stamps = first_stamps;
        if (TWO_CYCLES) begin
            stamps = chosen_stamps;
        end
    end

    assign serve = entries_some != 0;
    assign hit = served_hit;

endmodule

`default_nettype wire
