// SPDX-License-Identifier: Apache-2.0
// Invariant 2: a request gets at most one RD or WR, of its kind and with the source, bank, row and column that it
// arrived with, and no command is for a request that is not there. Shown for any identification: the one that the
// inputs name in the first cycle.
// Engine: pdr
module i02_requests #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter SRC = $clog2(n_cpu + n_gpu),
    parameter BANK = $clog2(n_bank)
) (
    input wire                     clock,
    input wire                     reset,
    input wire                     req_valid,
    input wire [SRC-1:0]           req_src,
    input wire [id_bits-1:0]       req_id,
    input wire                     req_wr,
    input wire [BANK-1:0]          req_bank,
    input wire [row_bits-1:0]      req_row,
    input wire [col_bits-1:0]      req_col,
    input wire [n_cpu+n_gpu-1:0]   src_ready,
    input wire                     cmd_valid,
    input wire [1:0]               cmd,
    input wire [BANK-1:0]          cmd_bank,
    input wire [row_bits-1:0]      cmd_row,
    input wire [col_bits-1:0]      cmd_col,
    input wire [id_bits-1:0]       cmd_id,
    input wire [SRC-1:0]           cmd_src
);

    localparam TAG = SRC + 1 + BANK + row_bits + col_bits;

    reg               chosen = 1'b0;
    reg [id_bits-1:0] id;
    reg               waits;
    reg [TAG-1:0]     tag;      // What the request arrived with.

    wire accept = req_valid && src_ready[req_src] && req_id == id;
    wire served = cmd_valid && cmd[1] && cmd_id == id;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) id <= req_id;
        if (reset) waits <= 1'b0;
        else if (accept) begin
            waits <= 1'b1;
            tag <= {req_src, req_wr, req_bank, req_row, req_col};
        end else if (served) waits <= 1'b0;
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // Requests in flight have different identifications.
        assume (!(accept && waits));
        // A PRE or an ACT is for a request that waits, too.
        assert (!(cmd_valid && cmd_id == id) || waits);
        assert (!(cmd_valid && cmd_id == id) || {cmd_src, cmd_bank, cmd_row, cmd_col} ==
            {tag[TAG-1 -: SRC], tag[BANK+row_bits+col_bits-1:0]});
        assert (!served || cmd[0] == tag[TAG-SRC-1]);
    end

endmodule
