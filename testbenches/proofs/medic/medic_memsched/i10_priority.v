// SPDX-License-Identifier: Apache-2.0
// Invariant 10: if a request of the high queue could legally issue its command (section 2.6), the command is one of the high queue; of that
// queue hits come before others, and a row that one of them hits is not closed.
// Engine: pdr
// For: lo_starve_limit=0
module i10_priority #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter q_depth_hi = 2,
    parameter BANK = $clog2(n_bank)
) (
    input wire                           clock,
    input wire                           reset,
    input wire                           cmd_valid,
    input wire [1:0]                     cmd,
    input wire                           serve_high,
    input wire [q_depth_hi-1:0]          high__used,
    input wire [q_depth_hi-1:0]          high__writes,
    input wire [q_depth_hi*BANK-1:0]     high__banks,
    input wire [q_depth_hi*row_bits-1:0] high__rows,
    input wire [n_bank-1:0]              timing__open,
    input wire [n_bank*row_bits-1:0]     timing__open_row,
    input wire [n_bank-1:0]              timing__pre_ok,
    input wire [n_bank-1:0]              timing__act_ok,
    input wire [n_bank-1:0]              timing__rd_ok,
    input wire [n_bank-1:0]              timing__wr_ok
);

    reg [q_depth_hi-1:0] hits;
    reg [n_bank-1:0]     kept;       // Banks with an open row that a request hits.
    reg [q_depth_hi-1:0] eligible;
    reg [BANK-1:0]       bank;
    integer i;
    always @* begin
        hits = 0;
        kept = 0;
        eligible = 0;
        bank = 0;
        for (i = 0; i < q_depth_hi; i = i + 1) begin
            bank = high__banks[i*BANK +: BANK];
            if (high__used[i] && timing__open[bank]
                && timing__open_row[bank*row_bits +: row_bits] == high__rows[i*row_bits +: row_bits]) begin
                hits[i] = 1'b1;
                kept[bank] = 1'b1;
            end
        end
        for (i = 0; i < q_depth_hi; i = i + 1) begin
            bank = high__banks[i*BANK +: BANK];
            if (high__used[i]) begin
                if (hits[i]) eligible[i] = high__writes[i] ? timing__wr_ok[bank] : timing__rd_ok[bank];
                else if (timing__open[bank]) eligible[i] = timing__pre_ok[bank] && !kept[bank];
                else eligible[i] = timing__act_ok[bank];
            end
        end
    end

    always @* if (!reset) begin
        assert (serve_high == (eligible != 0));
        assert (!serve_high || cmd_valid);
        assert (!serve_high || cmd[1] == ((eligible & hits) != 0));
    end

endmodule
