// SPDX-License-Identifier: Apache-2.0
// mask_dram_sched: part of mask, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// MASK's scheduler of a DRAM channel (specification section 2.8): walk reads wait in the golden
// queue, whose head goes first; the requests of the application whose turn it is wait in the silver
// queue, which goes before the normal one with all others.
// Protocol: a walk read is taken while `x_ready` is high, a request of data while `d_ready` is,
// which answers to `d_app` in the same cycle. What `iss_valid` offers answers to `tick` and the
// banks in the same cycle and is issued; it never stalls.
module mask_dram_sched #(
    parameter APPS = 30,     // Applications at most
    parameter GOLDEN = 16,   // Requests in the golden queue of a channel
    parameter SILVER = 64,   // Requests in its silver queue
    parameter NORMAL = 192,  // Requests in its normal queue
    parameter BANKS = 8,     // Banks of a channel
    parameter ROW = 14,      // Bits of a row number
    parameter COL = 7,       // Bits of a column number
    parameter ID = 16,       // Bits of a request's identification
    // What follows from these; not to be set.
    parameter GOLDEN_COUNT = $clog2(GOLDEN + 1),
    parameter SILVER_COUNT = $clog2(SILVER + 1),
    parameter NORMAL_COUNT = $clog2(NORMAL + 1),
    parameter APP = $clog2(APPS),
    parameter QUOTAS = 10 * APPS,
    parameter BANK = $clog2(BANKS),
    parameter ROWS = BANKS * ROW,
    parameter REST = ID + COL + APP + 3,
    parameter REQUEST = BANK + ROW + REST
) (
    input  wire                    clock,      // Core clock.
    input  wire                    reset,      // Synchronous reset, active high.
    // A request is issued in this cycle if one can be: the channel's command clock has an edge.
    input  wire                    tick,
    input  wire                    x_valid,    // A walk read arrives; it is taken if `x_ready`.
    input  wire [2:0]              x_depth,    // Its depth, not 0.
    input  wire [APP-1:0]          x_app,      // Its application, below `num_apps`.
    input  wire [BANK-1:0]         x_bank,     // Its bank.
    input  wire [ROW-1:0]          x_row,      // Its row.
    input  wire [COL-1:0]          x_col,      // Its column.
    input  wire [ID-1:0]           x_id,       // Its identification.
    // A request of data arrives; it is taken if `d_ready`.
    input  wire                    d_valid,
    input  wire                    d_wr,       // It is a write.
    input  wire [APP-1:0]          d_app,      // Its application, below `num_apps`.
    input  wire [BANK-1:0]         d_bank,     // Its bank.
    input  wire [ROW-1:0]          d_row,      // Its row.
    input  wire [COL-1:0]          d_col,      // Its column.
    input  wire [ID-1:0]           d_id,       // Its identification.
    input  wire [BANKS-1:0]        bank_ready, // Banks that take a request.
    input  wire [BANKS-1:0]        open_valid, // Banks with an open row.
    input  wire [ROWS-1:0]         open_row,   // That row, from bank 0 on.
    // Requests of a turn of each application, 10 bits each, `quota` of `mask_epoch`.
    input  wire [QUOTAS-1:0]       quota,
    input  wire [APPS-1:0]         app_active, // Applications that take part.
    input  wire                    epoch_tick, // The last cycle of an epoch.
    output wire                    x_ready,    // The golden queue takes a walk read.
    // A request of data of the application `d_app` is taken.
    output wire                    d_ready,
    output wire                    iss_valid,  // A request is issued, to a bank that is ready.
    // The queue that it comes from: 0 golden, 1 silver, 2 normal; 0 without a request, like the
    // ports that follow.
    output reg  [1:0]              iss_src,
    output reg                     iss_wr,     // It is a write.
    output reg  [2:0]              iss_depth,  // Its depth; 0: data.
    output wire [APP-1:0]          iss_app,    // Its application.
    output wire [BANK-1:0]         iss_bank,   // Its bank.
    output wire [ROW-1:0]          iss_row,    // Its row.
    output wire [COL-1:0]          iss_col,    // Its column.
    output wire [ID-1:0]           iss_id,     // Its identification.
    output wire [GOLDEN_COUNT-1:0] occ_golden, // Requests in the golden queue.
    output wire [SILVER_COUNT-1:0] occ_silver, // In the silver queue.
    output wire [NORMAL_COUNT-1:0] occ_normal, // In the normal queue.
    output reg  [APP-1:0]          silver_app  // The application whose turn it is.
);

    localparam COL_AT = BANK + ROW;
    localparam ID_AT = BANK + ROW + COL;
    localparam APP_AT = BANK + ROW + COL + ID;
    localparam KIND_AT = BANK + ROW + COL + ID + APP;

    reg  [(APPS * 10)-1:0]   quotas;
    wire [9:0]               turn_quota;
    wire                     several;         // Several applications take part.
    wire                     golden_full;
    // The request of data may go into the silver queue, but for the quota; it does; it may go into
    // the normal one.
    wire                     silver_fits;
    wire                     to_silver;
    wire                     to_normal;
    wire [9:0]               one_more;
    wire                     turn_ends;
    wire                     unused;
    wire [REQUEST-1:0]       walk;
    wire [REQUEST-1:0]       data;
    // Banks that take a request in this cycle, and their rows.
    reg  [BANKS-1:0]         ready;
    reg  [(BANKS * ROW)-1:0] rows;
    wire [BANK-1:0]          golden_bank;
    wire                     golden_goes;
    wire                     silver_goes;
    reg  [REQUEST-1:0]       issued;
    wire [REQUEST-1:0]       golden_head;
    wire                     silver_some;
    wire [REQUEST-1:0]       silver_chosen;
    wire                     silver_full;
    wire                     normal_some;
    wire [REQUEST-1:0]       normal_chosen;
    wire                     normal_full;
    wire [APPS-1:0]          next_turn_grant;
    wire [APP-1:0]           next_turn_index;
    reg  [9:0]               sent;

    fifo #(.DEPTH(GOLDEN), .W(REQUEST)) golden (
        .clock (clock),
        .reset (reset),
        .push  (x_valid && !golden_full),
        .data  (walk),
        .pop   (golden_goes),
        .head  (golden_head),
        .count (occ_golden)
    );

    mask_candidates #(.N(SILVER), .BANKS(BANKS), .ROW(ROW), .REST(REST)) silver (
        .clock    (clock),
        .reset    (reset),
        .insert   (d_valid && to_silver),
        .request  (data),
        .ready    (ready),
        .open     (open_valid),
        .open_row (rows),
        .take     (silver_goes),
        .some     (silver_some),
        .chosen   (silver_chosen),
        .count    (occ_silver),
        .full     (silver_full)
    );

    mask_candidates #(.N(NORMAL), .BANKS(BANKS), .ROW(ROW), .REST(REST)) normal (
        .clock    (clock),
        .reset    (reset),
        .insert   (d_valid && to_normal),
        .request  (data),
        .ready    (ready),
        .open     (open_valid),
        .open_row (rows),
        .take     (normal_some && !silver_some && !golden_goes),
        .some     (normal_some),
        .chosen   (normal_chosen),
        .count    (occ_normal),
        .full     (normal_full)
    );

    round_robin #(.N(APPS)) next_turn (
        .requests (app_active),
        .start    (silver_app + 1'b1),
        .grant    (next_turn_grant),
        .index    (next_turn_index)
    );

    // Above bank, row, column, identification and application: the depth of a walk read, of data
    // whether it is a write.
    assign walk = {x_depth, x_app, x_id, x_col, x_row, x_bank};
    assign data = {2'd0, d_wr, d_app, d_id, d_col, d_row, d_bank};

    // Where a request of data goes.
    always @* begin : compute_quotas
        integer a;
        for (a = 0; a < APPS; a = a + 1)
            quotas[(a * 10) +: 10] = quota[(a * 10) +: 10];
    end

    assign turn_quota = quotas[(silver_app * 10) +: 10];
    assign several = (app_active & (app_active - 1'b1)) != {APPS{1'b0}};
    assign silver_fits = several && (d_app == silver_app) && !silver_full;
    assign to_silver = silver_fits && (sent < turn_quota);
    assign to_normal = !to_silver && !normal_full;
    assign d_ready = to_silver || to_normal;
    assign golden_full = occ_golden == GOLDEN[GOLDEN_COUNT-1:0];
    assign x_ready = !golden_full;

    // Turns. One whose quota has been sent ends, whether or not something would have come.
    assign one_more = sent + 10'd1;
    assign turn_ends = (sent >= turn_quota)
        || (d_valid && silver_fits && (one_more >= turn_quota))
        || epoch_tick
        || !app_active[silver_app];
    assign unused = next_turn_grant != 0;

    always @(posedge clock) begin
        if (reset) begin
            silver_app <= 0;
            sent <= 10'd0;
        end else begin
            if (d_valid && silver_fits) begin
                sent <= one_more;
            end
            if (turn_ends) begin
                silver_app <= next_turn_index;
                sent <= 10'd0;
            end
        end
    end

    // What is issued: the golden head, a silver request, a normal one.
    always @* begin
        ready = 0;
        if (tick) begin
            ready = bank_ready;
        end
    end

    always @* begin : compute_rows
        integer b;
        for (b = 0; b < BANKS; b = b + 1)
            rows[(b * ROW) +: ROW] = open_row[(b * ROW) +: ROW];
    end

    assign golden_bank = golden_head[BANK-1:0];
    assign golden_goes = (occ_golden != 0) && ready[golden_bank];
    assign silver_goes = silver_some && !golden_goes;

    always @* begin
        issued = 0;
        iss_src = 2'd0;
        if (golden_goes) begin
            issued = golden_head;
        end else if (silver_some) begin
            issued = silver_chosen;
            iss_src = 2'd1;
        end else if (normal_some) begin
            issued = normal_chosen;
            iss_src = 2'd2;
        end
    end

    assign iss_valid = golden_goes || silver_some || normal_some;
    assign iss_bank = issued[BANK-1:0];
    assign iss_row = issued[BANK +: ROW];
    assign iss_col = issued[COL_AT +: COL];
    assign iss_id = issued[ID_AT +: ID];
    assign iss_app = issued[APP_AT +: APP];

    always @* begin
        iss_depth = 3'd0;
        iss_wr = 1'b0;
        if (golden_goes) begin
            iss_depth = golden_head[KIND_AT +: 3];
        end else begin
            iss_wr = issued[KIND_AT];
        end
    end

endmodule

`default_nettype wire
