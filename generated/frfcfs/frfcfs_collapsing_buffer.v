// SPDX-License-Identifier: Apache-2.0
// frfcfs_collapsing_buffer: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Request buffer whose entries are kept in the order of arrival, the oldest at 0 (specification
// section 8.3.1, `age_mode` = collapse, decision S20). When one leaves, those behind it move down
// by one.
// `REST` is what no one compares: identification, source, column.
module frfcfs_collapsing_buffer #(
    parameter N = 300,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter REST = 20,
    // What follows from these; not to be set.
    parameter INDEX = $clog2(N),
    parameter BANK = $clog2(BANKS)
) (
    input  wire                     clock,       // Clock.
    input  wire                     reset,       // Synchronous reset, active high.
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

    // Entries of the bank of the command before, and those of them that are in use.
    reg  [N-1:0]          of_bank;
    wire [N-1:0]          left;
    reg  [N-1:0]          next_hits;             // `hits` after a row has been opened or closed.
    wire [N-1:0]          eligible_hits;
    reg  [N-1:0]          candidates;
    wire [INDEX-1:0]      winner;
    wire                  served_hit;
    wire [BANK-1:0]       served_bank;
    wire [ROW-1:0]        served_row;
    wire                  remove;
    wire [N-1:0]          tail;                  // The entry behind the last valid one.
    reg  [N-1:0]          valid;
    reg  [N-1:0]          writes;
    reg  [N-1:0]          hits;                  // Entries whose row is open.
    reg  [(N * BANK)-1:0] banks;
    reg  [(N * ROW)-1:0]  rows;
    reg  [(N * REST)-1:0] payload;
    wire [N-1:0]          legality_eligible;
    wire                  rows_open_insert_hit;
    wire [BANKS-1:0]      rows_open_miss_ok;
    wire [BANKS-1:0]      rows_open_read_ok;
    wire [BANKS-1:0]      rows_open_write_ok;
    wire                  rows_open_served;
    wire                  rows_open_changed;
    wire                  rows_open_opened;
    wire [BANK-1:0]       rows_open_served_bank;
    wire [ROW-1:0]        rows_open_served_row;
    wire [N-1:0]          encoder_first;
    wire [INDEX-1:0]      encoder_index;
    wire [N-1:0]          moves_from;

    frfcfs_legality #(.N(N), .BANKS(BANKS)) legality (
        .valid       (valid),
        .hits        (hits),
        .urgent      ({N{1'b0}}),
        .only_urgent (1'b0),
        .writes      (writes),
        .banks       (banks),
        .miss_ok     (rows_open_miss_ok),
        .rd_ok       (rows_open_read_ok),
        .wr_ok       (rows_open_write_ok),
        .eligible    (legality_eligible)
    );

    frfcfs_rows #(.BANKS(BANKS), .ROW(ROW)) rows_open (
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
        .serve       (legality_eligible != 0),
        .hit         (served_hit),
        .bank        (served_bank),
        .row         (served_row),
        .left_misses ((left & ~next_hits) != {N{1'b0}}),
        .left_reads  ((left & next_hits & ~writes) != {N{1'b0}}),
        .left_writes ((left & next_hits & writes) != {N{1'b0}}),
        .only_urgent (1'b0),
        .insert_hit  (rows_open_insert_hit),
        .miss_ok     (rows_open_miss_ok),
        .read_ok     (rows_open_read_ok),
        .write_ok    (rows_open_write_ok),
        .served      (rows_open_served),
        .changed     (rows_open_changed),
        .opened      (rows_open_opened),
        .served_bank (rows_open_served_bank),
        .served_row  (rows_open_served_row)
    );

    first_set #(.N(N)) encoder (
        .requests (candidates),
        .first    (encoder_first),
        .index    (encoder_index)
    );

    upward #(.N(N)) moves (
        .bits (candidates),
        .from (moves_from)
    );

    // What the entries of the bank wait for that a command went to: one comparator an entry, with
    // the row that was opened last.
    always @* begin : compute_of_bank
        integer i;
        i = 0;
        of_bank = 0;
        if (rows_open_served) begin
            for (i = 0; i < N; i = i + 1)
                of_bank[i] = banks[(i * BANK) +: BANK] == rows_open_served_bank;
        end
    end

    always @* begin : compute_next_hits
        integer i;
        i = 0;
        next_hits = hits;
        if (rows_open_changed) begin
            next_hits = hits & ~of_bank;
            if (rows_open_opened) begin
                for (i = 0; i < N; i = i + 1) begin
                    if (of_bank[i]) begin
                        next_hits[i] = rows[(i * ROW) +: ROW] == rows_open_served_row;
                    end
                end
            end
        end
    end

    assign left = of_bank & valid;

    // Hits first, then the first in order.
    assign eligible_hits = legality_eligible & hits;
    assign served_hit = eligible_hits != 0;

    always @* begin
        candidates = legality_eligible;
        if (served_hit) begin
            candidates = eligible_hits;
        end
    end

    assign winner = encoder_index;
    assign serve = legality_eligible != 0;
    assign hit = served_hit;
    assign wr = (encoder_first & writes) != {N{1'b0}};
    assign served_bank = banks[(winner * BANK) +: BANK];
    assign served_row = rows[(winner * ROW) +: ROW];
    assign bank = served_bank;
    assign row = served_row;
    assign rest = payload[(winner * REST) +: REST];

    // The entries from the served one on move down; a new request goes behind the last one.
    assign remove = served_hit;
    assign tail = ((valid << 1) | {{(N - 1){1'b0}}, 1'b1}) & ~valid;

    always @(posedge clock) begin : update_writes
        integer i;
        reg [N-1:0] moved;
        reg [N-1:0] moved_hits;
        reg [N-1:0] place;
        place = tail;
        if (remove) begin
            place = tail >> 1;
        end
        moved = writes;
        moved_hits = next_hits;
        if (remove) begin
            moved = (writes & ~moves_from) | ((writes >> 1) & moves_from);
            moved_hits = (next_hits & ~moves_from) | ((next_hits >> 1) & moves_from);
        end
        writes <= moved;
        hits <= moved_hits;
        if (insert) begin
            writes <= moved & ~place;
            if (insert_wr) begin
                writes <= moved | place;
            end
            hits <= moved_hits & ~place;
            if (rows_open_insert_hit) begin
                hits <= moved_hits | place;
            end
        end
        if (remove) begin
            for (i = 0; i < N - 1; i = i + 1) begin
                if (moves_from[i]) begin
                    banks[(i * BANK) +: BANK] <= banks[((i + 1) * BANK) +: BANK];
                    rows[(i * ROW) +: ROW] <= rows[((i + 1) * ROW) +: ROW];
                    payload[(i * REST) +: REST] <= payload[((i + 1) * REST) +: REST];
                end
            end
        end
        if (insert) begin
            for (i = 0; i < N; i = i + 1) begin
                if (place[i]) begin
                    banks[(i * BANK) +: BANK] <= insert_bank;
                    rows[(i * ROW) +: ROW] <= insert_row;
                    payload[(i * REST) +: REST] <= insert_rest;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            if (remove) begin
                valid <= valid >> 1;
            end
            if (remove && insert) begin
                valid <= valid;
            end
            if (insert && !remove) begin
                valid <= valid | tail;
            end
        end
    end

endmodule

`default_nettype wire
