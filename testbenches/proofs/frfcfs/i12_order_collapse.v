// SPDX-License-Identifier: Apache-2.0
// Invariant 12 (and 1): as i12_order, of a buffer that is kept in the order of arrival: it is shown which entries hold the
// two requests, and that makes it inductive.
// For: age_mode=collapse
// Engine: bounded 12
module i12_order_collapse #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter n = 4,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter BANK = $clog2(n_bank),
    parameter REST = id_bits + SRC + col_bits,
    parameter TAG = 1 + BANK + row_bits,
    parameter W = $clog2(n + 1)
) (
    input wire                   clock,
    input wire                   reset,
    input wire                   req_valid,
    input wire [SRC-1:0]         req_src,
    input wire [id_bits-1:0]     req_id,
    input wire                   req_wr,
    input wire [BANK-1:0]        req_bank,
    input wire [row_bits-1:0]    req_row,
    input wire [n_cpu+n_gpu-1:0] src_ready,
    input wire                   cmd_valid,
    input wire [1:0]             cmd,
    input wire [id_bits-1:0]     cmd_id,
    input wire [W-1:0]           occupied,
    input wire [n-1:0]           buffer__legality__valid,
    input wire [n-1:0]           buffer__legality__writes,
    input wire [n*BANK-1:0]      buffer__legality__banks,
    input wire [n*row_bits-1:0]  buffer__rows,
    input wire [n*REST-1:0]      buffer__payload
);

    reg [1:0]         chosen = 2'b00;
    reg [id_bits-1:0] old;
    reg [id_bits-1:0] young;
    reg               old_waits;
    reg               young_waits;
    reg [TAG-1:0]     tag;           // What the older one wants.

    wire accept = req_valid && req_src < n_cpu + n_gpu && src_ready[req_src];
    wire serve = cmd_valid && cmd[1];
    wire [TAG-1:0] req_tag = {req_wr, req_bank, req_row};

    always @(posedge clock) begin
        chosen <= {chosen, 1'b1};
        if (!chosen[0]) old <= req_id;
        if (!chosen[1]) young <= req_id;
        if (reset || !chosen[1]) begin
            old_waits <= 1'b0;
            young_waits <= 1'b0;
        end else begin
            if (accept && req_id == old) begin
                old_waits <= 1'b1;
                tag <= req_tag;
            end else if (serve && cmd_id == old) old_waits <= 1'b0;
            if (accept && req_id == young) young_waits <= 1'b1;
            else if (serve && cmd_id == young) young_waits <= 1'b0;
        end
    end

    reg [W-1:0]       entries, olds, youngs;   // Entries in use, and those that hold the two requests.
    reg               in_order;                // They want the same, and the older one comes first.
    reg [id_bits-1:0] id;
    integer i;
    always @* begin
        entries = 0;
        olds = 0;
        youngs = 0;
        in_order = 1'b1;
        for (i = 0; i < n; i = i + 1) if (buffer__legality__valid[i]) begin
            id = buffer__payload[i*REST+SRC+col_bits +: id_bits];
            entries = entries + 1'b1;
            if ((id == old || (id == young && old_waits)) && tag != {buffer__legality__writes[i],
                buffer__legality__banks[i*BANK +: BANK], buffer__rows[i*row_bits +: row_bits]}) in_order = 1'b0;
            if (id == old) begin
                olds = olds + 1'b1;
                if (youngs != 0) in_order = 1'b0;
            end
            if (id == young) youngs = youngs + 1'b1;
        end
    end

    always @* begin
        assume (chosen[1] || reset);
        if (chosen[1] && !reset) begin
            assume (old != young);
            // Requests in the buffer have different identifications; the young one comes second, to the same row.
            assume (!(accept && req_id == old && (old_waits || young_waits)));
            assume (!(accept && req_id == young && (!old_waits || young_waits || tag != req_tag)));
            assert (!(old_waits && serve && cmd_id == young));
            // What makes it inductive.
            assert ((buffer__legality__valid & (buffer__legality__valid + 1'b1)) == 0 && entries == occupied);
            assert (olds == old_waits && youngs == young_waits && in_order);
        end
    end

endmodule
