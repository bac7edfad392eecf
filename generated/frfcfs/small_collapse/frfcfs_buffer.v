// SPDX-License-Identifier: Apache-2.0
// frfcfs_buffer: part of frfcfs, configuration small_collapse
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=3 n_gpu=2 n_bank=4 row_bits=6 col_bits=3 id_bits=6 n=11 age_mode=collapse age_bits=12
//   t_rcd=8 t_cl=8 t_rp=8 t_ras=20 t_rc=27 t_rrd=4 t_wtr=4 t_rtp=4 t_wr=6 t_cwl=6 t_ccd=4 t_bl=4
//   t_faw=20

// Request buffer whose entries are kept in the order of arrival, the oldest at 0 (specification section 8.3.1,
// `age_mode` = collapse, decision S20). When one leaves, those behind it move down by one.
// `REST` is what no one compares: identification, source, column.
module frfcfs_buffer (
    input  wire        clock,       // Clock.
    input  wire        reset,       // Synchronous reset, active high.
    input  wire        insert,      // Store a request; must be low while the buffer is full.
    input  wire        insert_wr,   // It is a write.
    input  wire [1:0]  insert_bank, // Its bank.
    input  wire [5:0]  insert_row,  // Its row.
    input  wire [11:0] insert_rest, // The rest of it.
    input  wire [3:0]  open,        // Banks with an open row.
    input  wire [23:0] open_row,    // The open row of each bank.
    input  wire [3:0]  pre_ok,      // Banks that PRE may go to.
    input  wire [3:0]  act_ok,      // Banks that ACT may go to.
    input  wire [3:0]  rd_ok,       // Banks that RD may go to.
    input  wire [3:0]  wr_ok,       // Banks that WR may go to.
    output wire        serve,       // Some entry is served in this cycle.
    output wire        hit,         // Its row is open; it leaves the buffer.
    output wire        wr,          // It is a write.
    output wire [1:0]  bank,        // Its bank.
    output wire [5:0]  row,         // Its row.
    output wire [11:0] rest         // The rest of it.
);

    reg  [10:0]  hits;              // Entries whose row is open.
    reg  [1:0]   named;
    reg  [10:0]  candidates;
    wire [3:0]   winner;
    wire         remove;
    wire [10:0]  moves;             // Entries that take what is above them.
    wire [10:0]  tail;              // The entry behind the last valid one.
    reg  [10:0]  valid;
    reg  [10:0]  writes;
    reg  [21:0]  banks;
    reg  [65:0]  rows;
    reg  [131:0] payload;
    wire [10:0]  legality_eligible;
    wire [10:0]  encoder_first;
    wire [3:0]   encoder_index;

    frfcfs_legality legality (
        .valid    (valid),
        .hits     (hits),
        .urgent   (11'd0),
        .writes   (writes),
        .banks    (banks),
        .open     (open),
        .pre_ok   (pre_ok),
        .act_ok   (act_ok),
        .rd_ok    (rd_ok),
        .wr_ok    (wr_ok),
        .eligible (legality_eligible)
    );

    first_set_11 encoder (
        .requests (candidates),
        .first    (encoder_first),
        .index    (encoder_index)
    );

    always @(posedge clock) begin : update_writes
        integer i;
        reg [10:0] moved;
        reg [10:0] place;
        place = tail;
        if (remove) begin
            place = tail >> 1;
        end
        moved = writes;
        if (remove) begin
            moved = (writes & ~moves) | ((writes >> 1) & moves);
        end
        writes <= moved;
        if (insert) begin
            writes <= moved & ~place;
            if (insert_wr) begin
                writes <= moved | place;
            end
        end
        if (remove) begin
            for (i = 0; i < 10; i = i + 1) begin
                if (moves[i]) begin
                    banks[(i * 2) +: 2] <= banks[((i + 1) * 2) +: 2];
                    rows[(i * 6) +: 6] <= rows[((i + 1) * 6) +: 6];
                    payload[(i * 12) +: 12] <= payload[((i + 1) * 12) +: 12];
                end
            end
        end
        if (insert) begin
            for (i = 0; i < 11; i = i + 1) begin
                if (place[i]) begin
                    banks[(i * 2) +: 2] <= insert_bank;
                    rows[(i * 6) +: 6] <= insert_row;
                    payload[(i * 12) +: 12] <= insert_rest;
                end
            end
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 11'd0;
        named = 2'd0;
        for (i = 0; i < 11; i = i + 1) begin
            if (valid[i]) begin
                named = banks[(i * 2) +: 2];
                hits[i] = open[named]
                    && (rows[(i * 6) +: 6] == open_row[({3'd0, named} * 5'd6) +: 6]);
            end
        end
    end

    // Hits first, then the first in order.
    always @* begin
        candidates = legality_eligible;
        if ((legality_eligible & hits) != 11'd0) begin
            candidates = legality_eligible & hits;
        end
    end

    assign winner = encoder_index;
    assign serve = candidates != 11'd0;
    assign hit = (encoder_first & hits) != 11'd0;
    assign wr = (encoder_first & writes) != 11'd0;
    assign bank = banks[({1'b0, winner} * 5'd2) +: 2];
    assign row = rows[({3'd0, winner} * 7'd6) +: 6];
    assign rest = payload[({4'd0, winner} * 8'd12) +: 12];

    // The entries from the served one on move down; a new request goes behind the last one.
    assign remove = serve && hit;
    assign moves = ~(encoder_first - 11'd1);
    assign tail = ((valid << 1) | 11'd1) & ~valid;

    always @(posedge clock) begin
        if (reset) begin
            valid <= 11'd0;
        end else begin
            if (remove) begin
                valid <= valid >> 1;
            end
            if (remove && insert) begin
                valid <= valid;
            end
            if (insert && !remove) begin
                valid <= valid | tail;
            end
        end
    end

endmodule
