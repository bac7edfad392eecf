// SPDX-License-Identifier: Apache-2.0
// cam_4x1: part of frfcfs, configuration tiny
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=timestamp age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

// Content-addressed memory of `N` entries, each with a key of `W` bits and a selector that names one of `S` search
// words: an entry hits if its key is that word. With one search word it is an ordinary CAM.
// `insert` must be low while all entries are valid.
module cam_4x1 (
    input  wire       clock,         // Clock.
    input  wire       reset,         // Synchronous reset, active high.
    input  wire       insert,        // Fill the lowest free entry.
    input  wire [1:0] insert_select, // Its selector.
    input  wire [0:0] insert_key,    // Its key.
    input  wire [3:0] remove,        // Entries to be freed.
    input  wire [3:0] search,        // Search words that count.
    input  wire [3:0] search_key,    // The search words.
    input  wire [1:0] read,          // Entry to be read.
    output wire [3:0] free,          // The lowest free entry, one-hot.
    output wire [1:0] free_index,    // Its number.
    output reg  [3:0] valid,         // Entries in use.
    output reg  [3:0] hits,          // Valid entries whose key is the search word that they name.
    output reg  [7:0] selects,       // Selector of each entry.
    output wire [0:0] read_key       // Key of the entry `read`.
);

    reg  [3:0] inserted;
    reg  [1:0] named;
    reg  [3:0] key;

    first_set_4 lowest (
        .requests (~valid),
        .first    (free),
        .index    (free_index)
    );

    always @(posedge clock) begin : update_selects
        integer i;
        if (insert) begin
            for (i = 0; i < 4; i = i + 1) begin
                if (inserted[i]) begin
                    selects[(i * 2) +: 2] <= insert_select;
                    key[i] <= insert_key;
                end
            end
        end
    end

    always @* begin
        inserted = 4'd0;
        if (insert) begin
            inserted = free;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 4'd0;
        end else begin
            valid <= (valid & ~remove) | inserted;
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 4'd0;
        named = 2'd0;
        for (i = 0; i < 4; i = i + 1) begin
            if (valid[i]) begin
                named = selects[(i * 2) +: 2];
                hits[i] = search[named] && (key[i] == search_key[named]);
            end
        end
    end

    assign read_key = key[read];

endmodule
