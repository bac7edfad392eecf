// SPDX-License-Identifier: Apache-2.0
// frfcfs_buffer: part of frfcfs, configuration collapse
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=16 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 n=300 age_mode=collapse
//   age_bits=16 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6 t_rtp=6 t_wr=12 t_cwl=8
//   t_ccd=4 t_bl=4 t_faw=32

// Request buffer whose entries are kept in the order of arrival, the oldest at 0 (specification section 8.3.1,
// `age_mode` = collapse, decision S20). When one leaves, those behind it move down by one.
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

    reg  [299:0]  hits;              // Entries whose row is open.
    reg  [2:0]    named;
    reg  [299:0]  candidates;
    wire [8:0]    winner;
    wire          remove;
    wire [299:0]  moves;             // Entries that take what is above them.
    wire [299:0]  tail;              // The entry behind the last valid one.
    reg  [299:0]  valid;
    reg  [299:0]  writes;
    reg  [899:0]  banks;
    reg  [4499:0] rows;
    reg  [5999:0] payload;
    wire [299:0]  legality_eligible;
    wire [299:0]  encoder_first;
    wire [8:0]    encoder_index;

    frfcfs_legality legality (
        .valid    (valid),
        .hits     (hits),
        .urgent   (300'd0),
        .writes   (writes),
        .banks    (banks),
        .open     (open),
        .pre_ok   (pre_ok),
        .act_ok   (act_ok),
        .rd_ok    (rd_ok),
        .wr_ok    (wr_ok),
        .eligible (legality_eligible)
    );

    first_set_300 encoder (
        .requests (candidates),
        .first    (encoder_first),
        .index    (encoder_index)
    );

    always @(posedge clock) begin : update_writes
        integer i;
        reg [299:0] moved;
        reg [299:0] place;
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
            for (i = 0; i < 299; i = i + 1) begin
                if (moves[i]) begin
                    banks[(i * 3) +: 3] <= banks[((i + 1) * 3) +: 3];
                    rows[(i * 15) +: 15] <= rows[((i + 1) * 15) +: 15];
                    payload[(i * 20) +: 20] <= payload[((i + 1) * 20) +: 20];
                end
            end
        end
        if (insert) begin
            for (i = 0; i < 300; i = i + 1) begin
                if (place[i]) begin
                    banks[(i * 3) +: 3] <= insert_bank;
                    rows[(i * 15) +: 15] <= insert_row;
                    payload[(i * 20) +: 20] <= insert_rest;
                end
            end
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 300'd0;
        named = 3'd0;
        for (i = 0; i < 300; i = i + 1) begin
            if (valid[i]) begin
                named = banks[(i * 3) +: 3];
                hits[i] = open[named]
                    && (rows[(i * 15) +: 15] == open_row[({4'd0, named} * 7'd15) +: 15]);
            end
        end
    end

    // Hits first, then the first in order.
    always @* begin
        candidates = legality_eligible;
        if ((legality_eligible & hits) != 300'd0) begin
            candidates = legality_eligible & hits;
        end
    end

    assign winner = encoder_index;
    assign serve = candidates != 300'd0;
    assign hit = (encoder_first & hits) != 300'd0;
    assign wr = (encoder_first & writes) != 300'd0;
    assign bank = banks[({1'b0, winner} * 10'd3) +: 3];
    assign row = rows[({4'd0, winner} * 13'd15) +: 15];
    assign rest = payload[({4'd0, winner} * 13'd20) +: 20];

    // The entries from the served one on move down; a new request goes behind the last one.
    assign remove = serve && hit;
    assign moves = ~(encoder_first - 300'd1);
    assign tail = ((valid << 1) | 300'd1) & ~valid;

    always @(posedge clock) begin
        if (reset) begin
            valid <= 300'd0;
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
