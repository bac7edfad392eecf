// SPDX-License-Identifier: Apache-2.0
// cam: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Content-addressed memory of `N` entries, each with a key of `W` bits and a selector that names
// one of `S` search words: an entry hits if its key is that word. With one search word it is an
// ordinary CAM.
// `insert` must be low while all entries are valid.
module cam #(
    parameter N = 300,
    parameter W = 15,
    parameter S = 8,
    // What follows from these; not to be set.
    parameter SELECT = ($clog2(S) > 1 ? $clog2(S) : 1),
    parameter INDEX = ($clog2(N) > 1 ? $clog2(N) : 1)
) (
    input  wire                    clock,         // Clock.
    input  wire                    reset,         // Synchronous reset, active high.
    input  wire                    insert,        // Fill the lowest free entry.
    input  wire [SELECT-1:0]       insert_select, // Its selector.
    input  wire [W-1:0]            insert_key,    // Its key.
    input  wire [N-1:0]            remove,        // Entries to be freed.
    input  wire [S-1:0]            search,        // Search words that count.
    input  wire [(S * W)-1:0]      search_key,    // The search words.
    input  wire [INDEX-1:0]        read,          // Entry to be read.
    output wire [N-1:0]            free,          // The lowest free entry, one-hot.
    output wire [INDEX-1:0]        free_index,    // Its number.
    output reg  [N-1:0]            valid,         // Entries in use.
    // Valid entries whose key is the search word that they name.
    output reg  [N-1:0]            hits,
    output reg  [(N * SELECT)-1:0] selects,       // Selector of each entry.
    output wire [W-1:0]            read_key       // Key of the entry `read`.
);

    reg  [N-1:0]       inserted;
    reg  [SELECT-1:0]  named;
    reg  [(N * W)-1:0] key;

    first_set #(.N(N)) lowest (
        .requests (~valid),
        .first    (free),
        .index    (free_index)
    );

    always @* begin
        inserted = 0;
        if (insert) begin
            inserted = free;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 0;
        end else begin
            valid <= (valid & ~remove) | inserted;
        end
    end

    always @(posedge clock) begin : update_selects
        integer i;
        if (insert) begin
            for (i = 0; i < N; i = i + 1) begin
                if (inserted[i]) begin
                    selects[(i * SELECT) +: SELECT] <= insert_select;
                    key[(i * W) +: W] <= insert_key;
                end
            end
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 0;
        named = 0;
        for (i = 0; i < N; i = i + 1) begin
            if (valid[i]) begin
                named = selects[(i * SELECT) +: SELECT];
                hits[i] = search[named] && (key[(i * W) +: W] == search_key[(named * W) +: W]);
            end
        end
    end

    assign read_key = key[(read * W) +: W];

endmodule

`default_nettype wire
