// SPDX-License-Identifier: Apache-2.0
// frfcfs: part of frfcfs, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// FR-FCFS DRAM controller of one channel with one content-addressed request buffer: row hits first,
// then the oldest (specification section 8.3.1). Each entry has a time stamp.
// A scheduler, not a whole memory controller: refresh, initialisation and the data path are
// outside; docs/units/sms.md says what a user adds.
// Protocol: a request is taken in a cycle in which `req_valid` and its source's bit of `src_ready`
// are 1. A command is there for one cycle and never stalls.
module frfcfs #(
    parameter CPUS = 16,                                      // CPU cores, the first sources
    parameter N_GPU = 1,                                      // GPUs, the sources after the CPUs
    // Banks of the channel (ranks x banks)
    parameter BANKS = 8,
    parameter ROW = 15,                                       // Bits of a row number
    parameter COL = 5,                                        // Bits of a column number, in bursts
    parameter ID = 10,                                        // Bits of a request's identification
    parameter N = 300,                                        // Entries of the request buffer
    // Bits of a time stamp; urgent when older than 2^(age_bits-2) cycles
    parameter AGE = 16,
    // Cycles that the choice of a command takes; 2 only with time stamps
    parameter CHOICE_CYCLES = 1,
    // Controller cycles from ACT to RD or WR of the bank
    parameter T_RCD = 10,
    parameter T_CL = 10,                                      // From RD to its data
    parameter T_RP = 10,                                      // From PRE to ACT of the bank
    parameter T_RAS = 28,                                     // From ACT to PRE of the bank
    parameter T_RC = 38,                                      // From ACT to ACT of the bank
    parameter T_RRD = 5,                                      // From ACT to ACT of any banks
    parameter T_WTR = 6,                                      // From the end of write data to RD
    parameter T_RTP = 6,                                      // From RD to PRE of the bank
    // From the end of write data to PRE of the bank
    parameter T_WR = 12,
    parameter T_CWL = 8,                                      // From WR to its data
    parameter T_CCD = 4,                                      // From RD to RD and from WR to WR
    parameter T_BL = 4,                                       // Cycles of data of a burst
    parameter T_FAW = 32,                                     // Window of at most four ACTs
    // What follows from these; not to be set.
    parameter COUNT = $clog2(N + 1),
    parameter SRCS = CPUS + N_GPU,
    parameter SRC = ($clog2(SRCS) > 1 ? $clog2(SRCS) : 1),
    parameter BANK = $clog2(BANKS),
    parameter REST = ID + SRC + COL,
    // Entries that the GPUs together may hold; the others are reserved for CPUs (S19).
    parameter GPU_ENTRIES = N / (1 + (CPUS < 1 ? CPUS : 1)),
    parameter RCD = T_RCD - 1,                                // tRCD - 1.
    parameter RP = T_RP - 1,                                  // tRP - 1.
    parameter RAS = T_RAS - 1,                                // tRAS - 1.
    parameter RC = T_RC - 1,                                  // tRC - 1.
    parameter RRD = T_RRD - 1,                                // tRRD - 1.
    parameter FAW = T_FAW - 1,                                // tFAW - 1.
    parameter RTP = T_RTP - 1,                                // tRTP - 1.
    parameter CCD = T_CCD - 1,                                // tCCD - 1.
    // RD to WR: tCL - tCWL + tCCD + 2 - 1.
    parameter READ_TO_WRITE = T_CL + T_CCD + 1 - T_CWL,
    parameter WRITE_TO_READ = T_CWL + T_BL + T_WTR - 1,       // WR to RD: tCWL + tBL + tWTR - 1.
    parameter WRITE_TO_PRE = T_CWL + T_BL + T_WR - 1,         // WR to PRE: tCWL + tBL + tWR - 1.
    parameter [0:0] TWO_CYCLES = CHOICE_CYCLES == 2
) (
    input  wire            clock,     // Clock of the controller, which is the DRAM's command clock.
    input  wire            reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire            req_valid,
    input  wire [SRC-1:0]  req_src,   // Its source: CPUs from 0, then GPUs.
    input  wire [ID-1:0]   req_id,    // Its identification, which `cmd_id` repeats.
    input  wire            req_wr,    // 0 read, 1 write.
    input  wire [BANK-1:0] req_bank,  // Its bank.
    input  wire [ROW-1:0]  req_row,   // Its row.
    input  wire [COL-1:0]  req_col,   // Its column, in bursts.
    output reg  [SRCS-1:0] src_ready, // Bit `s`: a request of source `s` is accepted in this cycle.
    // A command goes to the DRAM in this cycle; it is never stalled.
    output wire            cmd_valid,
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output reg  [1:0]      cmd,
    output reg  [BANK-1:0] cmd_bank,  // Bank of the command.
    output reg  [ROW-1:0]  cmd_row,   // Row of the request that the command serves.
    output reg  [COL-1:0]  cmd_col,   // Column of the request that the command serves.
    output reg  [ID-1:0]   cmd_id,    // Identification of the request that the command serves.
    output reg  [SRC-1:0]  cmd_src    // Source of the request that the command serves.
);

    localparam [SRCS-1:0] ONE = 1;
    localparam [SRCS-1:0] ALL = {SRCS{1'b1}};
    // Where the identification and the source are in `rest`, above the column.
    localparam ID_AT = SRC + COL;
    localparam [1:0] PRE = 2'd0;
    localparam [1:0] ACT = 2'd1;
    localparam [1:0] RD = 2'd2;
    localparam [1:0] WR = 2'd3;

    wire [SRCS-1:0]          gpus;            // The sources that are GPUs.
    wire [SRCS-1:0]          source;          // The source of the request, one-hot.
    wire                     accept;
    wire                     accept_gpu;
    wire                     free;
    wire                     free_gpu;
    wire [SRC-1:0]           served;
    wire [REST-1:0]          rest;
    reg  [COUNT-1:0]         occupied;        // Entries in use.
    reg  [COUNT-1:0]         gpu_occupied;    // Those of the GPUs.
    wire                     buffer_serve;
    wire                     buffer_hit;
    wire                     buffer_wr;
    wire [BANK-1:0]          buffer_bank;
    wire [ROW-1:0]           buffer_row;
    wire [REST-1:0]          buffer_rest;
    wire [BANKS-1:0]         timing_open;
    wire [(BANKS * ROW)-1:0] timing_open_row;
    wire [BANKS-1:0]         timing_pre_ok;
    wire [BANKS-1:0]         timing_act_ok;
    wire [BANKS-1:0]         timing_rd_ok;
    wire [BANKS-1:0]         timing_wr_ok;

    frfcfs_timestamp_buffer #(
        .N          (N),
        .BANKS      (BANKS),
        .ROW        (ROW),
        .REST       (REST),
        .AGE        (AGE),
        .TWO_CYCLES (TWO_CYCLES)
    ) buffer (
        .clock       (clock),
        .reset       (reset),
        .used        (occupied != 0),
        .insert      (accept),
        .insert_wr   (req_wr),
        .insert_bank (req_bank),
        .insert_row  (req_row),
        .insert_rest (rest),
        .open        (timing_open),
        .open_row    (timing_open_row),
        .pre_ok      (timing_pre_ok),
        .act_ok      (timing_act_ok),
        .rd_ok       (timing_rd_ok),
        .wr_ok       (timing_wr_ok),
        .serve       (buffer_serve),
        .hit         (buffer_hit),
        .wr          (buffer_wr),
        .bank        (buffer_bank),
        .row         (buffer_row),
        .rest        (buffer_rest)
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
        .cmd_valid (cmd_valid),
        .cmd       (cmd),
        .cmd_bank  (cmd_bank),
        .cmd_row   (cmd_row),
        .open      (timing_open),
        .open_row  (timing_open_row),
        .pre_ok    (timing_pre_ok),
        .act_ok    (timing_act_ok),
        .rd_ok     (timing_rd_ok),
        .wr_ok     (timing_wr_ok)
    );

    assign gpus = ALL << CPUS;

    always @* begin
        src_ready = 0;
        if (occupied != N[COUNT-1:0]) begin
            src_ready = ~gpus;
            if (gpu_occupied < GPU_ENTRIES[COUNT-1:0]) begin
                src_ready = ALL;
            end
        end
    end

    assign source = ONE << req_src;
    assign accept = req_valid && ((src_ready & source) != {SRCS{1'b0}});
    assign accept_gpu = accept && ((source & gpus) != {SRCS{1'b0}});
    assign rest = {req_id, req_src, req_col};

    // The command that the entry needs.
    assign cmd_valid = buffer_serve;

    always @* begin
        cmd = PRE;
        cmd_bank = 0;
        cmd_row = 0;
        cmd_col = 0;
        cmd_id = 0;
        cmd_src = 0;
        if (buffer_serve) begin
            if (buffer_hit) begin
                cmd = RD;
                if (buffer_wr) begin
                    cmd = WR;
                end
            end else if (!timing_open[buffer_bank]) begin
                cmd = ACT;
            end
            cmd_bank = buffer_bank;
            cmd_row = buffer_row;
            cmd_col = buffer_rest[COL-1:0];
            cmd_id = buffer_rest[ID_AT +: ID];
            cmd_src = buffer_rest[COL +: SRC];
        end
    end

    assign served = buffer_rest[COL +: SRC];
    assign free = buffer_serve && buffer_hit;
    assign free_gpu = free && (((ONE << served) & gpus) != {SRCS{1'b0}});

    always @(posedge clock) begin
        if (reset) begin
            occupied <= 0;
            gpu_occupied <= 0;
        end else begin
            if (accept && !free) begin
                occupied <= occupied + 1'b1;
            end
            if (free && !accept) begin
                occupied <= occupied - 1'b1;
            end
            if (accept_gpu && !free_gpu) begin
                gpu_occupied <= gpu_occupied + 1'b1;
            end
            if (free_gpu && !accept_gpu) begin
                gpu_occupied <= gpu_occupied - 1'b1;
            end
        end
    end

endmodule

`default_nettype wire
