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
    input wire [n_bank-1:0]          wr_ok,
    // What the entries and, for the entries of each bank, the buffer remember (decision S22).
    input wire [n-1:0]               hit_bits,
    input wire [n-1:0]               writes,
    input wire [n_bank-1:0]          misses_of,
    input wire [n_bank-1:0]          reads_of,
    input wire [n_bank-1:0]          writes_of,
    input wire                       commanded,      // A command went in the cycle before,
    input wire                       changed,        // which opened or closed the row of its bank,
    input wire                       opened,         // opened it;
    input wire [BANK-1:0]            commanded_bank, // its bank
    input wire [row_bits-1:0]        commanded_row,  // and row.
    input wire [$clog2(n+1)-1:0]     occupied        // Entries in use.
);

    reg [n-1:0] valid_before, urgent_before;
    always @(posedge clock) begin
        valid_before <= valid;
        urgent_before <= urgent;
    end

    // In the cycle of the choice.
    wire [n-1:0] known = choice_cycles == 2 ? valid_before : valid;
    wire [n-1:0] pressing = choice_cycles == 2 ? urgent_before : urgent;

    reg [n-1:0] open_rows; // Entries whose row is open.
    reg [n-1:0] hits;
    reg         pending;   // Some entry's row is open in the winner's bank.
    reg         in_bank;   // The command is for the winner's bank.
    integer i;
    always @* begin
        open_rows = 0;
        hits = 0;
        pending = 1'b0;
        in_bank = 1'b0;
        for (i = 0; i < n; i = i + 1) begin
            open_rows[i] = open[banks[i*BANK +: BANK]]
                && open_row[banks[i*BANK +: BANK]*row_bits +: row_bits] == rows[i*row_bits +: row_bits];
            hits[i] = known[i] && open_rows[i];
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

    // What is remembered is right: of an entry but in the cycle after its bank's row was opened or closed, of a bank but
    // in the cycle after a command to it. The proof of the above needs this.
    wire [n_bank-1:0] exact = ~({{(n_bank-1){1'b0}}, commanded} << commanded_bank);
    wire [n_bank-1:0] same_row = ~({{(n_bank-1){1'b0}}, changed} << commanded_bank);
    reg [n_bank-1:0] wait_row, wait_rd, wait_wr;
    reg [n-1:0] settled;
    reg [$clog2(n+1)-1:0] entries;
    integer e;
    always @* begin
        wait_row = 0;
        wait_rd = 0;
        wait_wr = 0;
        settled = 0;
        entries = 0;
        for (e = 0; e < n; e = e + 1) begin
            settled[e] = valid[e] && same_row[banks[e*BANK +: BANK]];
            entries = entries + valid[e];
            if (valid[e] && !hit_bits[e]) wait_row[banks[e*BANK +: BANK]] = 1'b1;
            if (valid[e] && hit_bits[e] && !writes[e]) wait_rd[banks[e*BANK +: BANK]] = 1'b1;
            if (valid[e] && hit_bits[e] && writes[e]) wait_wr[banks[e*BANK +: BANK]] = 1'b1;
        end
    end
    always @* if (!reset) begin
        assert (((hit_bits ^ open_rows) & settled) == 0);
        assert (((misses_of ^ wait_row) & exact) == 0);
        assert (((reads_of ^ wait_rd) & exact) == 0);
        assert (((writes_of ^ wait_wr) & exact) == 0);
        assert (commanded || !changed);
        assert (!changed || opened == open[commanded_bank]);
        assert (!(changed && opened) || open_row[commanded_bank*row_bits +: row_bits] == commanded_row);
        assert (entries == occupied);
    end

endmodule
