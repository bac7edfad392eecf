// SPDX-License-Identifier: Apache-2.0
// Invariant 8: a request gets at most one RD or WR, of its kind and with the bank, row and column that it arrived with, and no command
// is for a request that is not there. Shown for any identification: the one that the inputs name in the first cycle.
// Engine: pdr
module i08_requests #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter col_bits = 1,
    parameter id_bits = 3,
    parameter BANK = $clog2(n_bank)
) (
    input wire                clock,
    input wire                reset,
    input wire                enq_valid,
    input wire                enq_hi,
    input wire [id_bits-1:0]  enq_id,
    input wire                enq_wr,
    input wire [BANK-1:0]     enq_bank,
    input wire [row_bits-1:0] enq_row,
    input wire [col_bits-1:0] enq_col,
    input wire                rdy_hi,
    input wire                rdy_lo,
    input wire                cmd_valid,
    input wire [1:0]          cmd,
    input wire [BANK-1:0]     cmd_bank,
    input wire [row_bits-1:0] cmd_row,
    input wire [col_bits-1:0] cmd_col,
    input wire [id_bits-1:0]  cmd_id,
    input wire                serve_high
);

    localparam TAG = 2 + BANK + row_bits + col_bits;

    reg               chosen = 1'b0;
    reg [id_bits-1:0] id;
    reg               waits;
    reg [TAG-1:0]     tag;      // What the request arrived with.

    wire accept = enq_valid && (enq_hi ? rdy_hi : rdy_lo) && enq_id == id;
    wire served = cmd_valid && cmd[1] && cmd_id == id;

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) id <= enq_id;
        if (reset) waits <= 1'b0;
        else if (accept) begin
            waits <= 1'b1;
            tag <= {enq_hi, enq_wr, enq_bank, enq_row, enq_col};
        end else if (served) waits <= 1'b0;
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        // Requests in flight have different identifications.
        assume (!(accept && waits));
        // A PRE or an ACT is for a request that waits, too.
        assert (!(cmd_valid && cmd_id == id) || waits);
        assert (!(cmd_valid && cmd_id == id) || {cmd_bank, cmd_row, cmd_col} == tag[TAG-3:0]);
        assert (!(cmd_valid && cmd_id == id) || serve_high == tag[TAG-1]);
        assert (!served || cmd[0] == tag[TAG-2]);
    end

endmodule
