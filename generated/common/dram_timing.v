// SPDX-License-Identifier: Apache-2.0
// dram_timing: part of sms, frfcfs, medic, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Row state and command timing of one DRAM channel (specification of SMS, section 2.4, decision
// S15).
// A command may be issued when its counters are 0. All counters count down; a command sets those of
// the commands that it delays, and never shortens a delay that is longer. Whether they will be 0 is
// a register of each bank, so that a choice among banks begins with one bit.
module dram_timing #(
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter RCD = 9,             // tRCD - 1.
    parameter RP = 9,              // tRP - 1.
    parameter RAS = 27,            // tRAS - 1.
    parameter RC = 37,             // tRC - 1.
    parameter RRD = 4,             // tRRD - 1.
    parameter FAW = 31,            // tFAW - 1.
    parameter RTP = 5,             // tRTP - 1.
    parameter CCD = 3,             // tCCD - 1.
    parameter READ_TO_WRITE = 7,   // RD to WR: tCL - tCWL + tCCD + 2 - 1.
    parameter WRITE_TO_READ = 17,  // WR to RD: tCWL + tBL + tWTR - 1.
    parameter WRITE_TO_PRE = 23,   // WR to PRE: tCWL + tBL + tWR - 1.
    // What follows from these; not to be set.
    parameter BANK = $clog2(BANKS)
) (
    // Clock of the controller, which is the DRAM's command clock.
    input  wire                     clock,
    input  wire                     reset,     // Synchronous reset, active high.
    input  wire                     cmd_valid, // A command is issued.
    input  wire [1:0]               cmd,       // 0 PRE, 1 ACT, 2 RD, 3 WR.
    input  wire [BANK-1:0]          cmd_bank,  // Its bank.
    input  wire [ROW-1:0]           cmd_row,   // The row that ACT opens.
    output reg  [BANKS-1:0]         open,      // Banks with an open row.
    output reg  [(BANKS * ROW)-1:0] open_row,  // The open row of each bank.
    output reg  [BANKS-1:0]         pre_ok,    // Banks that PRE may go to in this cycle.
    output reg  [BANKS-1:0]         act_ok,    // Banks that ACT may go to in this cycle.
    output reg  [BANKS-1:0]         rd_ok,     // Banks that RD may go to in this cycle.
    output reg  [BANKS-1:0]         wr_ok      // Banks that WR may go to in this cycle.
);

    localparam [BANKS-1:0] ONE = 1;
    localparam [1:0] IS_PRE = 2'd0;
    localparam [1:0] IS_ACT = 2'd1;
    localparam [1:0] IS_RD = 2'd2;
    localparam [1:0] IS_WR = 2'd3;

    wire                   pre;       // The command that is issued.
    wire                   act;
    wire                   rd;
    wire                   wr;
    wire [BANKS-1:0]       bank;
    // It sets a counter of its bank above 0: that of PRE, ACT, and RD and WR.
    wire                   sets_pre;
    wire                   sets_act;
    wire                   sets_col;
    wire                   all_rd;
    wire                   all_wr;
    reg  [(BANKS * 6)-1:0] t_act;     // Cycles until ACT of each bank.
    reg  [(BANKS * 6)-1:0] t_col;     // Cycles until RD or WR of each bank, after its ACT.
    reg  [(BANKS * 6)-1:0] t_pre;     // Cycles until PRE of each bank.
    reg  [5:0]             t_rd;      // Cycles until RD of any bank.
    reg  [5:0]             t_wr;      // Cycles until WR of any bank.
    reg  [5:0]             t_rrd;     // Cycles until ACT of any bank.
    // Cycles that each of the last four ACTs, the newest first, stays in the window of four.
    reg  [23:0]            t_faw;
    // Banks whose next PRE, ACT, RD and WR have a counter above 0.
    reg  [BANKS-1:0]       pre_waits;
    reg  [BANKS-1:0]       act_waits;
    reg  [BANKS-1:0]       rd_waits;
    reg  [BANKS-1:0]       wr_waits;

    always @* begin : compute_pre_ok
        integer b;
        pre_ok = 0;
        act_ok = 0;
        rd_ok = 0;
        wr_ok = 0;
        for (b = 0; b < BANKS; b = b + 1) begin
            pre_ok[b] = !pre_waits[b];
            act_ok[b] = !act_waits[b];
            rd_ok[b] = !rd_waits[b];
            wr_ok[b] = !wr_waits[b];
        end
    end

    assign pre = cmd_valid && (cmd == IS_PRE);
    assign act = cmd_valid && (cmd == IS_ACT);
    assign rd = cmd_valid && (cmd == IS_RD);
    assign wr = cmd_valid && (cmd == IS_WR);
    assign bank = ONE << cmd_bank;

    always @(posedge clock) begin
        if (reset) begin
            open <= 0;
        end else if (act) begin
            open <= open | bank;
        end else if (pre) begin
            open <= open & ~bank;
        end
    end

    always @(posedge clock) begin : update_open_row
        integer b;
        for (b = 0; b < BANKS; b = b + 1) begin
            if (act && (cmd_bank == b[BANK-1:0])) begin
                open_row[(b * ROW) +: ROW] <= cmd_row;
            end
        end
    end

    // Counters of each bank.
    always @(posedge clock) begin : update_t_act
        integer b;
        if (reset) begin
            t_act <= 0;
            t_col <= 0;
            t_pre <= 0;
        end else begin
            for (b = 0; b < BANKS; b = b + 1) begin
                if (t_act[(b * 6) +: 6] != 6'd0) begin
                    t_act[(b * 6) +: 6] <= t_act[(b * 6) +: 6] - 6'd1;
                end
                if (t_col[(b * 6) +: 6] != 6'd0) begin
                    t_col[(b * 6) +: 6] <= t_col[(b * 6) +: 6] - 6'd1;
                end
                if (t_pre[(b * 6) +: 6] != 6'd0) begin
                    t_pre[(b * 6) +: 6] <= t_pre[(b * 6) +: 6] - 6'd1;
                end
                if (cmd_bank == b[BANK-1:0]) begin
                    if (act) begin
                        t_act[(b * 6) +: 6] <= RC[5:0];
                        t_col[(b * 6) +: 6] <= RCD[5:0];
                        if (t_pre[(b * 6) +: 6] <= RAS[5:0]) begin
                            t_pre[(b * 6) +: 6] <= RAS[5:0];
                        end
                    end
                    if (pre && (t_act[(b * 6) +: 6] <= RP[5:0])) begin
                        t_act[(b * 6) +: 6] <= RP[5:0];
                    end
                    if (rd && (t_pre[(b * 6) +: 6] <= RTP[5:0])) begin
                        t_pre[(b * 6) +: 6] <= RTP[5:0];
                    end
                    if (wr && (t_pre[(b * 6) +: 6] <= WRITE_TO_PRE[5:0])) begin
                        t_pre[(b * 6) +: 6] <= WRITE_TO_PRE[5:0];
                    end
                end
            end
        end
    end

    // Counters of the channel: the data bus and its direction.
    always @(posedge clock) begin
        if (reset) begin
            t_rd <= 6'd0;
            t_wr <= 6'd0;
        end else begin
            if (t_rd != 6'd0) begin
                t_rd <= t_rd - 6'd1;
            end
            if (t_wr != 6'd0) begin
                t_wr <= t_wr - 6'd1;
            end
            if (rd) begin
                if (t_rd <= CCD[5:0]) begin
                    t_rd <= CCD[5:0];
                end
                if (t_wr <= READ_TO_WRITE[5:0]) begin
                    t_wr <= READ_TO_WRITE[5:0];
                end
            end
            if (wr) begin
                if (t_wr <= CCD[5:0]) begin
                    t_wr <= CCD[5:0];
                end
                if (t_rd <= WRITE_TO_READ[5:0]) begin
                    t_rd <= WRITE_TO_READ[5:0];
                end
            end
        end
    end

    // Counters of the channel: distance and number of ACTs.
    always @(posedge clock) begin : update_t_rrd
        integer i;
        if (reset) begin
            t_rrd <= 6'd0;
            t_faw <= 24'd0;
        end else begin
            if (t_rrd != 6'd0) begin
                t_rrd <= t_rrd - 6'd1;
            end
            if (act) begin
                t_rrd <= RRD[5:0];
            end
            for (i = 0; i < 4; i = i + 1) begin
                if (t_faw[(i * 6) +: 6] != 6'd0) begin
                    t_faw[(i * 6) +: 6] <= t_faw[(i * 6) +: 6] - 6'd1;
                end
            end
            if (act) begin
                t_faw[5:0] <= FAW[5:0];
                for (i = 0; i < 3; i = i + 1) begin
                    t_faw[((i + 1) * 6) +: 6] <= t_faw[(i * 6) +: 6];
                    if (t_faw[(i * 6) +: 6] != 6'd0) begin
                        t_faw[((i + 1) * 6) +: 6] <= t_faw[(i * 6) +: 6] - 6'd1;
                    end
                end
            end
        end
    end

    // What waits in the next cycle: a counter that is above 1, or is set above 0.
    assign sets_pre = (act && (RAS[5:0] != 6'd0))
        || (rd && (RTP[5:0] != 6'd0))
        || (wr && (WRITE_TO_PRE[5:0] != 6'd0));
    assign sets_act = (act && (RC[5:0] != 6'd0)) || (pre && (RP[5:0] != 6'd0));
    assign sets_col = act && (RCD[5:0] != 6'd0);

    always @(posedge clock) begin : update_pre_waits
        integer b;
        reg here;
        reg all_act;
        reg column;
        if (reset) begin
            pre_waits <= 0;
            act_waits <= 0;
            rd_waits <= 0;
            wr_waits <= 0;
        end else begin
            all_act = (t_rrd > 6'd1) || (t_faw[23:18] > 6'd1);
            if (act) begin
                all_act = (RRD[5:0] != 6'd0) || (t_faw[17:12] > 6'd1);
            end
            here = 1'b0;
            column = 1'b0;
            for (b = 0; b < BANKS; b = b + 1) begin
                here = cmd_bank == b[BANK-1:0];
                column = (t_col[(b * 6) +: 6] > 6'd1) || (here && sets_col);
                pre_waits[b] <= (t_pre[(b * 6) +: 6] > 6'd1) || (here && sets_pre);
                act_waits[b] <= all_act || (t_act[(b * 6) +: 6] > 6'd1) || (here && sets_act);
                rd_waits[b] <= column || all_rd;
                wr_waits[b] <= column || all_wr;
            end
        end
    end

    assign all_rd = (t_rd > 6'd1)
        || (rd && (CCD[5:0] != 6'd0))
        || (wr && (WRITE_TO_READ[5:0] != 6'd0));
    assign all_wr = (t_wr > 6'd1)
        || (wr && (CCD[5:0] != 6'd0))
        || (rd && (READ_TO_WRITE[5:0] != 6'd0));

endmodule

`default_nettype wire
