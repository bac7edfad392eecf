// SPDX-License-Identifier: Apache-2.0
// sms_command_scheduler: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// Stage 3 of SMS, the DRAM command scheduler (specification section 2.3): a FIFO for each bank, of
// which only the heads are looked at. The first bank in cyclic order whose head's command obeys the
// timing rules issues it; the open row stays open.
// A request is identification, source, write, row and column, from the highest bit to the lowest.
module sms_command_scheduler #(
    parameter DEPTH = 15,
    parameter BANKS = 8,
    parameter ROW = 15,
    parameter COL = 5,
    parameter ID = 10,
    parameter SRC = 5,
    parameter TOTAL = 11,
    // What follows from these; not to be set.
    parameter COUNT = $clog2(DEPTH + 1),
    parameter BANK = $clog2(BANKS),
    parameter REQUEST = ID + SRC + 1 + ROW + COL
) (
    input  wire                     clock,          // Clock.
    input  wire                     reset,          // Synchronous reset, active high.
    // The bank of the request that arrives, one-hot; zero without one. Its FIFO must not be full.
    input  wire [BANKS-1:0]         arrives,
    input  wire [REQUEST-1:0]       request,        // The request.
    // A second one that arrives, for another bank: its bank, one-hot, and the request.
    input  wire [BANKS-1:0]         direct_arrives,
    input  wire [REQUEST-1:0]       direct_request,
    input  wire [BANKS-1:0]         open,           // Banks with an open row.
    input  wire [(BANKS * ROW)-1:0] open_row,       // The open row of each bank.
    input  wire [BANKS-1:0]         pre_ok,         // Banks that PRE may go to.
    input  wire [BANKS-1:0]         act_ok,         // Banks that ACT may go to.
    input  wire [BANKS-1:0]         rd_ok,          // Banks that RD may go to.
    input  wire [BANKS-1:0]         wr_ok,          // Banks that WR may go to.
    output reg  [BANKS-1:0]         full,           // Banks whose FIFO is full.
    output reg  [TOTAL-1:0]         occupancy,      // Requests in all FIFOs in the next cycle.
    output wire                     cmd_valid,      // A command is issued.
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output reg  [1:0]               cmd,
    output reg  [BANK-1:0]          cmd_bank,       // Its bank.
    // Row, column, identification and source of the request that it serves.
    output reg  [ROW-1:0]           cmd_row,
    output reg  [COL-1:0]           cmd_col,
    output reg  [ID-1:0]            cmd_id,
    output reg  [SRC-1:0]           cmd_src
);

    localparam WR_AT = ROW + COL;
    localparam SRC_AT = ROW + COL + 1;
    localparam ID_AT = SRC + ROW + COL + 1;
    localparam [1:0] PRE = 2'd0;
    localparam [1:0] ACT = 2'd1;
    localparam [1:0] RD = 2'd2;
    localparam [1:0] WR = 2'd3;

    wire                         push;          // One arrives, at least; two arrive.
    wire                         both;
    wire [BANKS-1:0]             leaves;        // The bank whose head leaves, one-hot.
    reg  [BANKS-1:0]             hits;          // Banks whose head needs RD or WR.
    reg  [BANKS-1:0]             eligible;      // Banks whose head's command may be issued.
    wire                         serve;
    reg  [ROW-1:0]               row;
    reg  [REQUEST-1:0]           served;
    reg  [BANK-1:0]              dcs_ptr;       // The bank that is considered first.
    reg  [TOTAL-1:0]             held;
    wire [(BANKS * REQUEST)-1:0] queue_head;
    wire [(BANKS * COUNT)-1:0]   queue_count;
    wire [BANKS-1:0]             arbiter_grant;
    wire [BANK-1:0]              arbiter_index;

    genvar g;

    for (g = 0; g < BANKS; g = g + 1) begin : each_queue
        front_fifo #(.DEPTH(DEPTH), .W(REQUEST)) queue (
            .clock      (clock),
            .reset      (reset),
            .push       (arrives[g]),
            .data       (request),
            .other_push (direct_arrives[g]),
            .other_data (direct_request),
            .pop        (leaves[g]),
            .head       (queue_head[(g * REQUEST) +: REQUEST]),
            .count      (queue_count[(g * COUNT) +: COUNT])
        );
    end

    quick_round_robin #(.N(BANKS)) arbiter (
        .requests (eligible),
        .start    (dcs_ptr),
        .grant    (arbiter_grant),
        .index    (arbiter_index)
    );

    // A hit needs RD or WR; another head needs PRE, or ACT if its bank is closed.
    always @* begin : compute_hits
        integer b;
        hits = 0;
        eligible = 0;
        row = 0;
        for (b = 0; b < BANKS; b = b + 1) begin
            if (queue_count[(b * COUNT) +: COUNT] != 0) begin
                row = queue_head[((b * REQUEST) + COL) +: ROW];
                if (!open[b]) begin
                    eligible[b] = act_ok[b];
                end else if (row != open_row[(b * ROW) +: ROW]) begin
                    eligible[b] = pre_ok[b];
                end else begin
                    hits[b] = 1'b1;
                    eligible[b] = rd_ok[b];
                    if (queue_head[(b * REQUEST) + WR_AT]) begin
                        eligible[b] = wr_ok[b];
                    end
                end
            end
        end
    end

    assign serve = eligible != 0;
    assign push = (arrives != 0) || (direct_arrives != 0);
    assign both = (arrives != 0) && (direct_arrives != 0);
    assign leaves = arbiter_grant & hits;

    always @* begin : compute_full
        integer b;
        full = 0;
        for (b = 0; b < BANKS; b = b + 1)
            full[b] = queue_count[(b * COUNT) +: COUNT] == DEPTH[COUNT-1:0];
    end

    always @* begin
        occupancy = held;
        if (leaves != 0) begin
            if (!push) begin
                occupancy = held - 1'b1;
            end else if (both) begin
                occupancy = held + 1'b1;
            end
        end else if (both) begin
            occupancy = held + {{(TOTAL - 2){1'b0}}, 2'd2};
        end else if (push) begin
            occupancy = held + 1'b1;
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            held <= 0;
        end else begin
            held <= occupancy;
        end
    end

    always @* begin : compute_served
        integer b;
        served = 0;
        for (b = 0; b < BANKS; b = b + 1) begin
            if (arbiter_grant[b]) begin
                served = served | queue_head[(b * REQUEST) +: REQUEST];
            end
        end
    end

    always @(posedge clock) begin
        if (reset) begin
            dcs_ptr <= 0;
        end else if (serve) begin
            // The number of banks is a power of two.
            dcs_ptr <= arbiter_index + 1'b1;
        end
    end

    assign cmd_valid = serve;

    always @* begin
        cmd = PRE;
        cmd_bank = 0;
        cmd_row = 0;
        cmd_col = 0;
        cmd_id = 0;
        cmd_src = 0;
        if (serve) begin
            if (leaves != 0) begin
                cmd = RD;
                if (served[WR_AT]) begin
                    cmd = WR;
                end
            end else if ((arbiter_grant & open) == {BANKS{1'b0}}) begin
                cmd = ACT;
            end
            cmd_bank = arbiter_index;
            cmd_row = served[COL +: ROW];
            cmd_col = served[COL-1:0];
            cmd_id = served[ID_AT +: ID];
            cmd_src = served[SRC_AT +: SRC];
        end
    end

endmodule

`default_nettype wire
