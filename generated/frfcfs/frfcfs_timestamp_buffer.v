// SPDX-License-Identifier: Apache-2.0
// frfcfs_timestamp_buffer: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and
// S17). An entry stays where it is; a tree of comparators finds the oldest of those that come
// first.
// `REST` is what no one compares: identification, source, column.
module frfcfs_timestamp_buffer #(
    parameter N = 300,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter REST = 20,
    parameter AGE = 16,
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

    localparam [N-1:0] ONE = 1;
    localparam LAST = N - 1;
    localparam LIMIT = 1 << (AGE - 2); // Age above which an entry becomes urgent.

    reg  [N-1:0]          stored;
    wire [AGE-1:0]        age;
    reg  [N-1:0]          candidates;
    reg  [N-1:0]          removed;
    wire [INDEX-1:0]      winner;
    reg  [N-1:0]          writes;
    reg  [(N * AGE)-1:0]  arrived;            // Arrival time of each entry.
    reg  [REST-1:0]       payload [0:N-1];
    reg  [N-1:0]          urgent;             // Entries that wait too long.
    reg  [AGE-1:0]        now;                // Time.
    reg  [INDEX-1:0]      scrub;              // The entry whose age is looked at.
    wire [N-1:0]          entries_free;
    wire [INDEX-1:0]      entries_free_index;
    wire [N-1:0]          entries_valid;
    wire [N-1:0]          entries_hits;
    wire [(N * BANK)-1:0] entries_selects;
    wire [N-1:0]          legality_eligible;
    wire [INDEX-1:0]      oldest_index;

    cam #(.N(N), .W(ROW), .S(BANKS)) entries (
        .clock         (clock),
        .reset         (reset),
        .insert        (insert),
        .insert_select (insert_bank),
        .insert_key    (insert_row),
        .remove        (removed),
        .search        (open),
        .search_key    (open_row),
        .read          (winner),
        .free          (entries_free),
        .free_index    (entries_free_index),
        .valid         (entries_valid),
        .hits          (entries_hits),
        .selects       (entries_selects),
        .read_key      (row)
    );

    frfcfs_legality #(.N(N), .BANKS(BANKS)) legality (
        .valid    (entries_valid),
        .hits     (entries_hits),
        .urgent   (urgent),
        .writes   (writes),
        .banks    (entries_selects),
        .open     (open),
        .pre_ok   (pre_ok),
        .act_ok   (act_ok),
        .rd_ok    (rd_ok),
        .wr_ok    (wr_ok),
        .eligible (legality_eligible)
    );

    min_tree #(.N(N), .W(AGE)) oldest (
        .candidates (candidates),
        .keys       (arrived),
        .index      (oldest_index)
    );

    always @(posedge clock) begin : update_arrived
        integer i;
        if (insert) begin
            payload[entries_free_index] <= insert_rest;
        end
        if (insert) begin
            for (i = 0; i < N; i = i + 1) begin
                if (stored[i]) begin
                    arrived[(i * AGE) +: AGE] <= now;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            now <= 0;
        end else begin
            now <= now + 1'b1;
        end
    end

    always @* begin
        stored = 0;
        if (insert) begin
            stored = entries_free;
        end
    end

    always @(posedge clock) begin
        if (insert) begin
            writes <= writes & ~stored;
            if (insert_wr) begin
                writes <= writes | stored;
            end
        end
    end

    // The scrubber looks at one entry a cycle, before its age could wrap (S17).
    always @(posedge clock) begin
        if (reset) begin
            scrub <= 0;
        end else begin
            scrub <= scrub + 1'b1;
            if (scrub == LAST[INDEX-1:0]) begin
                scrub <= 0;
            end
        end
    end

    assign age = now - arrived[(scrub * AGE) +: AGE];

    always @(posedge clock) begin : update_urgent
        reg [N-1:0] overdue;
        if (reset) begin
            urgent <= 0;
        end else begin
            overdue = 0;
            if (age > LIMIT[AGE-1:0]) begin
                overdue = (ONE << scrub) & entries_valid;
            end
            urgent <= (urgent | overdue) & ~stored;
        end
    end

    // Hits first, then the oldest.
    always @* begin
        candidates = legality_eligible;
        if ((legality_eligible & entries_hits) != {N{1'b0}}) begin
            candidates = legality_eligible & entries_hits;
        end
    end

    assign winner = oldest_index;
    assign serve = candidates != 0;
    assign hit = entries_hits[winner];
    assign wr = writes[winner];
    assign bank = entries_selects[(winner * BANK) +: BANK];
    assign rest = payload[winner];

    always @* begin
        removed = 0;
        if (serve && hit) begin
            removed = ONE << winner;
        end
    end

endmodule

`default_nettype wire
