// SPDX-License-Identifier: Apache-2.0
// cam_256x15: part of frfcfs, configuration n256
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=256 age_mode=timestamp
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// Content-addressed memory of `N` entries, each with a key of `W` bits and a selector that names one of `S` search
// words: an entry hits if its key is that word. With one search word it is an ordinary CAM.
// `insert` must be low while all entries are valid.
module cam_256x15 (
    input  wire         clock,         // Clock.
    input  wire         reset,         // Synchronous reset, active high.
    input  wire         insert,        // Fill the lowest free entry.
    input  wire [2:0]   insert_select, // Its selector.
    input  wire [14:0]  insert_key,    // Its key.
    input  wire [255:0] remove,        // Entries to be freed.
    input  wire [7:0]   search,        // Search words that count.
    input  wire [119:0] search_key,    // The search words.
    input  wire [7:0]   read,          // Entry to be read.
    output wire [255:0] free,          // The lowest free entry, one-hot.
    output wire [7:0]   free_index,    // Its number.
    output reg  [255:0] valid,         // Entries in use.
    output reg  [255:0] hits,          // Valid entries whose key is the search word that they name.
    output reg  [767:0] selects,       // Selector of each entry.
    output wire [14:0]  read_key       // Key of the entry `read`.
);

    reg  [255:0]  inserted;
    reg  [2:0]    named;
    reg  [3839:0] key;

    first_set_256 lowest (
        .requests (~valid),
        .first    (free),
        .index    (free_index)
    );

    always @(posedge clock) begin : update_selects
        integer i;
        if (insert) begin
            for (i = 0; i < 256; i = i + 1) begin
                if (inserted[i]) begin
                    selects[(i * 3) +: 3] <= insert_select;
                    key[(i * 15) +: 15] <= insert_key;
                end
            end
        end
    end

    always @* begin
        inserted = 256'd0;
        if (insert) begin
            inserted = free;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 256'd0;
        end else begin
            valid <= (valid & ~remove) | inserted;
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 256'd0;
        named = 3'd0;
        for (i = 0; i < 256; i = i + 1) begin
            if (valid[i]) begin
                named = selects[(i * 3) +: 3];
                hits[i] = search[named]
                    && (key[(i * 15) +: 15] == search_key[({4'd0, named} * 7'd15) +: 15]);
            end
        end
    end

    assign read_key = key[({4'd0, read} * 12'd15) +: 15];

endmodule
