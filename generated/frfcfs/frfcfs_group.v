// SPDX-License-Identifier: Apache-2.0
// frfcfs_group: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// When the requests of some entries of the buffer came, their rows, and the rest of them, which no
// one compares: identification, source, column.
// Says them of the group's first entry, in the same cycle or in the next. So time stamps are
// compared with those of other groups only, which halves the depth of the choice.
module frfcfs_group #(
    parameter SIZE = 16,
    parameter ROW = 15,
    parameter REST = 20,
    parameter AGE = 16,
    parameter [0:0] TWO_CYCLES = 1'b0,
    // What follows from these; not to be set.
    parameter PLACE = ($clog2(SIZE) > 1 ? $clog2(SIZE) : 1)
) (
    input  wire             clock,        // Clock.
    input  wire             insert,       // Store a request.
    input  wire [PLACE-1:0] insert_place, // Its place.
    input  wire [ROW-1:0]   insert_row,   // Its row.
    input  wire [REST-1:0]  insert_rest,  // The rest of it.
    input  wire [AGE-1:0]   now,          // Time.
    input  wire             opened,       // A row was opened in the cycle before.
    input  wire [ROW-1:0]   opened_row,   // That row.
    // The entry of each group whose age is looked at in the next cycle.
    input  wire [PLACE-1:0] next_place,
    input  wire             some,         // The group has a first entry.
    input  wire [SIZE-1:0]  first,        // It, one-hot.
    output reg  [SIZE-1:0]  same_row,     // Entries of the row that was opened, in whatever bank.
    // When the entry came whose age is looked at in the next cycle.
    output wire [AGE-1:0]   scrubbed,
    output reg  [AGE-1:0]   since,        // When the first entry came.
    output reg  [ROW-1:0]   row,          // Its row.
    output reg  [REST-1:0]  rest          // The rest of it.
);


    reg  [PLACE-1:0]         place;
    reg  [AGE-1:0]           first_since;
    reg  [ROW-1:0]           first_row;
    wire [REST-1:0]          first_rest;
    reg  [(SIZE * ROW)-1:0]  rows;
    reg  [(SIZE * AGE)-1:0]  arrived;      // Arrival time of each entry.
    reg  [REST-1:0]          payload [0:SIZE-1];
    // Those of the first entry of the cycle before, for a choice in two cycles (decision S24).
    reg  [AGE-1:0]           chosen_since;
    reg  [ROW-1:0]           chosen_row;
    reg  [REST-1:0]          chosen_rest;

    always @(posedge clock) begin : update_rows
        integer i;
        if (insert) begin
            payload[insert_place] <= insert_rest;
            for (i = 0; i < SIZE; i = i + 1) begin
                if (insert_place == i[PLACE-1:0]) begin
                    rows[(i * ROW) +: ROW] <= insert_row;
                    arrived[(i * AGE) +: AGE] <= now;
                end
            end
        end
    end

    always @* begin : compute_same_row
        integer i;
        i = 0;
        same_row = 0;
        if (opened) begin
            for (i = 0; i < SIZE; i = i + 1)
                same_row[i] = rows[(i * ROW) +: ROW] == opened_row;
        end
    end

    assign scrubbed = arrived[(next_place * AGE) +: AGE];

    always @* begin : compute_place
        integer i;
        i = 0;
        place = 0;
        first_since = 0;
        first_row = 0;
        // A simulator is done with a group without a first entry at once.
        if (some) begin
            for (i = 0; i < SIZE; i = i + 1) begin
                if (first[i]) begin
                    place = place | i[PLACE-1:0];
                    first_since = first_since | arrived[(i * AGE) +: AGE];
                    first_row = first_row | rows[(i * ROW) +: ROW];
                end
            end
        end
    end

    assign first_rest = payload[place];

    // Served in the same cycle, or in the next.
    always @(posedge clock) begin
        chosen_since <= first_since;
        chosen_row <= first_row;
        chosen_rest <= first_rest;
    end

    always @* begin
        if (TWO_CYCLES) begin
            since = chosen_since;
            row = chosen_row;
            rest = chosen_rest;
        end else begin
            since = first_since;
            row = first_row;
            rest = first_rest;
        end
    end

endmodule

`default_nettype wire
