// SPDX-License-Identifier: Apache-2.0
// frfcfs_group: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Some entries of the request buffer with time stamps, and the first of them: a hit if it has one
// that may be served, and of these the oldest, by an age matrix, in the same cycle or for the next
// one. So time stamps are compared with those of other groups only, which halves the depth of the
// choice.
// `REST` is what no one compares: identification, source, column.
module frfcfs_group #(
    parameter SIZE = 16,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter REST = 20,
    parameter AGE = 16,
    parameter [0:0] TWO_CYCLES = 1'b0,
    // What follows from these; not to be set.
    parameter PLACE = ($clog2(SIZE) > 1 ? $clog2(SIZE) : 1),
    parameter BANK = $clog2(BANKS)
) (
    input  wire             clock,        // Clock.
    input  wire             reset,        // Synchronous reset, active high.
    input  wire [SIZE-1:0]  exists,       // Entries that there are: the last group may have fewer.
    input  wire             insert,       // Store a request, into the lowest free entry.
    input  wire             insert_wr,    // It is a write.
    input  wire             insert_hit,   // Its row is open.
    input  wire [BANK-1:0]  insert_bank,  // Its bank.
    input  wire [ROW-1:0]   insert_row,   // Its row.
    input  wire [REST-1:0]  insert_rest,  // The rest of it.
    input  wire [AGE-1:0]   now,          // Time.
    // The row of a bank was opened or closed in the cycle before.
    input  wire             changed,
    input  wire             opened,       // It was opened.
    input  wire [BANK-1:0]  changed_bank, // That bank.
    input  wire [ROW-1:0]   changed_row,  // That row.
    input  wire [BANKS-1:0] miss_ok,      // Banks whose row may be closed or opened.
    input  wire [BANKS-1:0] rd_ok,        // Banks that RD may go to.
    input  wire [BANKS-1:0] wr_ok,        // Banks that WR may go to.
    // Some entry of the buffer is urgent: no other is considered.
    input  wire             only_urgent,
    input  wire [PLACE-1:0] scrub,        // The entry of each group whose age is looked at.
    input  wire [PLACE-1:0] next_scrub,   // That of the next cycle.
    input  wire             overdue,      // That of this group is too old.
    input  wire             leave,        // The first entry is served and leaves.
    // An entry of some group is served; if the choice takes two cycles none is chosen meanwhile.
    input  wire             serve,
    output wire             room,         // An entry is free.
    // When the entry that is looked at in the next cycle came, and whether there is one.
    output wire [AGE-1:0]   scrubbed,
    output wire             scrubs,
    output wire [BANKS-1:0] bank_hits,    // Banks for which an entry has a hit.
    output reg              urgent_next,  // Some entry will be urgent in the next cycle.
    output reg              some,         // Some entry could be served.
    output reg              hit,          // The row of the first one is open.
    output reg              wr,           // It is a write.
    output reg  [AGE-1:0]   since,        // When it came.
    output reg  [BANK-1:0]  bank,         // Its bank.
    output reg  [ROW-1:0]   row,          // Its row.
    output reg  [REST-1:0]  rest          // The rest of it.
);

    localparam [SIZE-1:0] ONE = 1;

    reg  [SIZE-1:0]          stored;
    wire [SIZE-1:0]          kept;
    wire [SIZE-1:0]          free;              // The lowest free entry, and its number.
    reg  [SIZE-1:0]          late;
    wire [SIZE-1:0]          next_urgent;
    wire [SIZE-1:0]          eligible_hits;
    reg  [SIZE-1:0]          candidates;
    wire [SIZE-1:0]          first;
    reg  [PLACE-1:0]         place;
    reg  [AGE-1:0]           first_since;
    reg  [BANK-1:0]          first_bank;
    reg  [ROW-1:0]           first_row;
    wire [REST-1:0]          first_rest;
    wire                     first_some;
    wire                     first_hit;
    reg                      first_wr;
    reg  [SIZE-1:0]          leaving;           // The entry that leaves if it is served.
    reg  [SIZE-1:0]          valid;
    // Entries that are in use, with all those below them, or that there are not: known a cycle
    // before, so that a place is found at once.
    reg  [SIZE-1:0]          filled;
    // Entries that wait too long; of free ones without meaning.
    reg  [SIZE-1:0]          urgent;
    reg  [SIZE-1:0]          hits;              // Entries whose row is open.
    reg  [SIZE-1:0]          writes;
    reg  [(SIZE * BANK)-1:0] banks;
    reg  [(SIZE * ROW)-1:0]  rows;
    reg  [(SIZE * AGE)-1:0]  arrived;           // Arrival time of each entry.
    reg  [REST-1:0]          payload [0:SIZE-1];
    // The first entry of the cycle before, for a choice in two cycles (decision S24).
    reg                      waits;
    reg  [SIZE-1:0]          chosen;
    reg                      chosen_hit;
    reg                      chosen_wr;
    reg  [AGE-1:0]           chosen_since;
    reg  [BANK-1:0]          chosen_bank;
    reg  [ROW-1:0]           chosen_row;
    reg  [REST-1:0]          chosen_rest;
    wire [SIZE-1:0]          legality_eligible;
    wire [SIZE-1:0]          order_pick;

    frfcfs_legality #(.N(SIZE), .BANKS(BANKS)) legality (
        .valid       (valid),
        .hits        (hits),
        .urgent      (urgent),
        .only_urgent (only_urgent),
        .writes      (writes),
        .banks       (banks),
        .miss_ok     (miss_ok),
        .rd_ok       (rd_ok),
        .wr_ok       (wr_ok),
        .eligible    (legality_eligible),
        .bank_hits   (bank_hits)
    );

    age_matrix #(.N(SIZE)) order (
        .clock      (clock),
        .reset      (reset),
        .launch     (stored),
        .candidates (candidates),
        .youngest   (1'b0),
        .pick       (order_pick)
    );

    always @(posedge clock) begin : update_banks
        integer i;
        reg [PLACE-1:0] free_place;
        free_place = 0;
        if (insert) begin
            for (i = 0; i < SIZE; i = i + 1) begin
                if (free[i]) begin
                    free_place = free_place | i[PLACE-1:0];
                end
            end
        end
        if (insert) begin
            payload[free_place] <= insert_rest;
        end
        if (insert) begin
            for (i = 0; i < SIZE; i = i + 1) begin
                if (stored[i]) begin
                    banks[(i * BANK) +: BANK] <= insert_bank;
                    rows[(i * ROW) +: ROW] <= insert_row;
                    arrived[(i * AGE) +: AGE] <= now;
                end
            end
        end
    end

    assign free = ~filled & ((filled << 1) | ONE);
    assign room = free != 0;

    always @* begin
        stored = 0;
        if (insert) begin
            stored = free;
        end
    end

    always @(posedge clock) begin
        if (insert) begin
            writes <= writes & ~free;
            if (insert_wr) begin
                writes <= writes | free;
            end
        end
    end

    // One comparator an entry: with the row that was opened last.
    always @(posedge clock) begin : update_hits
        integer i;
        reg [SIZE-1:0] next_hits;
        next_hits = hits;
        if (changed) begin
            for (i = 0; i < SIZE; i = i + 1) begin
                if (banks[(i * BANK) +: BANK] == changed_bank) begin
                    next_hits[i] = opened && (rows[(i * ROW) +: ROW] == changed_row);
                end
            end
        end
        hits <= next_hits;
        if (insert) begin
            hits <= next_hits & ~free;
            if (insert_hit) begin
                hits <= next_hits | free;
            end
        end
    end

    // Hits first, then the oldest.
    assign eligible_hits = legality_eligible & hits;

    always @* begin
        candidates = legality_eligible;
        if (eligible_hits != 0) begin
            candidates = eligible_hits;
        end
    end

    assign first = order_pick;
    assign first_some = legality_eligible != 0;
    assign first_hit = eligible_hits != 0;

    always @* begin : compute_place
        integer i;
        i = 0;
        place = 0;
        first_since = 0;
        first_bank = 0;
        first_row = 0;
        first_wr = 1'b0;
        // A simulator is done with a group without candidates at once.
        if (first_some) begin
            for (i = 0; i < SIZE; i = i + 1) begin
                if (first[i]) begin
                    place = place | i[PLACE-1:0];
                    first_since = first_since | arrived[(i * AGE) +: AGE];
                    first_bank = first_bank | banks[(i * BANK) +: BANK];
                    first_row = first_row | rows[(i * ROW) +: ROW];
                    first_wr = first_wr || writes[i];
                end
            end
        end
    end

    assign first_rest = payload[place];

    // Served in the same cycle, or in the next.
    always @(posedge clock) begin
        if (reset) begin
            waits <= 1'b0;
        end else begin
            waits <= first_some && !serve;
        end
    end

    always @(posedge clock) begin
        chosen <= first;
        chosen_hit <= first_hit;
        chosen_wr <= first_wr;
        chosen_since <= first_since;
        chosen_bank <= first_bank;
        chosen_row <= first_row;
        chosen_rest <= first_rest;
    end

    always @* begin
        if (TWO_CYCLES) begin
            some = waits;
            hit = waits && chosen_hit;
            wr = chosen_wr;
            since = chosen_since;
            bank = chosen_bank;
            row = chosen_row;
            rest = chosen_rest;
            leaving = chosen;
        end else begin
            some = first_some;
            hit = first_hit;
            wr = first_wr;
            since = first_since;
            bank = first_bank;
            row = first_row;
            rest = first_rest;
            leaving = first;
        end
    end

    assign kept = valid & ~leaving;

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            valid <= valid | stored;
            if (leave) begin
                valid <= kept | stored;
            end
        end
    end

    // With a request that comes, all below the lowest zero are filled, which adding 1 carries to;
    // from one that leaves on none is.
    always @(posedge clock) begin : update_filled
        reg [SIZE-1:0] taken;
        reg [SIZE-1:0] filled_if_it_stays;
        if (reset) begin
            filled <= 0;
        end else begin
            taken = 0;
            filled_if_it_stays = filled;
            if (insert) begin
                taken = valid | stored | ~exists;
                filled_if_it_stays = taken & ~(taken + 1'b1);
            end
            filled <= filled_if_it_stays;
            if (leave) begin
                filled <= filled_if_it_stays & (leaving - 1'b1);
            end
        end
    end

    // The scrubber looks at one entry a cycle, before its age could wrap (S17).
    assign scrubbed = arrived[(next_scrub * AGE) +: AGE];
    assign scrubs = valid[next_scrub];

    always @* begin
        late = 0;
        if (overdue) begin
            late = (ONE << scrub) & valid;
        end
    end

    assign next_urgent = urgent | late;

    always @(posedge clock) begin
        if (reset) begin
            urgent <= 0;
        end else begin
            urgent <= next_urgent & ~stored;
        end
    end

    always @* begin
        urgent_next = 1'b0;
        if (next_urgent != 0) begin
            urgent_next = (next_urgent & valid) != {SIZE{1'b0}};
            if (leave) begin
                urgent_next = (next_urgent & kept) != {SIZE{1'b0}};
            end
        end
    end

endmodule

`default_nettype wire
