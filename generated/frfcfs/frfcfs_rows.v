// SPDX-License-Identifier: Apache-2.0
// frfcfs_rows: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What the entries of the request buffer need to know of the banks' rows (decision S22). Each entry
// keeps whether its row is open: compared when it comes, and in the cycle after each ACT or PRE of
// its bank, which is soon enough, because such a bank takes no command in that cycle. Which banks
// have pending hits is a cycle old, too, but for requests that come: a bank takes no PRE so soon
// after RD, WR or ACT.
module frfcfs_rows #(
    parameter BANKS = 8,
    parameter ROW = 15,
    // What follows from these; not to be set.
    parameter BANK = $clog2(BANKS)
) (
    input  wire                     clock,        // Clock.
    input  wire                     reset,        // Synchronous reset, active high.
    input  wire [BANKS-1:0]         open,         // Banks with an open row.
    input  wire [(BANKS * ROW)-1:0] open_row,     // The open row of each bank.
    input  wire [BANKS-1:0]         pre_ok,       // Banks that PRE may go to.
    input  wire [BANKS-1:0]         act_ok,       // Banks that ACT may go to.
    input  wire [BANKS-1:0]         rd_ok,        // Banks that RD may go to.
    input  wire [BANKS-1:0]         wr_ok,        // Banks that WR may go to.
    input  wire                     insert,       // A request comes.
    input  wire [BANK-1:0]          insert_bank,  // Its bank.
    input  wire [ROW-1:0]           insert_row,   // Its row.
    input  wire                     serve,        // An entry is served in this cycle.
    input  wire                     hit,          // Its row is open.
    input  wire [BANK-1:0]          bank,         // Its bank.
    input  wire [ROW-1:0]           row,          // Its row.
    input  wire [BANKS-1:0]         bank_hits,    // Banks for which some entry has a hit.
    // Pending hits keep no row open: only urgent requests count.
    input  wire                     only_urgent,
    output wire                     insert_hit,   // The row of the request that comes is open.
    // Banks whose row may be closed or opened for an entry that waits.
    output wire [BANKS-1:0]         miss_ok,
    output wire [BANKS-1:0]         read_ok,      // Banks whose open row may be read.
    output wire [BANKS-1:0]         write_ok,     // Banks whose open row may be written.
    // The row of a bank was opened or closed in the cycle before.
    output reg                      changed,
    output reg                      opened,       // It was opened.
    output reg  [BANK-1:0]          changed_bank, // That bank.
    output reg  [ROW-1:0]           changed_row   // That row.
);

    localparam [BANKS-1:0] ONE = 1;

    reg  [BANKS-1:0] closable;   // Banks whose row may be closed.
    wire [ROW-1:0]   came_row;
    wire             comes_open;
    reg  [BANKS-1:0] pending;    // Banks with pending hits, as of the cycle before.

    always @(posedge clock) begin
        if (reset) begin
            changed <= 1'b0;
            opened <= 1'b0;
        end else begin
            changed <= serve && !hit;
            opened <= !open[bank];
        end
    end

    always @(posedge clock) begin
        changed_bank <= bank;
        changed_row <= row;
    end

    assign came_row = open_row[(insert_bank * ROW) +: ROW];
    assign comes_open = open[insert_bank] && (insert_row == came_row);
    assign insert_hit = comes_open;

    always @(posedge clock) begin : update_pending
        reg [BANKS-1:0] comes_to;
        if (reset) begin
            pending <= 0;
        end else begin
            comes_to = 0;
            if (insert && comes_open) begin
                comes_to = ONE << insert_bank;
            end
            pending <= bank_hits | comes_to;
        end
    end

    // A row with pending hits stays open unless an urgent request asks for another.
    always @* begin
        closable = pre_ok & ~pending;
        if (only_urgent) begin
            closable = pre_ok;
        end
    end

    assign miss_ok = (open & closable) | (~open & act_ok);
    assign read_ok = open & rd_ok;
    assign write_ok = open & wr_ok;

endmodule

`default_nettype wire
