// SPDX-License-Identifier: Apache-2.0
// frfcfs_buffer: part of frfcfs, configuration tiny
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=timestamp age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and S17). An entry
// stays where it is; a tree of comparators finds the oldest of those that come first.
// `REST` is what no one compares: identification, source, column.
module frfcfs_buffer (
    input  wire       clock,       // Clock.
    input  wire       reset,       // Synchronous reset, active high.
    input  wire       insert,      // Store a request; must be low while the buffer is full.
    input  wire       insert_wr,   // It is a write.
    input  wire [1:0] insert_bank, // Its bank.
    input  wire [0:0] insert_row,  // Its row.
    input  wire [4:0] insert_rest, // The rest of it.
    input  wire [3:0] open,        // Banks with an open row.
    input  wire [3:0] open_row,    // The open row of each bank.
    input  wire [3:0] pre_ok,      // Banks that PRE may go to.
    input  wire [3:0] act_ok,      // Banks that ACT may go to.
    input  wire [3:0] rd_ok,       // Banks that RD may go to.
    input  wire [3:0] wr_ok,       // Banks that WR may go to.
    output wire       serve,       // Some entry is served in this cycle.
    output wire       hit,         // Its row is open; it leaves the buffer.
    output wire       wr,          // It is a write.
    output wire [1:0] bank,        // Its bank.
    output wire [0:0] row,         // Its row.
    output wire [4:0] rest         // The rest of it.
);

    localparam [3:0] ONE = 4'd1;
    localparam [1:0] LAST = 2'd3;
    localparam [7:0] LIMIT = 8'd64; // Age above which an entry becomes urgent.

    reg  [3:0]  stored;
    wire [7:0]  age;
    reg  [3:0]  candidates;
    reg  [3:0]  removed;
    wire [1:0]  winner;
    reg  [3:0]  writes;
    reg  [31:0] arrived;            // Arrival time of each entry.
    reg  [4:0]  payload [0:3];
    reg  [3:0]  urgent;             // Entries that wait too long.
    reg  [7:0]  now;                // Time.
    reg  [1:0]  scrub;              // The entry whose age is looked at.
    wire [3:0]  entries_free;
    wire [1:0]  entries_free_index;
    wire [3:0]  entries_valid;
    wire [3:0]  entries_hits;
    wire [7:0]  entries_selects;
    wire [3:0]  legality_eligible;
    wire [1:0]  oldest_index;

    cam_4x1 entries (
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

    frfcfs_legality legality (
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

    min_tree_4x8 oldest (
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
            for (i = 0; i < 4; i = i + 1) begin
                if (stored[i]) begin
                    arrived[(i * 8) +: 8] <= now;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            now <= 8'd0;
        end else begin
            now <= now + 8'd1;
        end
    end

    always @* begin
        stored = 4'd0;
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
            scrub <= 2'd0;
        end else begin
            scrub <= scrub + 2'd1;
            if (scrub == LAST) begin
                scrub <= 2'd0;
            end
        end
    end

    assign age = now - arrived[({3'd0, scrub} * 5'd8) +: 8];

    always @(posedge clock) begin : update_urgent
        reg [3:0] overdue;
        if (reset) begin
            urgent <= 4'd0;
        end else begin
            overdue = 4'd0;
            if (age > LIMIT) begin
                overdue = (ONE << scrub) & entries_valid;
            end
            urgent <= (urgent | overdue) & ~stored;
        end
    end

    // Hits first, then the oldest.
    always @* begin
        candidates = legality_eligible;
        if ((legality_eligible & entries_hits) != 4'd0) begin
            candidates = legality_eligible & entries_hits;
        end
    end

    assign winner = oldest_index;
    assign serve = candidates != 4'd0;
    assign hit = entries_hits[winner];
    assign wr = writes[winner];
    assign bank = entries_selects[({1'b0, winner} * 3'd2) +: 2];
    assign rest = payload[winner];

    always @* begin
        removed = 4'd0;
        if (serve && hit) begin
            removed = ONE << winner;
        end
    end

endmodule
