// SPDX-License-Identifier: Apache-2.0
// sms_command_scheduler: part of sms, configuration gtx480
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=0 n_gpu=1 n_bank=16 row_bits=15 col_bits=6 id_bits=10 cpu_fifo=10 gpu_fifo=20
//   dcs_fifo=15 p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10
//   mpkc_hi=100 mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10
//   mpkc_bits=10 pick_checks_space=0 t_rcd=12 t_cl=12 t_rp=12 t_ras=28 t_rc=40 t_rrd=6 t_wtr=5
//   t_rtp=2 t_wr=12 t_cwl=4 t_ccd=3 t_bl=2 t_faw=24

// Stage 3 of SMS, the DRAM command scheduler (specification section 2.3): a FIFO for each bank, of which only the heads
// are looked at. The first bank in cyclic order whose head's command obeys the timing rules issues it; the open
// row stays open.
// A request is identification, source, write, row and column, from the highest bit to the lowest.
module sms_command_scheduler (
    input  wire         clock,     // Clock.
    input  wire         reset,     // Synchronous reset, active high.
    input  wire         push,      // A request arrives; its bank's FIFO must not be full.
    input  wire [3:0]   push_bank, // Its bank.
    input  wire [32:0]  request,   // The request.
    input  wire [15:0]  open,      // Banks with an open row.
    input  wire [239:0] open_row,  // The open row of each bank.
    input  wire [15:0]  pre_ok,    // Banks that PRE may go to.
    input  wire [15:0]  act_ok,    // Banks that ACT may go to.
    input  wire [15:0]  rd_ok,     // Banks that RD may go to.
    input  wire [15:0]  wr_ok,     // Banks that WR may go to.
    output reg  [15:0]  full,      // Banks whose FIFO is full.
    output reg  [9:0]   occupancy, // Requests in all FIFOs.
    output wire         cmd_valid, // A command is issued.
    output reg  [1:0]   cmd,       // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output reg  [3:0]   cmd_bank,  // Its bank.
    output reg  [14:0]  cmd_row,   // Row, column, identification and source of the request that it serves.
    output reg  [5:0]   cmd_col,
    output reg  [9:0]   cmd_id,
    output reg  [0:0]   cmd_src
);

    localparam [15:0] ONE = 16'd1;
    localparam [3:0] DEPTH = 4'd15;
    localparam [31:0] ROW_AT = 32'd6;
    localparam [31:0] WR_AT = 32'd21;
    localparam [31:0] SRC_AT = 32'd22;
    localparam [31:0] ID_AT = 32'd23;
    localparam [1:0] PRE = 2'd0;
    localparam [1:0] ACT = 2'd1;
    localparam [1:0] RD = 2'd2;
    localparam [1:0] WR = 2'd3;

    reg  [15:0]  arrives;       // The bank of the request that arrives, one-hot.
    reg  [15:0]  leaves;        // The bank whose head leaves, one-hot.
    reg  [15:0]  hits;          // Banks whose head needs RD or WR.
    reg  [15:0]  eligible;      // Banks whose head's command may be issued.
    wire         serve;
    reg  [14:0]  row;
    wire [32:0]  served;
    reg  [3:0]   dcs_ptr;       // The bank that is considered first.
    wire [527:0] queue_head;
    wire [63:0]  queue_count;
    wire [15:0]  arbiter_grant;
    wire [3:0]   arbiter_index;

    genvar g;

    for (g = 0; g < 16; g = g + 1) begin : each_queue
        fifo_15x33 queue (
            .clock (clock),
            .reset (reset),
            .push  (arrives[g]),
            .data  (request),
            .pop   (leaves[g]),
            .head  (queue_head[(g * 33) +: 33]),
            .count (queue_count[(g * 4) +: 4])
        );
    end

    round_robin_16 arbiter (
        .requests (eligible),
        .start    (dcs_ptr),
        .grant    (arbiter_grant),
        .index    (arbiter_index)
    );

    // A hit needs RD or WR; another head needs PRE, or ACT if its bank is closed.
    always @* begin : compute_hits
        integer b;
        hits = 16'd0;
        eligible = 16'd0;
        row = 15'd0;
        for (b = 0; b < 16; b = b + 1) begin
            if (queue_count[(b * 4) +: 4] != 4'd0) begin
                row = queue_head[((b * 33) + ROW_AT) +: 15];
                if (!open[b]) begin
                    eligible[b] = act_ok[b];
                end else if (row != open_row[(b * 15) +: 15]) begin
                    eligible[b] = pre_ok[b];
                end else begin
                    hits[b] = 1'b1;
                    eligible[b] = rd_ok[b];
                    if (queue_head[(b * 33) + WR_AT]) begin
                        eligible[b] = wr_ok[b];
                    end
                end
            end
        end
    end

    assign serve = eligible != 16'd0;

    always @* begin
        arrives = 16'd0;
        if (push) begin
            arrives = ONE << push_bank;
        end
    end

    always @* begin
        leaves = 16'd0;
        if (serve) begin
            leaves = arbiter_grant & hits;
        end
    end

    always @* begin : compute_full
        integer b;
        full = 16'd0;
        for (b = 0; b < 16; b = b + 1)
            full[b] = queue_count[(b * 4) +: 4] == DEPTH;
    end

    always @(posedge clock) begin
        if (reset) begin
            occupancy <= 10'd0;
        end else begin
            if (push && (leaves == 16'd0)) begin
                occupancy <= occupancy + 10'd1;
            end
            if ((leaves != 16'd0) && !push) begin
                occupancy <= occupancy - 10'd1;
            end
        end
    end

    assign served = queue_head[({6'd0, arbiter_index} * 10'd33) +: 33];

    always @(posedge clock) begin
        if (reset) begin
            dcs_ptr <= 4'd0;
        end else if (serve) begin
            // The number of banks is a power of two.
            dcs_ptr <= arbiter_index + 4'd1;
        end
    end

    assign cmd_valid = serve;

    always @* begin
        cmd = PRE;
        cmd_bank = 4'd0;
        cmd_row = 15'd0;
        cmd_col = 6'd0;
        cmd_id = 10'd0;
        cmd_src = 1'b0;
        if (serve) begin
            if (leaves != 16'd0) begin
                cmd = RD;
                if (served[WR_AT]) begin
                    cmd = WR;
                end
            end else if ((arbiter_grant & open) == 16'd0) begin
                cmd = ACT;
            end
            cmd_bank = arbiter_index;
            cmd_row = served[ROW_AT +: 15];
            cmd_col = served[5:0];
            cmd_id = served[ID_AT +: 10];
            cmd_src = served[SRC_AT +: 1];
        end
    end

endmodule
