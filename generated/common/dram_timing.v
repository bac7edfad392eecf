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
    output wire [BANKS-1:0]         pre_ok,    // Banks that PRE may go to in this cycle.
    output wire [BANKS-1:0]         act_ok,    // Banks that ACT may go to in this cycle.
    output wire [BANKS-1:0]         rd_ok,     // Banks that RD may go to in this cycle.
    output wire [BANKS-1:0]         wr_ok      // Banks that WR may go to in this cycle.
);

    localparam [BANKS-1:0] ONE = 1;
    localparam [BANKS-1:0] EVERY = {BANKS{1'b1}};
    localparam [1:0] IS_PRE = 2'd0;
    localparam [1:0] IS_ACT = 2'd1;
    localparam [1:0] IS_RD = 2'd2;
    localparam [1:0] IS_WR = 2'd3;

    wire                   pre;                  // The command that is issued.
    wire                   act;
    wire                   rd;
    wire                   wr;
    wire [BANKS-1:0]       bank;
    reg  [BANKS-1:0]       pre_bank;             // Its bank, if it is that command.
    reg  [BANKS-1:0]       act_bank;
    reg  [BANKS-1:0]       rd_bank;
    reg  [BANKS-1:0]       wr_bank;
    // It sets a counter of its bank above 0: that of PRE, ACT, and RD and WR.
    wire                   sets_pre;
    wire                   sets_act;
    wire                   sets_col;
    wire                   all_rd;
    wire                   all_wr;
    // Cycles until ACT of each bank: bit k of all banks, for each k, like the two that follow.
    reg  [(6 * BANKS)-1:0] t_act;
    // Cycles until RD or WR of each bank, after its ACT.
    reg  [(6 * BANKS)-1:0] t_col;
    reg  [(6 * BANKS)-1:0] t_pre;                // Cycles until PRE of each bank.
    reg  [5:0]             t_rd;                 // Cycles until RD of any bank.
    reg  [5:0]             t_wr;                 // Cycles until WR of any bank.
    reg  [5:0]             t_rrd;                // Cycles until ACT of any bank.
    // Cycles that each of the last four ACTs, the newest first, stays in the window of four.
    reg  [23:0]            t_faw;
    // Banks whose next PRE, ACT, RD and WR have a counter above 0.
    reg  [BANKS-1:0]       pre_waits;
    reg  [BANKS-1:0]       act_waits;
    reg  [BANKS-1:0]       rd_waits;
    reg  [BANKS-1:0]       wr_waits;
    wire [(6 * BANKS)-1:0] count_act_next;
    wire [BANKS-1:0]       count_act_above_one;
    wire [(6 * BANKS)-1:0] count_col_next;
    wire [BANKS-1:0]       count_col_above_one;
    wire [(6 * BANKS)-1:0] count_pre_next;
    wire [BANKS-1:0]       count_pre_above_one;
    wire [(6 * BANKS)-1:0] act_after_act_raised;
    wire [(6 * BANKS)-1:0] act_after_pre_raised;
    wire [(6 * BANKS)-1:0] col_after_act_raised;
    wire [(6 * BANKS)-1:0] pre_after_act_raised;
    wire [(6 * BANKS)-1:0] pre_after_rd_raised;
    wire [(6 * BANKS)-1:0] pre_after_wr_raised;

    count_down #(.N(BANKS)) count_act (
        .count     (t_act),
        .next      (count_act_next),
        .above_one (count_act_above_one)
    );

    count_down #(.N(BANKS)) count_col (
        .count     (t_col),
        .next      (count_col_next),
        .above_one (count_col_above_one)
    );

    count_down #(.N(BANKS)) count_pre (
        .count     (t_pre),
        .next      (count_pre_next),
        .above_one (count_pre_above_one)
    );

    raise_to #(.N(BANKS), .TO(RC)) act_after_act (
        .raise  (act_bank),
        .count  (t_act),
        .next   (count_act_next),
        .raised (act_after_act_raised)
    );

    raise_to #(.N(BANKS), .TO(RP)) act_after_pre (
        .raise  (pre_bank),
        .count  (t_act),
        .next   (act_after_act_raised),
        .raised (act_after_pre_raised)
    );

    raise_to #(.N(BANKS), .TO(RCD)) col_after_act (
        .raise  (act_bank),
        .count  (t_col),
        .next   (count_col_next),
        .raised (col_after_act_raised)
    );

    raise_to #(.N(BANKS), .TO(RAS)) pre_after_act (
        .raise  (act_bank),
        .count  (t_pre),
        .next   (count_pre_next),
        .raised (pre_after_act_raised)
    );

    raise_to #(.N(BANKS), .TO(RTP)) pre_after_rd (
        .raise  (rd_bank),
        .count  (t_pre),
        .next   (pre_after_act_raised),
        .raised (pre_after_rd_raised)
    );

    raise_to #(.N(BANKS), .TO(WRITE_TO_PRE)) pre_after_wr (
        .raise  (wr_bank),
        .count  (t_pre),
        .next   (pre_after_rd_raised),
        .raised (pre_after_wr_raised)
    );

    assign pre_ok = ~pre_waits;
    assign act_ok = ~act_waits;
    assign rd_ok = ~rd_waits;
    assign wr_ok = ~wr_waits;
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
        if (act) begin
            for (b = 0; b < BANKS; b = b + 1) begin
                if (cmd_bank == b[BANK-1:0]) begin
                    open_row[(b * ROW) +: ROW] <= cmd_row;
                end
            end
        end
    end

    // Counters of each bank.
    always @* begin
        pre_bank = 0;
        if (pre) begin
            pre_bank = bank;
        end
    end

    always @* begin
        act_bank = 0;
        if (act) begin
            act_bank = bank;
        end
    end

    always @* begin
        rd_bank = 0;
        if (rd) begin
            rd_bank = bank;
        end
    end

    always @* begin
        wr_bank = 0;
        if (wr) begin
            wr_bank = bank;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            t_act <= 0;
        end else begin
            t_act <= act_after_pre_raised;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            t_col <= 0;
        end else begin
            t_col <= col_after_act_raised;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            t_pre <= 0;
        end else begin
            t_pre <= pre_after_wr_raised;
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

    always @(posedge clock) begin : update_act_waits
        reg all_act;
        reg [BANKS-1:0] act_wait;
        if (reset) begin
            act_waits <= 0;
        end else begin
            all_act = (t_rrd > 6'd1) || (t_faw[23:18] > 6'd1);
            if (act) begin
                all_act = (RRD[5:0] != 6'd0) || (t_faw[17:12] > 6'd1);
            end
            act_wait = count_act_above_one;
            if (sets_act) begin
                act_wait = count_act_above_one | bank;
            end
            act_waits <= act_wait;
            if (all_act) begin
                act_waits <= EVERY;
            end
        end
    end

    assign all_rd = (t_rd > 6'd1)
        || (rd && (CCD[5:0] != 6'd0))
        || (wr && (WRITE_TO_READ[5:0] != 6'd0));
    assign all_wr = (t_wr > 6'd1)
        || (wr && (CCD[5:0] != 6'd0))
        || (rd && (READ_TO_WRITE[5:0] != 6'd0));

    always @(posedge clock) begin : update_pre_waits
        reg [BANKS-1:0] pre_wait;
        if (reset) begin
            pre_waits <= 0;
        end else begin
            pre_wait = count_pre_above_one;
            if (sets_pre) begin
                pre_wait = count_pre_above_one | bank;
            end
            pre_waits <= pre_wait;
        end
    end

    always @(posedge clock) begin : update_rd_waits
        reg [BANKS-1:0] col_wait;
        if (reset) begin
            rd_waits <= 0;
            wr_waits <= 0;
        end else begin
            col_wait = count_col_above_one;
            if (sets_col) begin
                col_wait = count_col_above_one | bank;
            end
            rd_waits <= col_wait;
            if (all_rd) begin
                rd_waits <= EVERY;
            end
            wr_waits <= col_wait;
            if (all_wr) begin
                wr_waits <= EVERY;
            end
        end
    end

endmodule

`default_nettype wire
