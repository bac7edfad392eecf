// SPDX-License-Identifier: Apache-2.0
// sms_command_scheduler: part of sms, configuration tiny
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 cpu_fifo=2 gpu_fifo=3 dcs_fifo=2
//   p_q10=922 thr_low=0 thr_med=13 thr_high=30 thr_gpu=40 mpkc_window=256 mpkc_lo=4 mpkc_hi=20
//   mpkc_scale=1 gb_thr=5 gb_scope=mc cpu_inflight_bits=2 gpu_inflight_bits=4 mpkc_bits=5
//   pick_checks_space=0 t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2
//   t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

// Stage 3 of SMS, the DRAM command scheduler (specification section 2.3): a FIFO for each bank, of which only the heads
// are looked at. The first bank in cyclic order whose head's command obeys the timing rules issues it; the open
// row stays open.
// A request is identification, source, write, row and column, from the highest bit to the lowest.
module sms_command_scheduler (
    input  wire       clock,     // Clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire       push,      // A request arrives; its bank's FIFO must not be full.
    input  wire [1:0] push_bank, // Its bank.
    input  wire [6:0] request,   // The request.
    input  wire [3:0] open,      // Banks with an open row.
    input  wire [3:0] open_row,  // The open row of each bank.
    input  wire [3:0] pre_ok,    // Banks that PRE may go to.
    input  wire [3:0] act_ok,    // Banks that ACT may go to.
    input  wire [3:0] rd_ok,     // Banks that RD may go to.
    input  wire [3:0] wr_ok,     // Banks that WR may go to.
    output reg  [3:0] full,      // Banks whose FIFO is full.
    output reg  [6:0] occupancy, // Requests in all FIFOs.
    output wire       cmd_valid, // A command is issued.
    output reg  [1:0] cmd,       // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output reg  [1:0] cmd_bank,  // Its bank.
    output reg  [0:0] cmd_row,   // Row, column, identification and source of the request that it serves.
    output reg  [0:0] cmd_col,
    output reg  [2:0] cmd_id,
    output reg  [0:0] cmd_src
);

    localparam [3:0] ONE = 4'd1;
    localparam [1:0] DEPTH = 2'd2;
    localparam [31:0] ROW_AT = 32'd1;
    localparam [31:0] WR_AT = 32'd2;
    localparam [31:0] SRC_AT = 32'd3;
    localparam [31:0] ID_AT = 32'd4;
    localparam [1:0] PRE = 2'd0;
    localparam [1:0] ACT = 2'd1;
    localparam [1:0] RD = 2'd2;
    localparam [1:0] WR = 2'd3;

    reg  [3:0]  arrives;       // The bank of the request that arrives, one-hot.
    reg  [3:0]  leaves;        // The bank whose head leaves, one-hot.
    reg  [3:0]  hits;          // Banks whose head needs RD or WR.
    reg  [3:0]  eligible;      // Banks whose head's command may be issued.
    wire        serve;
    reg  [0:0]  row;
    wire [6:0]  served;
    reg  [1:0]  dcs_ptr;       // The bank that is considered first.
    wire [27:0] queue_head;
    wire [7:0]  queue_count;
    wire [3:0]  arbiter_grant;
    wire [1:0]  arbiter_index;

    genvar g;

    for (g = 0; g < 4; g = g + 1) begin : each_queue
        fifo_2x7 queue (
            .clock (clock),
            .reset (reset),
            .push  (arrives[g]),
            .data  (request),
            .pop   (leaves[g]),
            .head  (queue_head[(g * 7) +: 7]),
            .count (queue_count[(g * 2) +: 2])
        );
    end

    round_robin_4 arbiter (
        .requests (eligible),
        .start    (dcs_ptr),
        .grant    (arbiter_grant),
        .index    (arbiter_index)
    );

    // A hit needs RD or WR; another head needs PRE, or ACT if its bank is closed.
    always @* begin : compute_hits
        integer b;
        hits = 4'd0;
        eligible = 4'd0;
        row = 1'b0;
        for (b = 0; b < 4; b = b + 1) begin
            if (queue_count[(b * 2) +: 2] != 2'd0) begin
                row = queue_head[((b * 7) + ROW_AT) +: 1];
                if (!open[b]) begin
                    eligible[b] = act_ok[b];
                end else if (row != open_row[b]) begin
                    eligible[b] = pre_ok[b];
                end else begin
                    hits[b] = 1'b1;
                    eligible[b] = rd_ok[b];
                    if (queue_head[(b * 7) + WR_AT]) begin
                        eligible[b] = wr_ok[b];
                    end
                end
            end
        end
    end

    assign serve = eligible != 4'd0;

    always @* begin
        arrives = 4'd0;
        if (push) begin
            arrives = ONE << push_bank;
        end
    end

    always @* begin
        leaves = 4'd0;
        if (serve) begin
            leaves = arbiter_grant & hits;
        end
    end

    always @* begin : compute_full
        integer b;
        full = 4'd0;
        for (b = 0; b < 4; b = b + 1)
            full[b] = queue_count[(b * 2) +: 2] == DEPTH;
    end

    always @(posedge clock) begin
        if (reset) begin
            occupancy <= 7'd0;
        end else begin
            if (push && (leaves == 4'd0)) begin
                occupancy <= occupancy + 7'd1;
            end
            if ((leaves != 4'd0) && !push) begin
                occupancy <= occupancy - 7'd1;
            end
        end
    end

    assign served = queue_head[({3'd0, arbiter_index} * 5'd7) +: 7];

    always @(posedge clock) begin
        if (reset) begin
            dcs_ptr <= 2'd0;
        end else if (serve) begin
            // The number of banks is a power of two.
            dcs_ptr <= arbiter_index + 2'd1;
        end
    end

    assign cmd_valid = serve;

    always @* begin
        cmd = PRE;
        cmd_bank = 2'd0;
        cmd_row = 1'b0;
        cmd_col = 1'b0;
        cmd_id = 3'd0;
        cmd_src = 1'b0;
        if (serve) begin
            if (leaves != 4'd0) begin
                cmd = RD;
                if (served[WR_AT]) begin
                    cmd = WR;
                end
            end else if ((arbiter_grant & open) == 4'd0) begin
                cmd = ACT;
            end
            cmd_bank = arbiter_index;
            cmd_row = served[ROW_AT +: 1];
            cmd_col = served[0:0];
            cmd_id = served[ID_AT +: 3];
            cmd_src = served[SRC_AT +: 1];
        end
    end

endmodule
