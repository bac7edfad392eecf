// SPDX-License-Identifier: Apache-2.0
// frfcfs_buffer: part of frfcfs, configuration tiny_collapse
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=collapse age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

// Request buffer whose entries are kept in the order of arrival, the oldest at 0 (specification section 8.3.1,
// `age_mode` = collapse, decision S20). When one leaves, those behind it move down by one.
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

    reg  [3:0]  hits;              // Entries whose row is open.
    reg  [1:0]  named;
    reg  [3:0]  candidates;
    wire [1:0]  winner;
    wire        remove;
    wire [3:0]  moves;             // Entries that take what is above them.
    wire [3:0]  tail;              // The entry behind the last valid one.
    reg  [3:0]  valid;
    reg  [3:0]  writes;
    reg  [7:0]  banks;
    reg  [3:0]  rows;
    reg  [19:0] payload;
    wire [3:0]  legality_eligible;
    wire [3:0]  encoder_first;
    wire [1:0]  encoder_index;

    frfcfs_legality legality (
        .valid    (valid),
        .hits     (hits),
        .urgent   (4'd0),
        .writes   (writes),
        .banks    (banks),
        .open     (open),
        .pre_ok   (pre_ok),
        .act_ok   (act_ok),
        .rd_ok    (rd_ok),
        .wr_ok    (wr_ok),
        .eligible (legality_eligible)
    );

    first_set_4 encoder (
        .requests (candidates),
        .first    (encoder_first),
        .index    (encoder_index)
    );

    always @(posedge clock) begin : update_writes
        integer i;
        reg [3:0] moved;
        reg [3:0] place;
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
            for (i = 0; i < 3; i = i + 1) begin
                if (moves[i]) begin
                    banks[(i * 2) +: 2] <= banks[((i + 1) * 2) +: 2];
                    rows[i] <= rows[i + 1];
                    payload[(i * 5) +: 5] <= payload[((i + 1) * 5) +: 5];
                end
            end
        end
        if (insert) begin
            for (i = 0; i < 4; i = i + 1) begin
                if (place[i]) begin
                    banks[(i * 2) +: 2] <= insert_bank;
                    rows[i] <= insert_row;
                    payload[(i * 5) +: 5] <= insert_rest;
                end
            end
        end
    end

    // A comparator at every entry.
    always @* begin : compute_hits
        integer i;
        hits = 4'd0;
        named = 2'd0;
        for (i = 0; i < 4; i = i + 1) begin
            if (valid[i]) begin
                named = banks[(i * 2) +: 2];
                hits[i] = open[named] && (rows[i] == open_row[named]);
            end
        end
    end

    // Hits first, then the first in order.
    always @* begin
        candidates = legality_eligible;
        if ((legality_eligible & hits) != 4'd0) begin
            candidates = legality_eligible & hits;
        end
    end

    assign winner = encoder_index;
    assign serve = candidates != 4'd0;
    assign hit = (encoder_first & hits) != 4'd0;
    assign wr = (encoder_first & writes) != 4'd0;
    assign bank = banks[({1'b0, winner} * 3'd2) +: 2];
    assign row = rows[winner];
    assign rest = payload[({3'd0, winner} * 5'd5) +: 5];

    // The entries from the served one on move down; a new request goes behind the last one.
    assign remove = serve && hit;
    assign moves = ~(encoder_first - 4'd1);
    assign tail = ((valid << 1) | 4'd1) & ~valid;

    always @(posedge clock) begin
        if (reset) begin
            valid <= 4'd0;
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
