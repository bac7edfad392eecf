// SPDX-License-Identifier: Apache-2.0
// cam_16x6: part of frfcfs, configuration small
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=2 n_gpu=1 n_bank=4 row_bits=6 col_bits=3 id_bits=6 n=16 age_mode=timestamp age_bits=12
//   t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8 t_ccd=4
//   t_bl=4 t_faw=32

// Content-addressed memory of `N` entries, each with a key of `W` bits and a selector that names one of `S` search
// words: an entry hits if its key is that word. With one search word it is an ordinary CAM.
// `insert` must be low while all entries are valid.
module cam_16x6 (
    input  wire        clock,         // Clock.
    input  wire        reset,         // Synchronous reset, active high.
    input  wire        insert,        // Fill the lowest free entry.
    input  wire [1:0]  insert_select, // Its selector.
    input  wire [5:0]  insert_key,    // Its key.
    input  wire [15:0] remove,        // Entries to be freed.
    input  wire [3:0]  search,        // Search words that count.
    input  wire [23:0] search_key,    // The search words.
    input  wire [3:0]  read,          // Entry to be read.
    output wire [15:0] free,          // The lowest free entry, one-hot.
    output wire [3:0]  free_index,    // Its number.
    output reg  [15:0] valid,         // Entries in use.
    output reg  [15:0] hits,          // Valid entries whose key is the search word that they name.
    output reg  [31:0] selects,       // Selector of each entry.
    output wire [5:0]  read_key       // Key of the entry `read`.
);

    reg  [15:0] inserted;
    reg  [1:0]  named;
    reg  [95:0] key;

    first_set_16 lowest (
        .requests (~valid),
        .first    (free),
        .index    (free_index)
    );

    always @(posedge clock) begin : update_selects
        integer i;
        if (insert) begin
            for (i = 0; i < 16; i = i + 1) begin
                if (inserted[i]) begin
                    selects[(i * 2) +: 2] <= insert_select;
                    key[(i * 6) +: 6] <= insert_key;
                end
            end
        end
    end

    always @* begin
        inserted = 16'd0;
        if (insert) begin
            inserted = free;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            valid <= 16'd0;
        end else begin
            valid <= (valid & ~remove) | inserted;
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 16'd0;
        named = 2'd0;
        for (i = 0; i < 16; i = i + 1) begin
            if (valid[i]) begin
                named = selects[(i * 2) +: 2];
                hits[i] = search[named]
                    && (key[(i * 6) +: 6] == search_key[({3'd0, named} * 5'd6) +: 6]);
            end
        end
    end

    assign read_key = key[({3'd0, read} * 7'd6) +: 6];

endmodule
