// SPDX-License-Identifier: Apache-2.0
// medic_memsched: part of medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MeDiC's DRAM controller of one channel (specification section 2.6): the requests of mostly-hit
// warps wait in a queue of their own, which goes before that of all others; the others may use
// banks that none of the first wants. In each queue row hits come first, then the oldest.
// A scheduler, not a whole memory controller: refresh, initialisation and the data path are
// outside.
// Protocol: a request is taken in a cycle in which `enq_valid` and the bit `rdy_hi` or `rdy_lo` of
// its queue are 1. A command is there for one cycle and never stalls.
module medic_memsched #(
    parameter HIGH = 16,                                 // Requests in the high queue
    parameter LOW = 16,                                  // Requests in the low queue
    // Cycles as the oldest of the low queue after which a request goes before the high queue; 0:
    // never
    parameter LIMIT = 0,
    parameter BANKS = 8,                                 // Banks of the channel
    parameter ROW = 15,                                  // Bits of a row number
    parameter COL = 6,                                   // Bits of a column number, in bursts
    parameter ID = 10,                                   // Bits of a request's identification
    // Controller cycles from ACT to RD or WR of the bank; at least 2
    parameter T_RCD = 12,
    parameter T_CL = 12,                                 // From RD to its data
    parameter T_RP = 12,                                 // From PRE to ACT of the bank
    parameter T_RAS = 28,                                // From ACT to PRE of the bank
    parameter T_RC = 40,                                 // From ACT to ACT of the bank
    parameter T_RRD = 6,                                 // From ACT to ACT of any banks
    parameter T_WTR = 5,                                 // From the end of write data to RD
    parameter T_RTP = 2,                                 // From RD to PRE of the bank
    // From the end of write data to PRE of the bank
    parameter T_WR = 12,
    parameter T_CWL = 4,                                 // From WR to its data
    parameter T_CCD = 2,                                 // From RD to RD and from WR to WR
    parameter T_BL = 2,                                  // Cycles of data of a burst
    parameter T_FAW = 24,                                // Window of at most four ACTs
    // What follows from these; not to be set.
    parameter BANK = $clog2(BANKS),
    parameter REST = ID + COL,
    parameter WAIT = ($clog2(LIMIT + 1) > 1 ? $clog2(LIMIT + 1) : 1),
    parameter [0:0] LIMITED = LIMIT > 0,
    parameter RCD = T_RCD - 1,                           // tRCD - 1.
    parameter RP = T_RP - 1,                             // tRP - 1.
    parameter RAS = T_RAS - 1,                           // tRAS - 1.
    parameter RC = T_RC - 1,                             // tRC - 1.
    parameter RRD = T_RRD - 1,                           // tRRD - 1.
    parameter FAW = T_FAW - 1,                           // tFAW - 1.
    parameter RTP = T_RTP - 1,                           // tRTP - 1.
    parameter CCD = T_CCD - 1,                           // tCCD - 1.
    parameter READ_TO_WRITE = T_CL + T_CCD + 1 - T_CWL,  // RD to WR: tCL - tCWL + tCCD + 2 - 1.
    parameter WRITE_TO_READ = T_CWL + T_BL + T_WTR - 1,  // WR to RD: tCWL + tBL + tWTR - 1.
    parameter WRITE_TO_PRE = T_CWL + T_BL + T_WR - 1     // WR to PRE: tCWL + tBL + tWR - 1.
) (
    input  wire            clock,     // Clock of the controller, which is the DRAM's command clock.
    input  wire            reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its queue is ready.
    input  wire            enq_valid,
    input  wire            enq_hi,    // It goes into the high queue.
    input  wire [ID-1:0]   enq_id,    // Its identification, which `cmd_id` repeats.
    input  wire            enq_wr,    // 0 read, 1 write.
    input  wire [BANK-1:0] enq_bank,  // Its bank.
    input  wire [ROW-1:0]  enq_row,   // Its row.
    input  wire [COL-1:0]  enq_col,   // Its column, in bursts.
    output wire            rdy_hi,    // The high queue takes a request.
    output wire            rdy_lo,    // The low queue takes a request.
    // A command goes to the DRAM in this cycle; it is never stalled.
    output wire            cmd_valid,
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0]      cmd,
    output wire [BANK-1:0] cmd_bank,  // Bank of the command.
    output wire [ROW-1:0]  cmd_row,   // Row of the request that the command serves.
    output wire [COL-1:0]  cmd_col,   // Column of the request that the command serves.
    output wire [ID-1:0]   cmd_id     // Identification of the request that the command serves.
);

    localparam [1:0] PRE = 2'd0;
    localparam [1:0] ACT = 2'd1;
    localparam [1:0] RD = 2'd2;
    localparam [1:0] WR = 2'd3;

    // The row of the request that comes is the one last opened in its bank.
    wire                     enq_same;
    wire [REST-1:0]          enq_rest;
    // Banks whose row may be closed or, if none is open, opened; and with an open row that RD or WR
    // may go to.
    wire [BANKS-1:0]         miss_ok;
    wire [BANKS-1:0]         rd_ok;
    wire [BANKS-1:0]         wr_ok;
    wire                     serve_high;          // The high queue is served.
    wire                     serve;
    reg                      hit;
    reg                      closed;
    reg                      write;
    reg  [1:0]               command;
    reg  [BANK-1:0]          bank;
    reg  [ROW-1:0]           row;
    reg  [REST-1:0]          rest;
    // What one queue is asked for and the other is not.
    reg                      unused;
    // The command of the cycle before was an ACT, of this bank and row.
    reg                      opened;
    reg  [BANK-1:0]          opened_bank;
    reg  [ROW-1:0]           opened_row;
    wire [HIGH-1:0]          high_used;
    wire [(HIGH * HIGH)-1:0] high_younger;
    wire [HIGH-1:0]          high_removed;
    wire                     high_full;
    wire [BANKS-1:0]         high_wanted;
    wire [BANKS-1:0]         high_starved_bank;
    wire                     high_starved_column;
    wire                     high_serve;
    wire                     high_urgent;
    wire                     high_hit;
    wire                     high_closed;
    wire                     high_wr;
    wire [BANK-1:0]          high_bank;
    wire [ROW-1:0]           high_row;
    wire [REST-1:0]          high_rest;
    wire [BANKS-1:0]         low_blocked;
    wire [LOW-1:0]           low_used;
    wire [(LOW * LOW)-1:0]   low_younger;
    wire [LOW-1:0]           low_removed;
    wire                     low_full;
    wire [BANKS-1:0]         low_wanted;
    wire [BANKS-1:0]         low_starved_bank;
    wire                     low_starved_column;
    wire                     low_serve;
    wire                     low_urgent;
    wire                     low_hit;
    wire                     low_closed;
    wire                     low_wr;
    wire [BANK-1:0]          low_bank;
    wire [ROW-1:0]           low_row;
    wire [REST-1:0]          low_rest;
    wire [LOW-1:0]           patience_starved;
    wire [BANKS-1:0]         timing_open;
    wire [(BANKS * ROW)-1:0] timing_open_row;
    wire [BANKS-1:0]         timing_pre_ok;
    wire [BANKS-1:0]         timing_act_ok;
    wire [BANKS-1:0]         timing_rd_ok;
    wire [BANKS-1:0]         timing_wr_ok;

    medic_queue #(.N(HIGH), .BANKS(BANKS), .ROW(ROW), .REST(REST)) high (
        .clock          (clock),
        .reset          (reset),
        .insert         (enq_valid && enq_hi && !high_full),
        .insert_wr      (enq_wr),
        .insert_bank    (enq_bank),
        .insert_row     (enq_row),
        .insert_same    (enq_same),
        .insert_rest    (enq_rest),
        .opened         (opened),
        .opened_bank    (opened_bank),
        .opened_row     (opened_row),
        .open           (timing_open),
        .miss_ok        (miss_ok),
        .rd_ok          (rd_ok),
        .wr_ok          (wr_ok),
        .blocked        (low_starved_bank),
        .column_blocked (low_starved_column),
        .starved        ({HIGH{1'b0}}),
        .take           (serve_high),
        .used           (high_used),
        .younger        (high_younger),
        .removed        (high_removed),
        .full           (high_full),
        .wanted         (high_wanted),
        .starved_bank   (high_starved_bank),
        .starved_column (high_starved_column),
        .serve          (high_serve),
        .urgent         (high_urgent),
        .hit            (high_hit),
        .closed         (high_closed),
        .wr             (high_wr),
        .bank           (high_bank),
        .row            (high_row),
        .rest           (high_rest)
    );

    medic_queue #(.N(LOW), .BANKS(BANKS), .ROW(ROW), .REST(REST)) low (
        .clock          (clock),
        .reset          (reset),
        .insert         (enq_valid && !enq_hi && !low_full),
        .insert_wr      (enq_wr),
        .insert_bank    (enq_bank),
        .insert_row     (enq_row),
        .insert_same    (enq_same),
        .insert_rest    (enq_rest),
        .opened         (opened),
        .opened_bank    (opened_bank),
        .opened_row     (opened_row),
        .open           (timing_open),
        .miss_ok        (miss_ok),
        .rd_ok          (rd_ok),
        .wr_ok          (wr_ok),
        .blocked        (low_blocked),
        .column_blocked (1'b0),
        .starved        (patience_starved),
        .take           (!serve_high),
        .used           (low_used),
        .younger        (low_younger),
        .removed        (low_removed),
        .full           (low_full),
        .wanted         (low_wanted),
        .starved_bank   (low_starved_bank),
        .starved_column (low_starved_column),
        .serve          (low_serve),
        .urgent         (low_urgent),
        .hit            (low_hit),
        .closed         (low_closed),
        .wr             (low_wr),
        .bank           (low_bank),
        .row            (low_row),
        .rest           (low_rest)
    );

    medic_patience #(.N(LOW), .WAIT(WAIT), .LIMIT(LIMIT), .LIMITED(LIMITED)) patience (
        .clock   (clock),
        .reset   (reset),
        .used    (low_used),
        .younger (low_younger),
        .removed (low_removed),
        .starved (patience_starved)
    );

    dram_timing #(
        .BANKS         (BANKS),
        .ROW           (ROW),
        .RCD           (RCD),
        .RP            (RP),
        .RAS           (RAS),
        .RC            (RC),
        .RRD           (RRD),
        .FAW           (FAW),
        .RTP           (RTP),
        .CCD           (CCD),
        .READ_TO_WRITE (READ_TO_WRITE),
        .WRITE_TO_READ (WRITE_TO_READ),
        .WRITE_TO_PRE  (WRITE_TO_PRE)
    ) timing (
        .clock     (clock),
        .reset     (reset),
        .cmd_valid (serve),
        .cmd       (command),
        .cmd_bank  (bank),
        .cmd_row   (row),
        .open      (timing_open),
        .open_row  (timing_open_row),
        .pre_ok    (timing_pre_ok),
        .act_ok    (timing_act_ok),
        .rd_ok     (timing_rd_ok),
        .wr_ok     (timing_wr_ok)
    );

    assign rdy_hi = !high_full;
    assign rdy_lo = !low_full;
    assign enq_same = timing_open_row[(enq_bank * ROW) +: ROW] == enq_row;
    assign enq_rest = {enq_id, enq_col};
    assign miss_ok = (timing_open & timing_pre_ok) | (~timing_open & timing_act_ok);
    assign rd_ok = timing_rd_ok & timing_open;
    assign wr_ok = timing_wr_ok & timing_open;

    // The high queue first, but for a starved request of the low one.
    assign serve_high = high_serve && !low_urgent;

    // Banks that the high queue wants (DEC-10).
    assign low_blocked = high_wanted;
    assign serve = high_serve || low_serve;

    always @* begin
        hit = low_hit;
        closed = low_closed;
        write = low_wr;
        bank = low_bank;
        row = low_row;
        rest = low_rest;
        if (serve_high) begin
            hit = high_hit;
            closed = high_closed;
            write = high_wr;
            bank = high_bank;
            row = high_row;
            rest = high_rest;
        end
    end

    always @* begin : compute_unused
        integer i;
        unused = ((high_used | high_removed) != {HIGH{1'b0}})
            || ((high_starved_bank | low_wanted) != {BANKS{1'b0}});
        for (i = 0; i < HIGH; i = i + 1)
            unused = unused || (high_younger[(i * HIGH) +: HIGH] != 0);
        unused = unused || high_starved_column || high_urgent;
    end

    always @* begin
        command = PRE;
        if (closed) begin
            command = ACT;
        end
        if (hit) begin
            command = RD;
            if (write) begin
                command = WR;
            end
        end
    end

    assign cmd_valid = serve;
    assign cmd = command;
    assign cmd_bank = bank;
    assign cmd_row = row;
    assign cmd_col = rest[COL-1:0];
    assign cmd_id = rest[COL +: ID];

    always @(posedge clock) begin
        if (reset) begin
            opened <= 1'b0;
        end else begin
            opened <= serve && closed;
        end
    end

    always @(posedge clock) begin
        opened_bank <= bank;
        opened_row <= row;
    end

endmodule

`default_nettype wire
