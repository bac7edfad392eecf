// SPDX-License-Identifier: Apache-2.0
// Invariant 12: the command of the winner is legal, and unless an urgent request asks for it no row is closed that a
// pending hit waits for.
// Engine: pdr
module i12_winner #(
    parameter n_bank = 4,
    parameter n = 4,
    parameter W = $clog2(n),
    parameter BANK = $clog2(n_bank)
) (
    input wire              clock,
    input wire              reset,
    input wire              cmd_valid,
    input wire [1:0]        cmd,
    input wire [BANK-1:0]   cmd_bank,
    input wire [W-1:0]      buffer__winner,
    input wire [n-1:0]      buffer__legality__valid,
    input wire [n-1:0]      buffer__legality__hits,
    input wire [n-1:0]      buffer__legality__urgent,
    input wire [n*BANK-1:0] buffer__legality__banks,
    input wire [n_bank-1:0] timing_open,
    input wire [n_bank-1:0] timing_pre_ok,
    input wire [n_bank-1:0] timing_act_ok,
    input wire [n_bank-1:0] timing_rd_ok,
    input wire [n_bank-1:0] timing_wr_ok
);

    reg pending;   // Some entry's row is open in the winner's bank.
    integer i;
    always @* begin
        pending = 1'b0;
        for (i = 0; i < n; i = i + 1)
            if (buffer__legality__hits[i] && buffer__legality__banks[i*BANK +: BANK] == cmd_bank) pending = 1'b1;
    end

    always @* if (!reset && cmd_valid) begin
        assert (buffer__legality__valid[buffer__winner]);
        assert (buffer__legality__banks[buffer__winner*BANK +: BANK] == cmd_bank);
        assert (cmd[1] == buffer__legality__hits[buffer__winner]);
        case (cmd)
            0: assert (timing_open[cmd_bank] && timing_pre_ok[cmd_bank]);
            1: assert (!timing_open[cmd_bank] && timing_act_ok[cmd_bank]);
            2: assert (timing_open[cmd_bank] && timing_rd_ok[cmd_bank]);
            3: assert (timing_open[cmd_bank] && timing_wr_ok[cmd_bank]);
        endcase
        assert (cmd[1] || !pending || buffer__legality__urgent[buffer__winner]);
    end

endmodule
