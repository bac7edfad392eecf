// SPDX-License-Identifier: Apache-2.0
// mask_candidates: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// The silver or the normal queue of a DRAM channel (specification section 2.8): FR-FCFS among the
// requests whose bank takes one. They are kept in the order of their arrival, the oldest at place
// 0, and those behind one that leaves move up, so no ages are compared: the first hit of an open
// row and the first request at all are looked for at the same time. What is kept is a plane for
// each bit of a request, with a bit for every place, so that one operation on words compares,
// chooses or moves all places. A request is `REST`, row, and lowest its bank.
module mask_candidates #(
    parameter N = 64,
    parameter BANKS = 8,
    parameter ROW = 14,
    parameter REST = 31,
    // What follows from these; not to be set.
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
    output wire [REQUEST-1:0]       chosen,   // The one that goes first; 0 without.
    // Requests, and whether there is no place for another.
    output reg  [COUNT-1:0]         count,
    output wire                     full
);


    reg  [BANK-1:0]          number;
    reg  [N-1:0]             of_bank;       // Requests of a bank.
    reg  [(ROW * N)-1:0]     row;           // Each bit of the open row of each request's bank.
    reg  [N-1:0]             differ;
    // Requests whose bank takes one, and those of them whose row is open.
    reg  [N-1:0]             any;
    reg  [N-1:0]             hits;
    // The place of the one that goes first and all places behind it; that place.
    reg  [N-1:0]             behind;
    wire [N-1:0]             pick;
    reg  [REQUEST-1:0]       word;
    // Places in use after a request has left, and those of them whose request stays or comes from
    // the next place.
    reg  [N-1:0]             kept;
    wire [N-1:0]             stay;
    reg  [N-1:0]             follow;
    // Places in use, always the lowest ones; what others hold means nothing.
    reg  [N-1:0]             used;
    reg  [(REQUEST * N)-1:0] plane;
    wire [N-1:0]             from_any_from;
    wire [N-1:0]             from_hit_from;

    upward #(.N(N)) from_any (
        .bits (any),
        .from (from_any_from)
    );

    upward #(.N(N)) from_hit (
        .bits (hits),
        .from (from_hit_from)
    );

    // Requests whose bank takes one, and whether its open row is theirs.
    always @* begin : compute_number
        integer b;
        integer r;
        integer w;
        b = 0;
        r = 0;
        w = 0;
        any = 0;
        hits = 0;
        number = 0;
        of_bank = 0;
        differ = 0;
        row = 0;
        if (used[0]) begin
            for (b = 0; b < BANKS; b = b + 1) begin
                number = b[BANK-1:0];
                of_bank = used;
                for (w = 0; w < BANK; w = w + 1) begin
                    if (number[w]) begin
                        of_bank = of_bank & plane[(w * N) +: N];
                    end else begin
                        of_bank = of_bank & ~plane[(w * N) +: N];
                    end
                end
                if (ready[b]) begin
                    any = any | of_bank;
                end
                if (open[b]) begin
                    hits = hits | of_bank;
                end
                for (r = 0; r < ROW; r = r + 1) begin
                    if (open_row[(b * ROW) + r]) begin
                        row[(r * N) +: N] = row[(r * N) +: N] | of_bank;
                    end
                end
            end
            for (r = 0; r < ROW; r = r + 1)
                differ = differ | (row[(r * N) +: N] ^ plane[((r + BANK) * N) +: N]);
            hits = any & hits & ~differ;
        end
    end

    // The first hit, else the first.
    assign some = any != 0;

    always @* begin
        behind = from_any_from;
        if (hits != 0) begin
            behind = from_hit_from;
        end
    end

    assign pick = behind & ~(behind << 1);

    always @* begin : compute_word
        integer w;
        w = 0;
        word = 0;
        if (used[0]) begin
            for (w = 0; w < REQUEST; w = w + 1)
                word[w] = (plane[(w * N) +: N] & pick) != {N{1'b0}};
        end
    end

    assign chosen = word;

    // Those behind it move up; every place behind the last one in use takes what arrives.
    always @* begin
        kept = used;
        follow = 0;
        if (take) begin
            kept = used >> 1;
            follow = (used >> 1) & behind;
        end
    end

    assign stay = kept & ~follow;

    always @(posedge clock) begin
        if (reset) begin
            used <= 0;
        end else begin
            used <= kept;
            if (insert) begin
                used <= (kept << 1) | {{(N - 1){1'b0}}, 1'b1};
            end
        end
    end

    always @(posedge clock) begin : update_plane
        integer w;
        reg [N-1:0] fresh;
        fresh = 0;
        for (w = 0; w < REQUEST; w = w + 1) begin
            fresh = 0;
            if (request[w]) begin
                fresh = ~kept;
            end
            if (insert || take) begin
                plane[(w * N) +: N] <= fresh
                    | (plane[(w * N) +: N] & stay)
                    | ((plane[(w * N) +: N] >> 1) & follow);
            end
        end
    end

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

    assign full = &used;

endmodule

`default_nettype wire
