// SPDX-License-Identifier: Apache-2.0
// mask_candidates: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The silver or the normal queue of a DRAM channel (specification section 2.8): FR-FCFS among the
// requests whose bank takes one. They are kept in the order of their arrival, the oldest at place
// 0, so no ages are compared: the first hit of an open row and the first request at all are looked
// for at the same time. A request is `REST`, row, and lowest its bank.
module mask_candidates #(
    parameter N = 64,
    parameter BANKS = 8,
    parameter ROW = 14,
    parameter REST = 31,
    // What follows from these; not to be set.
    parameter INDEX = ($clog2(N) > 1 ? $clog2(N) : 1),
    parameter COUNT = $clog2(N + 1),
    parameter BANK = $clog2(BANKS),
    parameter REQUEST = BANK + ROW + REST
) (
    input  wire                     clock,    // Clock.
    input  wire                     reset,    // Synchronous reset, active high.
    // Store a request; must be low while the queue is full.
    input  wire                     insert,
    input  wire [REQUEST-1:0]       request,  // That request.
    input  wire [BANKS-1:0]         ready,    // Banks that take a request in this cycle.
    input  wire [BANKS-1:0]         open,     // Banks with an open row, and that row.
    input  wire [(BANKS * ROW)-1:0] open_row,
    input  wire                     take,     // The request that `chosen` offers leaves.
    output wire                     some,     // There is a request whose bank takes one.
    output wire [REQUEST-1:0]       chosen,   // The one that goes first.
    // Requests, and whether there is no place for another.
    output reg  [COUNT-1:0]         count,
    output wire                     full
);


    wire [BANKS-1:0]         rows_go;         // Of the banks that take one, those with an open row.
    reg  [BANK-1:0]          bank;
    reg  [ROW-1:0]           row;
    // Requests whose bank takes one, and those of them whose row is open.
    reg  [N-1:0]             any;
    reg  [N-1:0]             hits;
    reg  [N-1:0]             candidates;
    reg  [INDEX-1:0]         place;
    wire                     unused;
    wire [(N * REQUEST)-1:0] list_words;
    wire [REQUEST-1:0]       list_first_next;
    wire [N-1:0]             list_used;
    wire [INDEX-1:0]         first_any_index;
    wire [INDEX-1:0]         first_hit_index;
    wire [N-1:0]             behind_from;

    shift_list #(.N(N), .W(REQUEST)) list (
        .clock      (clock),
        .reset      (reset),
        .clear      (1'b0),
        .take       (take),
        .up         (behind_from),
        .offer      (insert),
        .push       (insert),
        .data       (request),
        .words      (list_words),
        .first_next (list_first_next),
        .used       (list_used)
    );

    first_index #(.N(N)) first_any (
        .requests (any),
        .index    (first_any_index)
    );

    first_index #(.N(N)) first_hit (
        .requests (hits),
        .index    (first_hit_index)
    );

    upward #(.N(N)) behind (
        .bits (candidates),
        .from (behind_from)
    );

    // A comparator at every place.
    assign rows_go = ready & open;

    always @* begin : compute_bank
        integer i;
        i = 0;
        any = 0;
        hits = 0;
        bank = 0;
        row = 0;
        if (ready != 0) begin
            for (i = 0; i < N; i = i + 1) begin
                if (list_used[i]) begin
                    bank = list_words[(i * REQUEST) +: BANK];
                    row = list_words[((i * REQUEST) + BANK) +: ROW];
                    any[i] = ready[bank];
                    hits[i] = rows_go[bank] && (open_row[(bank * ROW) +: ROW] == row);
                end
            end
        end
    end

    assign some = any != 0;

    always @* begin
        candidates = any;
        place = first_any_index;
        if (hits != 0) begin
            candidates = hits;
            place = first_hit_index;
        end
    end

    assign chosen = list_words[(place * REQUEST) +: REQUEST];
    assign unused = list_first_next != 0;

    always @(posedge clock) begin
        if (reset) begin
            count <= 0;
        end else begin
            if (insert && !take) begin
                count <= count + 1'b1;
            end
            if (take && !insert) begin
                count <= count - 1'b1;
            end
        end
    end

    assign full = &list_used;

endmodule

`default_nettype wire
