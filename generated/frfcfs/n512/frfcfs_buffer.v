// SPDX-License-Identifier: Apache-2.0
// frfcfs_buffer: part of frfcfs, configuration n512
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=512 age_mode=timestamp
//   age_bits=17 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and S17). An entry
// stays where it is; a tree of comparators finds the oldest of those that come first.
// `REST` is what no one compares: identification, source, column.
module frfcfs_buffer (
    input  wire         clock,       // Clock.
    input  wire         reset,       // Synchronous reset, active high.
    input  wire         insert,      // Store a request; must be low while the buffer is full.
    input  wire         insert_wr,   // It is a write.
    input  wire [2:0]   insert_bank, // Its bank.
    input  wire [14:0]  insert_row,  // Its row.
    input  wire [19:0]  insert_rest, // The rest of it.
    input  wire [7:0]   open,        // Banks with an open row.
    input  wire [119:0] open_row,    // The open row of each bank.
    input  wire [7:0]   pre_ok,      // Banks that PRE may go to.
    input  wire [7:0]   act_ok,      // Banks that ACT may go to.
    input  wire [7:0]   rd_ok,       // Banks that RD may go to.
    input  wire [7:0]   wr_ok,       // Banks that WR may go to.
    output wire         serve,       // Some entry is served in this cycle.
    output wire         hit,         // Its row is open; it leaves the buffer.
    output wire         wr,          // It is a write.
    output wire [2:0]   bank,        // Its bank.
    output wire [14:0]  row,         // Its row.
    output wire [19:0]  rest         // The rest of it.
);

    localparam [511:0] ONE = 512'd1;
    localparam [8:0] LAST = 9'd511;
    localparam [16:0] LIMIT = 17'd32768; // Age above which an entry becomes urgent.

    reg  [511:0]   stored;
    wire [16:0]    age;
    reg  [511:0]   candidates;
    reg  [511:0]   removed;
    wire [8:0]     winner;
    reg  [511:0]   writes;
    reg  [8703:0]  arrived;            // Arrival time of each entry.
    reg  [19:0]    payload [0:511];
    reg  [511:0]   urgent;             // Entries that wait too long.
    reg  [16:0]    now;                // Time.
    reg  [8:0]     scrub;              // The entry whose age is looked at.
    wire [511:0]   entries_free;
    wire [8:0]     entries_free_index;
    wire [511:0]   entries_valid;
    wire [511:0]   entries_hits;
    wire [1535:0]  entries_selects;
    wire [511:0]   legality_eligible;
    wire [8:0]     oldest_index;

    cam_512x15 entries (
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

    min_tree_512x17 oldest (
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
            for (i = 0; i < 512; i = i + 1) begin
                if (stored[i]) begin
                    arrived[(i * 17) +: 17] <= now;
                end
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            now <= 17'd0;
        end else begin
            now <= now + 17'd1;
        end
    end

    always @* begin
        stored = 512'd0;
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
            scrub <= 9'd0;
        end else begin
            scrub <= scrub + 9'd1;
            if (scrub == LAST) begin
                scrub <= 9'd0;
            end
        end
    end

    assign age = now - arrived[({5'd0, scrub} * 14'd17) +: 17];

    always @(posedge clock) begin : update_urgent
        reg [511:0] overdue;
        if (reset) begin
            urgent <= 512'd0;
        end else begin
            overdue = 512'd0;
            if (age > LIMIT) begin
                overdue = (ONE << scrub) & entries_valid;
            end
            urgent <= (urgent | overdue) & ~stored;
        end
    end

    // Hits first, then the oldest.
    always @* begin
        candidates = legality_eligible;
        if ((legality_eligible & entries_hits) != 512'd0) begin
            candidates = legality_eligible & entries_hits;
        end
    end

    assign winner = oldest_index;
    assign serve = candidates != 512'd0;
    assign hit = entries_hits[winner];
    assign wr = writes[winner];
    assign bank = entries_selects[({2'd0, winner} * 11'd3) +: 3];
    assign rest = payload[winner];

    always @* begin
        removed = 512'd0;
        if (serve && hit) begin
            removed = ONE << winner;
        end
    end

endmodule
