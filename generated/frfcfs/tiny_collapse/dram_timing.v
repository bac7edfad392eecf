// SPDX-License-Identifier: Apache-2.0
// dram_timing: part of frfcfs, configuration tiny_collapse
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=collapse age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

// Row state and command timing of one DRAM channel (specification section 2.4, decision S15).
// A command may be issued when its counters are 0. All counters count down; a command sets those of the commands
// that it delays, and never shortens a delay that is longer.
module dram_timing (
    input  wire       clock,     // Clock of the controller, which is the DRAM's command clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire       cmd_valid, // A command is issued.
    input  wire [1:0] cmd,       // 0 PRE, 1 ACT, 2 RD, 3 WR.
    input  wire [1:0] cmd_bank,  // Its bank.
    input  wire [0:0] cmd_row,   // The row that ACT opens.
    output reg  [3:0] open,      // Banks with an open row.
    output reg  [3:0] open_row,  // The open row of each bank.
    output reg  [3:0] pre_ok,    // Banks that PRE may go to in this cycle.
    output reg  [3:0] act_ok,    // Banks that ACT may go to in this cycle.
    output reg  [3:0] rd_ok,     // Banks that RD may go to in this cycle.
    output reg  [3:0] wr_ok      // Banks that WR may go to in this cycle.
);

    localparam [3:0] ONE = 4'd1;
    localparam [1:0] IS_PRE = 2'd0;
    localparam [1:0] IS_ACT = 2'd1;
    localparam [1:0] IS_RD = 2'd2;
    localparam [1:0] IS_WR = 2'd3;
    localparam [5:0] RCD = 6'd1; // tRCD - 1.
    localparam [5:0] RP = 6'd1; // tRP - 1.
    localparam [5:0] RAS = 6'd3; // tRAS - 1.
    localparam [5:0] RC = 6'd6; // tRC - 1.
    localparam [5:0] RRD = 6'd1; // tRRD - 1.
    localparam [5:0] FAW = 6'd9; // tFAW - 1.
    localparam [5:0] RTP = 6'd0; // tRTP - 1.
    localparam [5:0] CCD = 6'd1; // tCCD - 1.
    localparam [5:0] READ_TO_WRITE = 6'd4; // RD to WR: tCL - tCWL + tCCD + 2 - 1.
    localparam [5:0] WRITE_TO_READ = 6'd2; // WR to RD: tCWL + tBL + tWTR - 1.
    localparam [5:0] WRITE_TO_PRE = 6'd3; // WR to PRE: tCWL + tBL + tWR - 1.

    wire        act;
    wire [3:0]  bank;
    reg  [23:0] t_act; // Cycles until ACT of each bank.
    reg  [23:0] t_col; // Cycles until RD or WR of each bank, after its ACT.
    reg  [23:0] t_pre; // Cycles until PRE of each bank.
    reg  [5:0]  t_rd;  // Cycles until RD of any bank.
    reg  [5:0]  t_wr;  // Cycles until WR of any bank.
    reg  [5:0]  t_rrd; // Cycles until ACT of any bank.
    reg  [23:0] t_faw; // Cycles that each of the last four ACTs, the newest first, stays in the window of four.

    always @(posedge clock) begin : update_open_row
        integer b;
        for (b = 0; b < 4; b = b + 1) begin
            if (act && (cmd_bank == b[1:0])) begin
                open_row[b] <= cmd_row;
            end
        end
    end

    // Counters of each bank.
    always @(posedge clock) begin : update_t_act
        integer b;
        integer i;
        if (reset) begin
            t_act <= 24'd0;
            t_col <= 24'd0;
            t_pre <= 24'd0;
            t_faw <= 24'd0;
        end else begin
            for (b = 0; b < 4; b = b + 1) begin
                if (t_act[(b * 6) +: 6] != 6'd0) begin
                    t_act[(b * 6) +: 6] <= t_act[(b * 6) +: 6] - 6'd1;
                end
                if (t_col[(b * 6) +: 6] != 6'd0) begin
                    t_col[(b * 6) +: 6] <= t_col[(b * 6) +: 6] - 6'd1;
                end
                if (t_pre[(b * 6) +: 6] != 6'd0) begin
                    t_pre[(b * 6) +: 6] <= t_pre[(b * 6) +: 6] - 6'd1;
                end
                if (cmd_valid && (cmd_bank == b[1:0])) begin
                    if (cmd == IS_ACT) begin
                        t_act[(b * 6) +: 6] <= RC;
                        t_col[(b * 6) +: 6] <= RCD;
                        if (t_pre[(b * 6) +: 6] <= RAS) begin
                            t_pre[(b * 6) +: 6] <= RAS;
                        end
                    end
                    if ((cmd == IS_PRE) && (t_act[(b * 6) +: 6] <= RP)) begin
                        t_act[(b * 6) +: 6] <= RP;
                    end
                    if ((cmd == IS_RD) && (t_pre[(b * 6) +: 6] <= RTP)) begin
                        t_pre[(b * 6) +: 6] <= RTP;
                    end
                    if ((cmd == IS_WR) && (t_pre[(b * 6) +: 6] <= WRITE_TO_PRE)) begin
                        t_pre[(b * 6) +: 6] <= WRITE_TO_PRE;
                    end
                end
            end
            for (i = 0; i < 4; i = i + 1) begin
                if (t_faw[(i * 6) +: 6] != 6'd0) begin
                    t_faw[(i * 6) +: 6] <= t_faw[(i * 6) +: 6] - 6'd1;
                end
            end
            if (act) begin
                t_faw[5:0] <= FAW;
                for (i = 0; i < 3; i = i + 1) begin
                    t_faw[((i + 1) * 6) +: 6] <= t_faw[(i * 6) +: 6];
                    if (t_faw[(i * 6) +: 6] != 6'd0) begin
                        t_faw[((i + 1) * 6) +: 6] <= t_faw[(i * 6) +: 6] - 6'd1;
                    end
                end
            end
        end
    end

    always @* begin : compute_pre_ok
        integer b;
        pre_ok = 4'd0;
        act_ok = 4'd0;
        rd_ok = 4'd0;
        wr_ok = 4'd0;
        for (b = 0; b < 4; b = b + 1) begin
            pre_ok[b] = t_pre[(b * 6) +: 6] == 6'd0;
            act_ok[b] = (t_act[(b * 6) +: 6] == 6'd0) && (t_rrd == 6'd0) && (t_faw[23:18] == 6'd0);
            rd_ok[b] = (t_col[(b * 6) +: 6] == 6'd0) && (t_rd == 6'd0);
            wr_ok[b] = (t_col[(b * 6) +: 6] == 6'd0) && (t_wr == 6'd0);
        end
    end

    assign act = cmd_valid && (cmd == IS_ACT);
    assign bank = ONE << cmd_bank;

    always @(posedge clock) begin
        if (reset) begin
            open <= 4'd0;
        end else if (act) begin
            open <= open | bank;
        end else if (cmd_valid && (cmd == IS_PRE)) begin
            open <= open & ~bank;
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
            if (cmd_valid && (cmd == IS_RD)) begin
                if (t_rd <= CCD) begin
                    t_rd <= CCD;
                end
                if (t_wr <= READ_TO_WRITE) begin
                    t_wr <= READ_TO_WRITE;
                end
            end
            if (cmd_valid && (cmd == IS_WR)) begin
                if (t_wr <= CCD) begin
                    t_wr <= CCD;
                end
                if (t_rd <= WRITE_TO_READ) begin
                    t_rd <= WRITE_TO_READ;
                end
            end
        end
    end

    // Counters of the channel: distance and number of ACTs.
    always @(posedge clock) begin
        if (reset) begin
            t_rrd <= 6'd0;
        end else begin
            if (t_rrd != 6'd0) begin
                t_rrd <= t_rrd - 6'd1;
            end
            if (act) begin
                t_rrd <= RRD;
            end
        end
    end

endmodule
