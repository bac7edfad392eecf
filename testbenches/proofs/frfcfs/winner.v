// SPDX-License-Identifier: Apache-2.0
// Invariant 12: the command of the winner is legal, and unless an urgent request asks for it no row is closed that a
// pending hit waits for. What a hit is, is seen from the rows here, not from what the entries remember. If the choice
// takes two cycles, what came or became urgent in the second does not count (decision S24).
module winner #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter n = 4,
    parameter choice_cycles = 1,
    parameter BANK = $clog2(n_bank)
) (
    input wire                       clock,
    input wire                       reset,
    input wire                       cmd_valid,
    input wire [1:0]                 cmd,
    input wire [BANK-1:0]            cmd_bank,
    input wire [n-1:0]               served,   // The winner, one-hot.
    input wire [n-1:0]               valid,
    input wire [n-1:0]               urgent,
    input wire [n*BANK-1:0]          banks,
    input wire [n*row_bits-1:0]      rows,
    input wire [n_bank-1:0]          open,
    input wire [n_bank*row_bits-1:0] open_row,
    input wire [n_bank-1:0]          pre_ok,
    input wire [n_bank-1:0]          act_ok,
    input wire [n_bank-1:0]          rd_ok,
    input wire [n_bank-1:0]          wr_ok
);

    reg [n-1:0] valid_before, urgent_before;
    always @(posedge clock) begin
        valid_before <= valid;
        urgent_before <= urgent;
    end

    // In the cycle of the choice.
    wire [n-1:0] known = choice_cycles == 2 ? valid_before : valid;
    wire [n-1:0] pressing = choice_cycles == 2 ? urgent_before : urgent;

    reg [n-1:0] hits;
    reg         pending;   // Some entry's row is open in the winner's bank.
    reg         in_bank;   // The command is for the winner's bank.
    integer i;
    always @* begin
        hits = 0;
        pending = 1'b0;
        in_bank = 1'b0;
        for (i = 0; i < n; i = i + 1) begin
            hits[i] = known[i] && open[banks[i*BANK +: BANK]]
                && open_row[banks[i*BANK +: BANK]*row_bits +: row_bits] == rows[i*row_bits +: row_bits];
            if (hits[i] && banks[i*BANK +: BANK] == cmd_bank) pending = 1'b1;
            if (served[i] && banks[i*BANK +: BANK] == cmd_bank) in_bank = 1'b1;
        end
    end

    always @* if (!reset && cmd_valid) begin
        assert ((served & valid & known) != 0 && (served & (served - 1'b1)) == 0);
        assert (in_bank);
        assert (cmd[1] == ((served & hits) != 0));
        case (cmd)
            0: assert (open[cmd_bank] && pre_ok[cmd_bank]);
            1: assert (!open[cmd_bank] && act_ok[cmd_bank]);
            2: assert (open[cmd_bank] && rd_ok[cmd_bank]);
            3: assert (open[cmd_bank] && wr_ok[cmd_bank]);
        endcase
        assert (cmd[1] || !pending || (served & pressing) != 0);
    end

endmodule
