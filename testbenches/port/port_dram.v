// SPDX-License-Identifier: Apache-2.0
// port_dram: what stands behind SMS: banks with their rows, the data path, and the completions. A PHY and DRAM chips are in
// its place in a real design. `wrong` says that a command came which DRAM does not allow.

`default_nettype none

module port_dram #(
    parameter [3:0] T_RCD = 10, // From ACT to RD or WR of the bank; these four as in the scheduler's configuration
    parameter [3:0] T_CL = 10,  // From RD to its data
    parameter [3:0] T_CWL = 8,  // From WR to its data
    parameter [3:0] T_BL = 4    // Cycles of data of a request
) (
    input  wire        clock,
    input  wire        reset,
    // From SMS.
    input  wire        cmd_valid,
    input  wire [1:0]  cmd,
    input  wire [1:0]  cmd_bank,
    input  wire [5:0]  cmd_row,
    input  wire [2:0]  cmd_col,
    input  wire [5:0]  cmd_id,
    input  wire [1:0]  cmd_src,
    // Data of a WR, which its source keeps until then.
    input  wire [31:0] write_data,
    // To SMS and to the source: a request is done.
    output wire        cpl_valid,
    output wire [1:0]  cpl_src,
    output wire [5:0]  cpl_id,
    output wire [31:0] cpl_data,
    output reg         wrong
);

    localparam [1:0] PRE = 0, ACT = 1, RD = 2;
    localparam [3:0] READ = T_CL + T_BL, WRITE = T_CWL + T_BL;

    reg [31:0] cells [0:2047];
    reg [3:0]  open;
    reg [5:0]  open_row [0:3];
    reg [3:0]  since_act [0:3]; // Cycles since the ACT of a bank, as far as they count.
    // Requests whose data move, by the cycles until they are done.
    reg [READ:0] moving;
    reg [39:0]   mover [0:READ];

    assign cpl_valid = moving[0];
    assign {cpl_src, cpl_id, cpl_data} = mover[0];

    wire [10:0] line = {cmd_row, cmd_bank, cmd_col};
    wire moves = cmd_valid && cmd[1];
    wire reads = cmd == RD;
    wire [3:0] done_in = reads ? READ : WRITE;
    wire row_is_open = open[cmd_bank] && open_row[cmd_bank] == cmd_row && since_act[cmd_bank] == T_RCD;

    integer i;
    always @(posedge clock) begin
        if (reset) begin
            open <= 0;
            moving <= 0;
            wrong <= 0;
            for (i = 0; i < 4; i = i + 1) since_act[i] <= 0;
        end else begin
            for (i = 0; i < 4; i = i + 1) if (since_act[i] != T_RCD) since_act[i] <= since_act[i] + 1;
            moving <= moving >> 1;
            for (i = 0; i < READ; i = i + 1) mover[i] <= mover[i + 1];
            if (cmd_valid && cmd == PRE) begin
                open[cmd_bank] <= 0;
            end
            if (cmd_valid && cmd == ACT) begin
                if (open[cmd_bank]) wrong <= 1;
                open[cmd_bank] <= 1;
                open_row[cmd_bank] <= cmd_row;
                since_act[cmd_bank] <= 1;
            end
            if (moves) begin
                // The data bus has room if nothing else is done in that cycle.
                if (!row_is_open || moving[done_in]) wrong <= 1;
                moving[done_in - 1] <= 1;
                mover[done_in - 1] <= {cmd_src, cmd_id, reads ? cells[line] : write_data};
                if (!reads) cells[line] <= write_data;
            end
        end
    end

endmodule

`default_nettype wire
