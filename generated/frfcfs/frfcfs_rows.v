// SPDX-License-Identifier: Apache-2.0
// frfcfs_rows: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// What the entries of the request buffer need to know of the banks' rows (decision S22). Each entry
// keeps whether its row is open: compared when it comes, and in the cycle after each ACT or PRE of
// its bank, which is soon enough, because such a bank takes no command in that cycle. What the
// entries of a bank wait for is looked at anew in the cycle after each command to it, and known one
// cycle later, but for requests that come: a bank takes no PRE so soon after RD, WR or ACT. Banks
// no entry of which waits for a command take none, so whether there is one to serve is known early.
module frfcfs_rows #(
    parameter BANKS = 8,
    parameter ROW = 15,
    // What follows from these; not to be set.
    parameter BANK = $clog2(BANKS)
) (
    input  wire                     clock,       // Clock.
    input  wire                     reset,       // Synchronous reset, active high.
    input  wire [BANKS-1:0]         open,        // Banks with an open row.
    input  wire [(BANKS * ROW)-1:0] open_row,    // The open row of each bank.
    input  wire [BANKS-1:0]         pre_ok,      // Banks that PRE may go to.
    input  wire [BANKS-1:0]         act_ok,      // Banks that ACT may go to.
    input  wire [BANKS-1:0]         rd_ok,       // Banks that RD may go to.
    input  wire [BANKS-1:0]         wr_ok,       // Banks that WR may go to.
    input  wire                     insert,      // A request comes.
    input  wire                     insert_wr,   // It is a write.
    input  wire [BANK-1:0]          insert_bank, // Its bank.
    input  wire [ROW-1:0]           insert_row,  // Its row.
    input  wire                     serve,       // An entry is served in this cycle.
    input  wire                     hit,         // Its row is open.
    input  wire [BANK-1:0]          bank,        // Its bank.
    input  wire [ROW-1:0]           row,         // Its row.
    // What entries of the bank of the command before wait for: its row, RD, WR.
    input  wire                     left_misses,
    input  wire                     left_reads,
    input  wire                     left_writes,
    // Pending hits keep no row open: only urgent requests count.
    input  wire                     only_urgent,
    output wire                     insert_hit,  // The row of the request that comes is open.
    // Banks whose row may be closed or opened for an entry that waits.
    output wire [BANKS-1:0]         miss_ok,
    // Banks whose open row may be read for an entry that waits.
    output wire [BANKS-1:0]         read_ok,
    // Banks whose open row may be written for an entry that waits.
    output wire [BANKS-1:0]         write_ok,
    output reg                      served,      // A command went in the cycle before.
    output reg                      changed,     // It opened or closed the row of its bank.
    output reg                      opened,      // It opened it.
    output reg  [BANK-1:0]          served_bank, // Its bank.
    output reg  [ROW-1:0]           served_row   // Its row.
);

    localparam [BANKS-1:0] ONE = 1;

    wire [BANKS-1:0] pending;    // Banks with pending hits.
    reg  [BANKS-1:0] closable;   // Banks whose row may be closed.
    wire [ROW-1:0]   came_row;
    wire             comes_open;
    reg  [BANKS-1:0] misses;     // Banks with entries that wait for their row, for RD, and for WR.
    reg  [BANKS-1:0] reads;
    reg  [BANKS-1:0] writes;

    always @(posedge clock) begin
        if (reset) begin
            served <= 1'b0;
            changed <= 1'b0;
            opened <= 1'b0;
        end else begin
            served <= serve;
            changed <= serve && !hit;
            opened <= !open[bank];
        end
    end

    always @(posedge clock) begin
        served_bank <= bank;
        served_row <= row;
    end

    assign came_row = open_row[(insert_bank * ROW) +: ROW];
    assign comes_open = open[insert_bank] && (insert_row == came_row);
    assign insert_hit = comes_open;

    always @(posedge clock) begin : update_misses
        reg [BANKS-1:0] last;
        reg [BANKS-1:0] next_misses;
        reg [BANKS-1:0] next_reads;
        reg [BANKS-1:0] next_writes;
        reg [BANKS-1:0] comes_to;
        if (reset) begin
            misses <= 0;
            reads <= 0;
            writes <= 0;
        end else begin
            comes_to = 0;
            if (insert) begin
                comes_to = ONE << insert_bank;
            end
            last = 0;
            if (served) begin
                last = ONE << served_bank;
            end
            next_misses = misses & ~last;
            if (left_misses) begin
                next_misses = misses | last;
            end
            next_reads = reads & ~last;
            if (left_reads) begin
                next_reads = reads | last;
            end
            next_writes = writes & ~last;
            if (left_writes) begin
                next_writes = writes | last;
            end
            misses <= next_misses;
            reads <= next_reads;
            writes <= next_writes;
            if (!comes_open) begin
                misses <= next_misses | comes_to;
            end else if (insert_wr) begin
                writes <= next_writes | comes_to;
            end else begin
                reads <= next_reads | comes_to;
            end
        end
    end

    // A row with pending hits stays open unless an urgent request asks for another.
    assign pending = reads | writes;

    always @* begin
        closable = pre_ok & ~pending;
        if (only_urgent) begin
            closable = pre_ok;
        end
    end

    assign miss_ok = misses & ((open & closable) | (~open & act_ok));
    assign read_ok = reads & open & rd_ok;
    assign write_ok = writes & open & wr_ok;

endmodule

`default_nettype wire
