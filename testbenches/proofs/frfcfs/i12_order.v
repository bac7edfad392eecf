// SPDX-License-Identifier: Apache-2.0
// Invariant 12 (and 1): of two requests that differ only in identification, column and source, the older one is served
// first while none is urgent. Shown for any two identifications: those that the inputs name in the first two cycles.
// Engine: bounded 10
// For: age_mode=timestamp
module i12_order #(
    parameter n_cpu = 1,
    parameter n_gpu = 1,
    parameter n_bank = 4,
    parameter row_bits = 1,
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
    input wire [n_cpu+n_gpu-1:0]   src_ready,
    input wire                     cmd_valid,
    input wire [1:0]               cmd,
    input wire [id_bits-1:0]       cmd_id,
    input wire                     buffer__urgent
);

    localparam TAG = 1 + BANK + row_bits;

    reg [1:0]         chosen = 2'b00;
    reg [id_bits-1:0] old;
    reg [id_bits-1:0] young;
    reg               old_waits;
    reg               young_waits;
    reg [TAG-1:0]     tag;           // What the older one wants.

    wire accept = req_valid && req_src < n_cpu + n_gpu && src_ready[req_src];
    wire serve = cmd_valid && cmd[1];

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
                tag <= {req_wr, req_bank, req_row};
            end else if (serve && cmd_id == old) old_waits <= 1'b0;
            if (accept && req_id == young) young_waits <= 1'b1;
            else if (serve && cmd_id == young) young_waits <= 1'b0;
        end
    end

    always @* begin
        assume (chosen[1] || reset);
        if (chosen[1] && !reset) begin
            assume (old != young);
            assume (!buffer__urgent);
            // Requests in the buffer have different identifications; the young one comes second, to the same row.
            assume (!(accept && req_id == old && (old_waits || young_waits)));
            assume (!(accept && req_id == young && (!old_waits || young_waits || tag != {req_wr, req_bank, req_row})));
            assert (!(old_waits && serve && cmd_id == young));
        end
    end

endmodule
