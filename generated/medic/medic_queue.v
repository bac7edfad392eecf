// SPDX-License-Identifier: Apache-2.0
// medic_queue: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// One of the two request queues of MeDiC's memory controller (specification section 2.6): FR-FCFS,
// row hits first, then the oldest.
// Each entry knows whether the row that was last opened in its bank is its own; it learns of an ACT
// a cycle late, when neither RD, WR nor PRE may follow yet. What entries make of the banks stands
// in registers too, which learn a cycle late that one has left, when no command of its bank may
// follow (decision P4). Arrival is kept as a matrix, so no ages are compared.
// `REST` is what no one looks at: identification and column.
module medic_queue #(
    parameter N = 16,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter REST = 16,
    // What follows from these; not to be set.
    parameter INDEX = ($clog2(N) > 1 ? $clog2(N) : 1),
    parameter BANK = $clog2(BANKS)
) (
    input  wire               clock,          // Clock.
    input  wire               reset,          // Synchronous reset, active high.
    // Store a request; must be low while the queue is full.
    input  wire               insert,
    input  wire               insert_wr,      // It is a write.
    input  wire [BANK-1:0]    insert_bank,    // Its bank.
    // Its row, and whether that is the one last opened in its bank.
    input  wire [ROW-1:0]     insert_row,
    input  wire               insert_same,
    input  wire [REST-1:0]    insert_rest,    // The rest of it.
    input  wire               opened,         // An ACT was issued in the cycle before.
    input  wire [BANK-1:0]    opened_bank,    // Its bank and row.
    input  wire [ROW-1:0]     opened_row,
    input  wire [BANKS-1:0]   open,           // Banks with an open row.
    // Banks whose row may be closed or, if none is open, opened.
    input  wire [BANKS-1:0]   miss_ok,
    input  wire [BANKS-1:0]   rd_ok,          // Banks with an open row that RD may go to.
    input  wire [BANKS-1:0]   wr_ok,          // Banks with an open row that WR may go to.
    input  wire [BANKS-1:0]   blocked,        // Banks that are left to others.
    input  wire               column_blocked, // RD and WR are left to others.
    // The entry that has waited too long, one-hot, if any (P22).
    input  wire [N-1:0]       starved,
    input  wire               take,           // The entry that `serve` offers is served.
    output reg  [N-1:0]       used,           // Entries in use.
    // For each entry those above it that have arrived after it.
    output wire [(N * N)-1:0] younger,
    output wire [N-1:0]       removed,        // The entry that leaves, one-hot, if any.
    output wire               full,           // All entries are in use.
    output reg  [BANKS-1:0]   wanted,         // Banks that entries wait for.
    // The bank of the starved entry, one-hot, and whether it needs RD or WR.
    output wire [BANKS-1:0]   starved_bank,
    output wire               starved_column,
    output wire               serve,          // The command of an entry may be issued.
    output wire               urgent,         // The entry is the starved one.
    output wire               hit,            // Its row is open.
    output wire               closed,         // Its bank is closed.
    output wire               wr,             // It is a write.
    output wire [BANK-1:0]    bank,           // Its bank, row, and the rest of it.
    output wire [ROW-1:0]     row,
    output wire [REST-1:0]    rest
);

    localparam [BANKS-1:0] ONE = 1;

    reg  [N-1:0]          enter;
    reg  [N-1:0]          leave;
    reg  [N-1:0]          same_now;        // `same` with that ACT.
    reg  [BANKS-1:0]      starves;         // Bank of the starved entry.
    reg                   starved_same;
    wire                  starves_column;  // The starved entry needs RD or WR.
    reg  [BANKS-1:0]      rd_go;           // Banks in which commands of each kind may be issued.
    reg  [BANKS-1:0]      wr_go;
    wire [BANKS-1:0]      miss_go;
    reg  [N-1:0]          in_open;         // Entries in a bank with an open row.
    // Entries whose RD or WR, whose ACT or PRE may be issued, and the starved one if its command
    // may.
    reg  [N-1:0]          columns;
    reg  [N-1:0]          others;
    reg  [N-1:0]          first;
    reg  [BANK-1:0]       place;
    reg  [BANK-1:0]       starved_place;
    reg  [N-1:0]          candidates;
    wire                  is_hit;
    // What of the entry at hand stands in the result: its own if it is the chosen one, else 0.
    reg  [BANK-1:0]       chosen_bank;
    reg  [ROW-1:0]        chosen_row;
    reg  [REST-1:0]       chosen_rest;
    reg  [BANK-1:0]       any_bank;
    reg  [ROW-1:0]        any_row;
    reg  [REST-1:0]       any_rest;
    wire                  unused;          // Which entry is free stands in one bit of many.
    reg  [N-1:0]          writes;
    // Entries whose row was last opened in their bank, but for an ACT of the cycle before.
    reg  [N-1:0]          same;
    reg                   busy;            // There are entries, or were a cycle ago.
    reg                   left;            // An entry has left in the cycle before.
    reg  [BANKS-1:0]      has_same;
    reg  [(N * BANK)-1:0] banks;
    reg  [(N * ROW)-1:0]  rows;
    reg  [(N * REST)-1:0] payload;
    wire [N-1:0]          oldest_pick;
    wire [N-1:0]          lowest_requests;
    wire [N-1:0]          lowest_first;
    wire [INDEX-1:0]      lowest_index;

    medic_arrivals #(.N(N)) arrivals (
        .clock    (clock),
        .reset    (reset),
        .inserted (enter),
        .younger  (younger)
    );

    medic_oldest #(.N(N)) oldest (
        .enable     (busy),
        .younger    (younger),
        .better     (same & in_open),
        .candidates (candidates),
        .pick       (oldest_pick)
    );

    first_set #(.N(N)) lowest (
        .requests (lowest_requests),
        .first    (lowest_first),
        .index    (lowest_index)
    );

    assign full = &used;

    // A request goes into the lowest free entry.
    assign lowest_requests = ~used;
    assign unused = lowest_index != 0;

    always @* begin
        enter = 0;
        if (insert) begin
            enter = lowest_first;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            busy <= 1'b0;
        end else begin
            busy <= insert || (used != 0);
        end
    end

    always @(posedge clock) begin : update_writes
        integer i;
        if (insert) begin
            writes <= writes & ~enter;
            if (insert_wr) begin
                writes <= writes | enter;
            end
        end
        if (insert) begin
            for (i = 0; i < N; i = i + 1) begin
                if (enter[i]) begin
                    banks[(i * BANK) +: BANK] <= insert_bank;
                    rows[(i * ROW) +: ROW] <= insert_row;
                    payload[(i * REST) +: REST] <= insert_rest;
                end
            end
        end
    end

    // An ACT changes which entries of its bank have the open row.
    always @* begin : compute_same_now
        integer i;
        i = 0;
        same_now = same;
        if (opened) begin
            for (i = 0; i < N; i = i + 1) begin
                if (banks[(i * BANK) +: BANK] == opened_bank) begin
                    same_now[i] = rows[(i * ROW) +: ROW] == opened_row;
                end
            end
        end
    end

    always @(posedge clock) begin : update_same
        reg [N-1:0] same_next;
        same_next = same_now;
        if (insert) begin
            same_next = same_now & ~enter;
            if (insert_same) begin
                same_next = same_now | enter;
            end
        end
        same <= same_next;
    end

    // What entries make of the banks: an OR over all; it is associative, so synthesis balances it.
    // It is another one only if an entry comes, or has left, or after an ACT.
    always @(posedge clock) begin : update_wanted
        integer i;
        reg [BANKS-1:0] next_waits;
        reg [BANKS-1:0] next_has_same;
        if (reset) begin
            wanted <= 0;
            has_same <= 0;
        end else begin
            next_waits = wanted;
            next_has_same = has_same;
            if (left || opened) begin
                next_waits = 0;
                next_has_same = 0;
                for (i = 0; i < N; i = i + 1) begin
                    if (used[i]) begin
                        next_waits = next_waits | (ONE << banks[(i * BANK) +: BANK]);
                        if (same_now[i]) begin
                            next_has_same = next_has_same | (ONE << banks[(i * BANK) +: BANK]);
                        end
                    end
                end
            end
            if (insert) begin
                next_waits = next_waits | (ONE << insert_bank);
                if (insert_same) begin
                    next_has_same = next_has_same | (ONE << insert_bank);
                end
            end
            wanted <= next_waits;
            has_same <= next_has_same;
        end
    end

    // The bank of the starved entry, and whether it hits the open row.
    always @* begin : compute_starves
        integer i;
        i = 0;
        starves = 0;
        starved_same = 1'b0;
        if (starved != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                if (starved[i]) begin
                    starves = starves | (ONE << banks[(i * BANK) +: BANK]);
                end
            end
            starved_same = (starved & same_now) != {N{1'b0}};
        end
    end

    assign starves_column = starved_same && ((starves & open) != {BANKS{1'b0}});
    assign starved_bank = starves;
    assign starved_column = starves_column;

    // Banks whose commands may be issued. A row that some entry hits is not closed for another.
    always @* begin
        rd_go = rd_ok & ~blocked & ~starves;
        wr_go = wr_ok & ~blocked & ~starves;
        if (column_blocked || starves_column) begin
            rd_go = 0;
            wr_go = 0;
        end
    end

    assign miss_go = miss_ok & ~(has_same & open) & ~blocked & ~starves;

    // Entries whose command may be issued; a miss has no entry that hits beside it.
    always @* begin : compute_in_open
        integer i;
        i = 0;
        in_open = 0;
        columns = 0;
        others = 0;
        place = 0;
        if (busy) begin
            for (i = 0; i < N; i = i + 1) begin
                place = banks[(i * BANK) +: BANK];
                in_open[i] = open[place];
                if (writes[i]) begin
                    columns[i] = wr_go[place];
                end else begin
                    columns[i] = rd_go[place];
                end
                others[i] = miss_go[place];
            end
        end
    end

    // The starved one minds nothing but the timing.
    always @* begin : compute_first
        integer i;
        i = 0;
        first = 0;
        starved_place = 0;
        if (starved != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                starved_place = banks[(i * BANK) +: BANK];
                if (!starves_column) begin
                    first[i] = miss_ok[starved_place];
                end else if (writes[i]) begin
                    first[i] = wr_ok[starved_place];
                end else begin
                    first[i] = rd_ok[starved_place];
                end
            end
            first = first & starved;
        end
    end

    // It comes first, then hits, then the oldest.
    always @* begin
        candidates = used & ((same & columns) | others);
        if (first != 0) begin
            candidates = first;
        end
    end

    assign serve = candidates != 0;
    assign urgent = first != 0;
    assign is_hit = (oldest_pick & same & in_open) != {N{1'b0}};
    assign hit = is_hit;
    assign closed = (oldest_pick & ~in_open) != {N{1'b0}};
    assign wr = (oldest_pick & writes) != {N{1'b0}};

    always @* begin
        leave = 0;
        if (take && is_hit) begin
            leave = oldest_pick;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            left <= 1'b0;
        end else begin
            left <= take && is_hit;
        end
    end

    assign removed = leave;

    always @(posedge clock) begin
        if (reset) begin
            used <= 0;
        end else begin
            used <= (used & ~leave) | enter;
        end
    end

    // The chosen entry: of each its own or 0, and an OR over all.
    always @* begin : compute_chosen_bank
        integer i;
        i = 0;
        chosen_bank = 0;
        chosen_row = 0;
        chosen_rest = 0;
        any_bank = 0;
        any_row = 0;
        any_rest = 0;
        if (candidates != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                chosen_bank = 0;
                chosen_row = 0;
                chosen_rest = 0;
                if (oldest_pick[i]) begin
                    chosen_bank = banks[(i * BANK) +: BANK];
                    chosen_row = rows[(i * ROW) +: ROW];
                    chosen_rest = payload[(i * REST) +: REST];
                end
                any_bank = any_bank | chosen_bank;
                any_row = any_row | chosen_row;
                any_rest = any_rest | chosen_rest;
            end
        end
    end

    assign bank = any_bank;
    assign row = any_row;
    assign rest = any_rest;

endmodule

`default_nettype wire
