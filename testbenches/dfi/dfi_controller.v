// SPDX-License-Identifier: Apache-2.0
// dfi_controller: what a memory controller has round SMS or FR-FCFS, as docs/porting.md walks through it: initialisation, address
// mapping, refresh and the data path, with a PHY behind signals like those of DFI, one phase a clock. -DFRFCFS puts FR-FCFS in the
// place of SMS. A line is a burst.

`default_nettype none

module dfi_controller #(
    // As in the scheduler's configuration.
    parameter [7:0]  T_RCD = 10,
    parameter [7:0]  T_RP = 10,
    parameter [7:0]  T_RAS = 28,
    parameter [7:0]  T_RC = 38,
    parameter [7:0]  T_RRD = 5,
    parameter [7:0]  T_FAW = 32,
    parameter [7:0]  T_RTP = 6,
    parameter [7:0]  T_WR = 12,
    parameter [7:0]  T_CL = 10,
    parameter [7:0]  T_CWL = 8,
    parameter [7:0]  T_BL = 4,
    parameter [7:0]  T_MRD = 4,       // Between two mode registers.
    parameter [15:0] T_REFI = 0,      // Between two refreshes of all banks; 0: none.
    parameter [15:0] T_RFC = 0        // From REF to the next command.
) (
    input  wire         clock,
    input  wire         reset,
    // A request for a line, taken if the bit of its source is 1. Identifications in use differ.
    input  wire         req_valid,
    input  wire [1:0]   req_src,
    input  wire [5:0]   req_id,
    input  wire         req_wr,
    input  wire [10:0]  req_line,
    input  wire [127:0] req_data,
    output wire [2:0]   req_ready,
    // A request is done; the data of a read.
    output wire         done_valid,
    output wire         done_wr,
    output wire [5:0]   done_id,
    output wire [127:0] done_data,
    output wire         refreshed,    // A refresh goes out.
    // To the PHY.
    output reg          dfi_init_start,
    input  wire         dfi_init_complete,
    output wire         dfi_cs_n,
    output wire         dfi_ras_n,
    output wire         dfi_cas_n,
    output wire         dfi_we_n,
    output wire [2:0]   dfi_bank,
    output wire [13:0]  dfi_address,
    output wire         dfi_wrdata_en,
    output wire [31:0]  dfi_wrdata,
    output wire         dfi_rddata_en,
    input  wire         dfi_rddata_valid,
    input  wire [31:0]  dfi_rddata
);

    // Command pins {ras_n, cas_n, we_n}; A10 of a precharge: all banks.
    localparam [2:0] MRS = 3'b000, REF = 3'b001, PRE = 3'b010, ACT = 3'b011, WR = 3'b100, RD = 3'b101;
    localparam [13:0] ALL = 14'h0400;
    localparam [2:0] START = 0, MODES = 1, RUN = 2, REFRESH = 3, REOPEN = 4, RESUME = 5;
    // Four activations keep tFAW, too.
    localparam [7:0] SPACING = T_RRD > T_FAW / 4 ? T_RRD : T_FAW / 4;

    reg [2:0]  state;
    reg [15:0] pause;     // Cycles until the sequence goes on.
    reg [1:0]  step;      // Mode register, or bank.
    reg [15:0] interval;  // Cycles until the next refresh is due.
    reg [3:0]  due;       // Refreshes that are due.
    reg [6:0]  waiting;   // Requests whose RD or WR is still to come.
    reg [7:0]  busy;      // Cycles until all banks may be precharged.
    reg [3:0]  open;
    reg [5:0]  open_row [0:3];

    // The scheduler, in reset until the DRAM is ready.
    wire       up = state != START && state != MODES;
    wire       admit = state == RUN && due == 0;
    wire [2:0] src_ready;
    wire       accept = req_valid && admit && src_ready[req_src];
    wire       cmd_valid;
    wire [1:0] cmd, cmd_bank, cmd_src;
    wire [5:0] cmd_row, cmd_id;
    wire [2:0] cmd_col;
    wire       cpl_valid;
    wire [1:0] cpl_src;

    assign req_ready = admit ? src_ready : 3'b000;

`ifdef FRFCFS
    frfcfs_small scheduler (
        .clock(clock), .reset(reset || !up),
        .req_valid(accept), .req_src(req_src), .req_id(req_id), .req_wr(req_wr),
        .req_row(req_line[10:5]), .req_bank(req_line[4:3]), .req_col(req_line[2:0]), .src_ready(src_ready),
        .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row), .cmd_col(cmd_col),
        .cmd_id(cmd_id), .cmd_src(cmd_src)
    );
    wire unused = &{1'b0, cpl_valid, cpl_src};
`else
    sms_small scheduler (
        .clock(clock), .reset(reset || !up),
        .req_valid(accept), .req_src(req_src), .req_id(req_id), .req_wr(req_wr),
        .req_row(req_line[10:5]), .req_bank(req_line[4:3]), .req_col(req_line[2:0]), .src_ready(src_ready),
        .cpl_valid(cpl_valid), .cpl_src(cpl_src),
        // The settings of the paper.
        .cfg_p_q10(11'd922), .cfg_thr({10'd40, 10'd30, 10'd13, 10'd0}), .cfg_gb_thr(7'd5),
        .cmd_valid(cmd_valid), .cmd(cmd), .cmd_bank(cmd_bank), .cmd_row(cmd_row), .cmd_col(cmd_col),
        .cmd_id(cmd_id), .cmd_src(cmd_src),
        .stat_pick(), .stat_pick_src(), .stat_sjf(), .stat_batch_len(), .stat_class()
    );
`endif

    wire reads = cmd_valid && cmd == 2;
    wire writes = cmd_valid && cmd == 3;
    wire activates = cmd_valid && cmd == 1;

    // The sequences of initialisation and refresh, in cycles in which the scheduler has nothing to do.
    wire next = pause == 0;
    wire precharge_all = state == RUN && due != 0 && waiting == 0 && busy == 0;
    wire sets_mode = state == MODES && next;
    wire reopens = state == REOPEN && next && open[step];

    assign refreshed = state == REFRESH && next && due != 0;

    always @(posedge clock) begin
        if (pause != 0) pause <= pause - 1;
        if (reset) begin
            state <= START;
            dfi_init_start <= 1;
            pause <= 0;
            step <= 0;
        end else case (state)
            START: if (dfi_init_complete) begin
                dfi_init_start <= 0;
                state <= MODES;
            end
            MODES: if (next) begin
                pause <= {8'd0, T_MRD - 8'd1};
                step <= step + 1;
                if (step == 3) state <= RUN;
            end
            RUN: if (precharge_all) begin
                pause <= {8'd0, T_RP - 8'd1};
                state <= REFRESH;
            end
            REFRESH: if (next) begin
                step <= 0;
                if (due != 0) pause <= T_RFC - 1;
                else state <= REOPEN;
            end
            // The scheduler takes the rows of before for open.
            REOPEN: if (next) begin
                if (reopens) pause <= {8'd0, SPACING - 8'd1};
                step <= step + 1;
                if (step == 3) begin
                    pause <= {8'd0, T_RC};
                    state <= RESUME;
                end
            end
            default: if (next) state <= RUN;
        endcase
    end

    always @(posedge clock) begin
        if (!up || T_REFI == 0) begin
            interval <= T_REFI;
            due <= 0;
        end else begin
            interval <= interval == 1 ? T_REFI : interval - 1;
            due <= due + (interval == 1 ? 1 : 0) - (refreshed ? 1 : 0);
        end
        if (!up) begin
            waiting <= 0;
            busy <= 0;
            open <= 0;
        end else begin
            waiting <= waiting + (accept ? 1 : 0) - (reads || writes ? 1 : 0);
            busy <= busy == 0 ? 0 : busy - 1;
            if (activates && busy <= T_RAS) busy <= T_RAS - 1;
            if (reads && busy <= T_RTP) busy <= T_RTP - 1;
            if (writes && busy <= T_CWL + T_BL + T_WR) busy <= T_CWL + T_BL + T_WR - 1;
            if (activates) begin
                open[cmd_bank] <= 1;
                open_row[cmd_bank] <= cmd_row;
            end
            if (cmd_valid && cmd == 0) open[cmd_bank] <= 0;
        end
    end

    wire [2:0] pins = cmd_valid ? (reads ? RD : writes ? WR : activates ? ACT : PRE)
                    : precharge_all ? PRE : refreshed ? REF : reopens ? ACT : MRS;
    assign dfi_cs_n = !(cmd_valid || precharge_all || refreshed || reopens || sets_mode);
    assign {dfi_ras_n, dfi_cas_n, dfi_we_n} = pins;
    assign dfi_bank = {1'b0, cmd_valid ? cmd_bank : step};
    assign dfi_address = reads || writes ? {8'd0, cmd_col, 3'd0} : cmd_valid ? {8'd0, cmd_row}
                       : precharge_all ? ALL : reopens ? {8'd0, open_row[step]} : 14'd0;

    // Write data wait by identification until their WR; the PHY gets them tCWL cycles after it, the enable a cycle before them.
    reg [127:0] write_data [0:63];
    reg [63:0]  is_cpu0, is_cpu1; // The source of an identification, for SMS.
    reg [T_CWL-1:0] write_comes;
    reg [5:0]   write_id [0:T_CWL-1];
    reg [T_BL-1:0] write_beats, enable_beats;
    reg [127:0] write_line;
    reg [5:0]   writing;
    integer i;
    wire data_starts = write_comes[T_CWL-1];
    wire [127:0] first_line = write_data[write_id[T_CWL-1]];
    always @(posedge clock) begin
        if (accept && req_wr) write_data[req_id] <= req_data;
        if (accept) begin
            is_cpu0[req_id] <= req_src == 0;
            is_cpu1[req_id] <= req_src == 1;
        end
        write_comes <= reset ? {T_CWL{1'b0}} : {write_comes[T_CWL-2:0], writes};
        for (i = 1; i < T_CWL; i = i + 1) write_id[i] <= write_id[i-1];
        write_id[0] <= cmd_id;
        // A one runs through the beats of a burst.
        enable_beats <= reset ? {T_BL{1'b0}} : {enable_beats[T_BL-2:0], write_comes[T_CWL-2]};
        write_beats <= reset ? {T_BL{1'b0}} : {write_beats[T_BL-2:0], data_starts};
        write_line <= (data_starts ? first_line : write_line) >> 32;
        if (data_starts) writing <= write_id[T_CWL-1];
    end
    assign dfi_wrdata_en = write_comes[T_CWL-2] || |enable_beats[T_BL-2:0];
    assign dfi_wrdata = data_starts ? first_line[31:0] : write_line[31:0];
    wire write_ends = write_beats[T_BL-2];

    // Reads come back in the order of their RD, when the PHY says so.
    reg [T_CL-3:0] read_comes;
    reg [T_BL-1:0] read_beats;
    reg [5:0]  read_id [0:15];
    reg [3:0]  read_first, read_next;
    reg [1:0]  beat;
    reg [95:0] read_line;
    wire read_ends = dfi_rddata_valid && beat == T_BL - 1;
    assign dfi_rddata_en = |read_beats;
    always @(posedge clock) begin
        read_comes <= reset ? {(T_CL-2){1'b0}} : {read_comes[T_CL-4:0], reads};
        read_beats <= reset ? {T_BL{1'b0}} : {read_beats[T_BL-2:0], read_comes[T_CL-3]};
        if (reads) read_id[read_next] <= cmd_id;
        if (dfi_rddata_valid) read_line <= {dfi_rddata, read_line[95:32]};
        if (reset) {read_first, read_next, beat} <= 0;
        else begin
            read_next <= read_next + (reads ? 1 : 0);
            read_first <= read_first + (read_ends ? 1 : 0);
            if (dfi_rddata_valid) beat <= read_ends ? 0 : beat + 1;
        end
    end

    // One request is done in a cycle: a write waits while a read is.
    reg [5:0] done_write [0:15];
    reg [3:0] done_first, done_next;
    wire write_done = !read_ends && done_first != done_next;
    always @(posedge clock) begin
        if (write_ends) done_write[done_next] <= writing;
        done_next <= reset ? 0 : done_next + (write_ends ? 1 : 0);
        done_first <= reset ? 0 : done_first + (write_done ? 1 : 0);
    end
    assign done_valid = read_ends || write_done;
    assign done_wr = !read_ends;
    assign done_id = read_ends ? read_id[read_first] : done_write[done_first];
    assign done_data = {dfi_rddata, read_line};
    assign cpl_valid = done_valid;
    assign cpl_src = is_cpu0[done_id] ? 0 : is_cpu1[done_id] ? 1 : 2;

    wire unused_too = &{1'b0, cmd_src, T_RCD};

endmodule

`default_nettype wire
