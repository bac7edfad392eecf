// SPDX-License-Identifier: Apache-2.0
// Invariant 10: no timing rule is violated, RD and WR go only to the open row, ACT only to a closed bank, PRE only to
// an open one. Shown for any bank: the one that the inputs name in the first cycle.
// Engine: pdr
// Cut in sms: commands.queue_head commands.queue_count
module i10_timing #(
    parameter n_bank = 4,
    parameter row_bits = 1,
    parameter t_rcd = 2,
    parameter t_cl = 2,
    parameter t_rp = 2,
    parameter t_ras = 4,
    parameter t_rc = 7,
    parameter t_rrd = 2,
    parameter t_wtr = 1,
    parameter t_rtp = 1,
    parameter t_wr = 2,
    parameter t_cwl = 1,
    parameter t_ccd = 2,
    parameter t_bl = 1,
    parameter t_faw = 10,
    parameter BANK = $clog2(n_bank)
) (
    input wire                clock,
    input wire                reset,
    input wire [BANK-1:0]     req_bank,
    input wire                cmd_valid,
    input wire [1:0]          cmd,
    input wire [BANK-1:0]     cmd_bank,
    input wire [row_bits-1:0] cmd_row,
    input wire [6*n_bank-1:0] timing__t_pre,
    input wire [6*n_bank-1:0] timing__t_act,
    input wire [6*n_bank-1:0] timing__t_col,
    input wire [5:0]          timing__t_rd,
    input wire [5:0]          timing__t_wr,
    input wire [5:0]          timing__t_rrd,
    input wire [23:0]         timing__t_faw,
    input wire [n_bank-1:0]   timing__pre_waits,
    input wire [n_bank-1:0]   timing__act_waits,
    input wire [n_bank-1:0]   timing__rd_waits,
    input wire [n_bank-1:0]   timing__wr_waits,
    input wire [n_bank-1:0]   timing_open,
    input wire [n_bank*row_bits-1:0] timing_open_row
);

    wire pre = cmd_valid && cmd == 0;
    wire act = cmd_valid && cmd == 1;
    wire rd = cmd_valid && cmd == 2;
    wire wr = cmd_valid && cmd == 3;

    reg                chosen = 1'b0;
    reg [BANK-1:0]     bank;
    reg                open;
    reg [row_bits-1:0] row;
    // What went out one cycle ago, two cycles ago, and so on: to the bank, and to any bank.
    reg [t_rc-1:1]                 bank_act;
    reg [t_rp-1:1]                 bank_pre;
    reg [t_rtp:1]                  bank_rd;
    reg [t_cwl+t_bl+t_wr-1:1]      bank_wr;
    reg [t_faw-1:1]                any_act;
    reg [t_cl+t_ccd+2-t_cwl-1:1]   any_rd;
    reg [t_cwl+t_bl+t_wtr+t_ccd:1] any_wr;

    wire here = cmd_bank == bank;
    reg [2:0] acts;
    integer i;
    always @* begin
        acts = 0;
        for (i = 1; i < t_faw; i = i + 1) if (acts < 4) acts = acts + any_act[i];
    end

    always @(posedge clock) begin
        chosen <= 1'b1;
        if (!chosen) bank <= req_bank;
        if (reset) begin
            open <= 1'b0;
            {bank_act, bank_pre, bank_rd, bank_wr} <= 0;
            {any_act, any_rd, any_wr} <= 0;
        end else begin
            if (here && act) {open, row} <= {1'b1, cmd_row};
            if (here && pre) open <= 1'b0;
            bank_act <= {bank_act, act && here};
            bank_pre <= {bank_pre, pre && here};
            bank_rd <= {bank_rd, rd && here};
            bank_wr <= {bank_wr, wr && here};
            any_act <= {any_act, act};
            any_rd <= {any_rd, rd};
            any_wr <= {any_wr, wr};
        end
    end

    // What waits has a counter above 0, which the engine would otherwise have to find out. A word has one bit of every bank's counter.
    reg [n_bank-1:0] pre_counts;
    reg [n_bank-1:0] act_counts;
    reg [n_bank-1:0] col_counts;
    integer k;
    always @* begin
        {pre_counts, act_counts, col_counts} = 0;
        for (k = 0; k < 6; k = k + 1) begin
            pre_counts = pre_counts | timing__t_pre[k*n_bank +: n_bank];
            act_counts = act_counts | timing__t_act[k*n_bank +: n_bank];
            col_counts = col_counts | timing__t_col[k*n_bank +: n_bank];
        end
    end
    always @* if (chosen && !reset) begin
        assert (timing__pre_waits == pre_counts);
        assert (timing__act_waits == (act_counts | {n_bank{timing__t_rrd != 0 || timing__t_faw[23:18] != 0}}));
        assert (timing__rd_waits == (col_counts | {n_bank{timing__t_rd != 0}}));
        assert (timing__wr_waits == (col_counts | {n_bank{timing__t_wr != 0}}));
    end

    // As much is left of an interval as has not passed since the command that began it.
    localparam WRITE_TO_PRE = t_cwl + t_bl + t_wr;
    localparam READ_TO_WRITE = t_cl + t_ccd + 2 - t_cwl;
    localparam WRITE_TO_READ = t_cwl + t_bl + t_wtr;
    reg [5:0] pre_left;
    reg [5:0] act_left;
    reg [5:0] col_left;
    reg       in_step;
    reg [2:0] newer;    // ACTs after the one that is looked at.
    integer j;
    always @* begin
        {pre_left, act_left, col_left} = 0;
        for (j = 0; j < 6; j = j + 1) begin
            pre_left[j] = timing__t_pre[j*n_bank + bank];
            act_left[j] = timing__t_act[j*n_bank + bank];
            col_left[j] = timing__t_col[j*n_bank + bank];
        end
        in_step = 1'b1;
        for (j = 1; j < t_rc; j = j + 1) if (bank_act[j] && (act_left + j < t_rc || pre_left + j < t_ras
            || col_left + j < t_rcd)) in_step = 1'b0;
        for (j = 1; j < t_rp; j = j + 1) if (bank_pre[j] && act_left + j < t_rp) in_step = 1'b0;
        for (j = 1; j < t_rtp; j = j + 1) if (bank_rd[j] && pre_left + j < t_rtp) in_step = 1'b0;
        for (j = 1; j < WRITE_TO_PRE; j = j + 1) if (bank_wr[j] && pre_left + j < WRITE_TO_PRE) in_step = 1'b0;
        newer = 0;
        for (j = 1; j < t_faw; j = j + 1) if (any_act[j] && newer < 4) begin
            if (timing__t_faw[6*newer +: 6] + j < t_faw || timing__t_rrd + j < t_rrd) in_step = 1'b0;
            newer = newer + 1;
        end
        for (j = 1; j < READ_TO_WRITE; j = j + 1) if (any_rd[j] && (timing__t_wr + j < READ_TO_WRITE
            || timing__t_rd + j < t_ccd)) in_step = 1'b0;
        for (j = 1; j < WRITE_TO_READ; j = j + 1) if (any_wr[j] && (timing__t_rd + j < WRITE_TO_READ
            || timing__t_wr + j < t_ccd)) in_step = 1'b0;
    end
    always @* if (chosen && !reset) begin
        assert (in_step);
        assert (open == timing_open[bank]);
        assert (!open || row == timing_open_row[bank*row_bits +: row_bits]);
    end

    // The first cycle is a reset.
    always @* assume (chosen || reset);

    always @* if (chosen && !reset) begin
        if (here) begin
            assert (!act || !open);
            assert (!pre || open);
            assert (!(rd || wr) || (open && cmd_row == row));
            assert (!(rd || wr) || t_rcd < 2 || bank_act[t_rcd-1:1] == 0);
            assert (!pre || t_ras < 2 || bank_act[t_ras-1:1] == 0);
            assert (!act || t_rc < 2 || bank_act[t_rc-1:1] == 0);
            assert (!act || t_rp < 2 || bank_pre[t_rp-1:1] == 0);
            assert (!pre || t_rtp < 2 || bank_rd[(t_rtp < 2 ? 1 : t_rtp-1):1] == 0);
            assert (!pre || bank_wr == 0);
        end
        assert (!act || t_rrd < 2 || any_act[t_rrd-1:1] == 0);
        assert (!act || acts < 4);
        assert (!rd || t_ccd < 2 || any_rd[t_ccd-1:1] == 0);
        assert (!wr || t_ccd < 2 || any_wr[t_ccd-1:1] == 0);
        assert (!wr || any_rd == 0);
        assert (!rd || any_wr[t_cwl+t_bl+t_wtr-1:1] == 0);
    end

endmodule
