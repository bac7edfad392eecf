// SPDX-License-Identifier: Apache-2.0
// sms: part of sms, for all configurations
// Emitted by Warpsmith from hdl/src; make changes there.

`default_nettype none

// SMS, the staged memory scheduler: DRAM controller of one channel for CPU cores and GPUs. Stage 1
// forms batches of requests to one row, in a FIFO for each source; stage 2 picks a batch; stage 3
// issues the DRAM commands, from a FIFO for each bank (specification sections 2 and 5).
// A scheduler, not a whole memory controller: refresh, initialisation and the data path are
// outside; docs/units/sms.md says what a user adds.
// Protocol: a request is taken in a cycle in which `req_valid` and its source's bit of `src_ready`
// are 1. A command is there for one cycle and never stalls. `cpl_valid` is a pulse for each request
// whose data has moved.
module sms #(
    /* verilator lint_off UNUSEDPARAM */
    parameter CPUS = 16,                                            // CPU cores, the first sources
    // GPUs, the sources after the CPUs
    parameter GPUS = 1,
    // Banks of the channel (ranks x banks)
    parameter BANKS = 8,
    parameter ROW = 15,                                             // Bits of a row number
    // Bits of a column number, in bursts
    parameter COL = 5,
    // Bits of a request's identification
    parameter ID = 10,
    // Entries of a CPU's FIFO, its largest batch
    parameter CPU_DEPTH = 10,
    // Entries of a GPU's FIFO, its largest batch
    parameter GPU_DEPTH = 20,
    // Entries of a bank's command FIFO
    parameter DCS_DEPTH = 15,
    // Cycles of an intensity classification window
    parameter MPKC_WINDOW = 2500,
    // Fewer arrivals in a window: low intensity
    parameter MPKC_LO = 10,
    // More arrivals in a window: high intensity
    parameter MPKC_HI = 100,
    // Multiplies the arrivals before the comparison
    parameter MPKC_SCALE = 1,
    // A full FIFO closes its youngest batch: 0 never, 1 if it is the only one, 2 always
    parameter FULL_CLOSES = 1,
    // Requests that the bypass counts: controller or command scheduler: 0 mc, 1 dcs
    parameter GB_SCOPE = 0,
    // Bits of a CPU's count in flight; refused at the largest
    parameter CPU_INFLIGHT = 5,
    // Bits of a GPU's count in flight
    parameter GPU_INFLIGHT = 10,
    // Bits of a CPU's count of arrivals, saturating
    parameter ARRIVALS = 10,
    // Pick only batches whose bank FIFO has room
    parameter [0:0] PICK_CHECKS_SPACE = 1'b0,
    // CPUs of low intensity have their own path to stage 3
    parameter [0:0] LOW_PATH = 1'b0,
    // Controller cycles from ACT to RD or WR of the bank
    parameter T_RCD = 10,
    parameter T_CL = 10,                                            // From RD to its data
    parameter T_RP = 10,                                            // From PRE to ACT of the bank
    parameter T_RAS = 28,                                           // From ACT to PRE of the bank
    parameter T_RC = 38,                                            // From ACT to ACT of the bank
    parameter T_RRD = 5,                                            // From ACT to ACT of any banks
    // From the end of write data to RD
    parameter T_WTR = 6,
    parameter T_RTP = 6,                                            // From RD to PRE of the bank
    // From the end of write data to PRE of the bank
    parameter T_WR = 12,
    parameter T_CWL = 8,                                            // From WR to its data
    // From RD to RD and from WR to WR
    parameter T_CCD = 4,
    parameter T_BL = 4,                                             // Cycles of data of a burst
    parameter T_FAW = 32,                                           // Window of at most four ACTs
    // What follows from these; not to be set.
    parameter IN_FLIGHT = (CPUS * ((1 << CPU_INFLIGHT) - 1)) + (GPUS * ((1 << GPU_INFLIGHT) - 1)),
    parameter SRCS = CPUS + GPUS,
    parameter SRC = ($clog2(SRCS) > 1 ? $clog2(SRCS) : 1),
    parameter BANK = $clog2(BANKS),
    parameter REQUEST = ID + 1 + BANK + ROW + COL,
    parameter PLACE = BANK + ROW,
    parameter COMMAND = ID + SRC + 1 + ROW + COL,
    parameter INFLIGHT = (CPU_INFLIGHT > GPU_INFLIGHT ? CPU_INFLIGHT : GPU_INFLIGHT),
    parameter LENGTH = $clog2((CPU_DEPTH > GPU_DEPTH ? CPU_DEPTH : GPU_DEPTH) + 1),
    parameter TOTAL = $clog2((IN_FLIGHT > 127 ? IN_FLIGHT : 127) + 1),
    parameter WINDOW = $clog2(MPKC_WINDOW),
    parameter CLASSES = ((2 * CPUS) > 1 ? 2 * CPUS : 1),
    parameter WINDOW_LAST = MPKC_WINDOW - 1,
    // Fewer arrivals are low: mpkc_lo / mpkc_scale, rounded up.
    parameter LOW_BELOW = (MPKC_LO + MPKC_SCALE - 1) / MPKC_SCALE,
    // More arrivals are high: mpkc_hi / mpkc_scale, rounded down.
    parameter HIGH_ABOVE = MPKC_HI / MPKC_SCALE,
    // The global bypass counts the requests of stage 3 instead of all (DEC-4).
    parameter [0:0] GB_SCOPE_DCS = GB_SCOPE == 1,
    parameter RCD = T_RCD - 1,                                      // tRCD - 1.
    parameter RP = T_RP - 1,                                        // tRP - 1.
    parameter RAS = T_RAS - 1,                                      // tRAS - 1.
    parameter RC = T_RC - 1,                                        // tRC - 1.
    parameter RRD = T_RRD - 1,                                      // tRRD - 1.
    parameter FAW = T_FAW - 1,                                      // tFAW - 1.
    parameter RTP = T_RTP - 1,                                      // tRTP - 1.
    parameter CCD = T_CCD - 1,                                      // tCCD - 1.
    // RD to WR: tCL - tCWL + tCCD + 2 - 1.
    parameter READ_TO_WRITE = T_CL + T_CCD + 1 - T_CWL,
    // WR to RD: tCWL + tBL + tWTR - 1.
    parameter WRITE_TO_READ = T_CWL + T_BL + T_WTR - 1,
    // WR to PRE: tCWL + tBL + tWR - 1.
    parameter WRITE_TO_PRE = T_CWL + T_BL + T_WR - 1
    /* verilator lint_on UNUSEDPARAM */
) (
    // Clock of the controller, which is the DRAM's command clock.
    input  wire               clock,
    input  wire               reset,          // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire               req_valid,
    input  wire [SRC-1:0]     req_src,        // Its source: CPUs from 0, then GPUs.
    input  wire [ID-1:0]      req_id,         // Its identification, which `cmd_id` repeats.
    input  wire               req_wr,         // 0 read, 1 write.
    input  wire [BANK-1:0]    req_bank,       // Its bank.
    input  wire [ROW-1:0]     req_row,        // Its row.
    input  wire [COL-1:0]     req_col,        // Its column, in bursts.
    // The data transfer of a request has finished: tCL + tBL cycles after RD, tCWL + tBL after WR.
    input  wire               cpl_valid,
    input  wire [SRC-1:0]     cpl_src,        // Source of that request.
    // Probability of a shortest-job-first pick x 1024, 0..=1024.
    input  wire [10:0]        cfg_p_q10,
    // Age thresholds in cycles, 10 bits each: low, medium, high intensity, GPU; low lowest.
    input  wire [39:0]        cfg_thr,
    // Global bypass below this many requests, from the next cycle on; 0 is off.
    input  wire [6:0]         cfg_gb_thr,
    // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire [SRCS-1:0]    src_ready,
    // A command goes to the DRAM in this cycle; it is never stalled.
    output wire               cmd_valid,
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0]         cmd,
    output wire [BANK-1:0]    cmd_bank,       // Bank of the command.
    output wire [ROW-1:0]     cmd_row,        // Row of the request that the command serves.
    output wire [COL-1:0]     cmd_col,        // Column of the request that the command serves.
    // Identification of the request that the command serves.
    output wire [ID-1:0]      cmd_id,
    output wire [SRC-1:0]     cmd_src,        // Source of the request that the command serves.
    // Pulse: the last request of a picked batch has moved to its bank's FIFO.
    output wire               stat_pick,
    // Source of that batch; 0 without the pulse, like the ports that follow.
    output wire [SRC-1:0]     stat_pick_src,
    // The batch was picked shortest job first, not round robin.
    output wire               stat_sjf,
    output wire [LENGTH-1:0]  stat_batch_len, // Requests of the batch.
    // Intensity class of each CPU (0 low, 1 medium, 2 high), two bits each, CPU 0 lowest; one bit
    // of 0 without CPUs.
    output reg  [CLASSES-1:0] stat_class
);

    localparam [SRCS-1:0] ONE = 1;
    localparam [BANKS-1:0] ONE_BANK = 1;
    localparam BANK_AT = ROW + COL;

    wire                         window_end;
    // Without CPUs nothing reads their thresholds.
    wire                         unused;
    wire [REQUEST-1:0]           request;
    reg  [SRCS-1:0]              arrives;
    reg  [SRCS-1:0]              completes;
    reg  [SRCS-1:0]              accepted;
    reg  [SRCS-1:0]              ready;
    reg  [SRCS-1:0]              batch_ready;
    reg  [SRCS-1:0]              head_is_last;
    reg  [SRCS-1:0]              candidates;
    // Sources whose head request's bank has a full FIFO.
    reg  [SRCS-1:0]              blocked;
    wire [SRCS-1:0]              pops;
    // CPUs of low intensity; sources whose only request has arrived in the previous cycle.
    reg  [SRCS-1:0]              low;
    reg  [SRCS-1:0]              fresh;
    reg  [(SRCS * REQUEST)-1:0]  head;                      // Head request of each source.
    reg  [(SRCS * INFLIGHT)-1:0] inflight;
    reg  [BANK-1:0]              head_bank;
    // The bank that each source's head request can move to, one-hot; zero if its FIFO is full.
    reg  [(SRCS * BANKS)-1:0]    open_to;
    // The request that could move to stage 3, and the bank of one that does, one-hot.
    reg  [REQUEST-1:0]           moving;
    reg  [BANKS-1:0]             to_bank;
    // The CPU whose request moves by its own path (DEC-9), one-hot and as a number; the request,
    // and its bank, one-hot.
    reg  [SRCS-1:0]              direct;
    reg  [SRC-1:0]               direct_source;
    reg  [REQUEST-1:0]           direct_moving;
    reg  [BANKS-1:0]             direct_bank;
    reg  [TOTAL-1:0]             inflight_total;            // Requests in flight of all sources.
    reg  [WINDOW-1:0]            window;                    // Cycle of the classification window.
    reg                          bypass;
    /* verilator lint_off UNDRIVEN */ /* verilator lint_off UNUSEDSIGNAL */
    wire [(CPUS > 1 ? CPUS : 1)-1:0] cpu_ready;
    wire [(CPUS > 1 ? CPUS : 1)-1:0] cpu_accept;
    wire [(CPUS > 1 ? CPUS : 1)-1:0] cpu_batch_ready;
    wire [((CPUS > 1 ? CPUS : 1) * REQUEST)-1:0] cpu_head;
    wire [(CPUS > 1 ? CPUS : 1)-1:0] cpu_head_is_last;
    wire [(CPUS > 1 ? CPUS : 1)-1:0] cpu_fresh;
    wire [((CPUS > 1 ? CPUS : 1) * INFLIGHT)-1:0] cpu_inflight;
    wire [((CPUS > 1 ? CPUS : 1) * 10)-1:0] cpu_age;
    /* verilator lint_on UNDRIVEN */ /* verilator lint_on UNUSEDSIGNAL */
    wire [GPUS-1:0]              gpu_ready;
    wire [GPUS-1:0]              gpu_accept;
    wire [GPUS-1:0]              gpu_batch_ready;
    wire [(GPUS * REQUEST)-1:0]  gpu_head;
    wire [GPUS-1:0]              gpu_head_is_last;
    wire [GPUS-1:0]              gpu_fresh;
    wire [(GPUS * INFLIGHT)-1:0] gpu_inflight;
    wire [(GPUS * 10)-1:0]       gpu_age;
    /* verilator lint_off UNDRIVEN */ /* verilator lint_off UNUSEDSIGNAL */
    wire [((CPUS > 1 ? CPUS : 1) * 2)-1:0] classifier_intensity;
    wire [(CPUS > 1 ? CPUS : 1)-1:0] classifier_low;
    wire [(CPUS > 1 ? CPUS : 1)-1:0] classifier_late;
    /* verilator lint_on UNDRIVEN */ /* verilator lint_on UNUSEDSIGNAL */
    wire [SRC-1:0]               scheduler_source;
    wire [SRCS-1:0]              scheduler_source_bit;
    wire [BANKS-1:0]             commands_full;
    wire [TOTAL-1:0]             commands_occupancy;
    wire [REQUEST-1:0]           to_command_request;
    wire [COMMAND-1:0]           to_command_command;
    wire [COMMAND-1:0]           direct_to_command_command;
    wire [BANKS-1:0]             timing_open;
    wire [(BANKS * ROW)-1:0]     timing_open_row;
    wire [BANKS-1:0]             timing_pre_ok;
    wire [BANKS-1:0]             timing_act_ok;
    wire [BANKS-1:0]             timing_rd_ok;
    wire [BANKS-1:0]             timing_wr_ok;

    genvar g;

    for (g = 0; g < CPUS; g = g + 1) begin : each_cpu
        sms_batch_former #(
            .DEPTH       (CPU_DEPTH),
            .REQUEST     (REQUEST),
            .PLACE       (PLACE),
            .INFLIGHT    (CPU_INFLIGHT),
            .JOB         (INFLIGHT),
            .PLACE_AT    (COL),
            .FULL_CLOSES (FULL_CLOSES),
            .LIMITED     (1)
        ) cpu (
            .clock        (clock),
            .reset        (reset),
            .arrive       (arrives[g]),
            .request      (request),
            .late         (classifier_late[g]),
            .bypass       (bypass),
            .drained      (scheduler_source_bit[g]),
            .pop          (pops[g] || direct[g]),
            .direct       (direct[g]),
            .complete     (completes[g]),
            .ready        (cpu_ready[g]),
            .accept       (cpu_accept[g]),
            .batch_ready  (cpu_batch_ready[g]),
            .head         (cpu_head[(g * REQUEST) +: REQUEST]),
            .head_is_last (cpu_head_is_last[g]),
            .fresh        (cpu_fresh[g]),
            .inflight     (cpu_inflight[(g * INFLIGHT) +: INFLIGHT]),
            .age          (cpu_age[(g * 10) +: 10])
        );
    end

    for (g = 0; g < GPUS; g = g + 1) begin : each_gpu
        sms_batch_former #(
            .DEPTH       (GPU_DEPTH),
            .REQUEST     (REQUEST),
            .PLACE       (PLACE),
            .INFLIGHT    (GPU_INFLIGHT),
            .JOB         (INFLIGHT),
            .PLACE_AT    (COL),
            .FULL_CLOSES (FULL_CLOSES),
            .LIMITED     (0)
        ) gpu (
            .clock        (clock),
            .reset        (reset),
            .arrive       (arrives[g + CPUS]),
            .request      (request),
            .late         (gpu_age[(g * 10) +: 10] > cfg_thr[39:30]),
            .bypass       (bypass),
            .drained      (scheduler_source_bit[g + CPUS]),
            .pop          (pops[g + CPUS]),
            .direct       (direct[g + CPUS]),
            .complete     (completes[g + CPUS]),
            .ready        (gpu_ready[g]),
            .accept       (gpu_accept[g]),
            .batch_ready  (gpu_batch_ready[g]),
            .head         (gpu_head[(g * REQUEST) +: REQUEST]),
            .head_is_last (gpu_head_is_last[g]),
            .fresh        (gpu_fresh[g]),
            .inflight     (gpu_inflight[(g * INFLIGHT) +: INFLIGHT]),
            .age          (gpu_age[(g * 10) +: 10])
        );
    end

    for (g = 0; g < CPUS; g = g + 1) begin : each_classifier
        sms_intensity #(
            .COUNT      (ARRIVALS),
            .LOW_BELOW  (LOW_BELOW),
            .HIGH_ABOVE (HIGH_ABOVE)
        ) classifier (
            .clock            (clock),
            .reset            (reset),
            .arrival          (cpu_accept[g]),
            .window_end       (window_end),
            .threshold_low    (cfg_thr[9:0]),
            .threshold_medium (cfg_thr[19:10]),
            .threshold_high   (cfg_thr[29:20]),
            .age              (cpu_age[(g * 10) +: 10]),
            .intensity        (classifier_intensity[(g * 2) +: 2]),
            .low              (classifier_low[g]),
            .late             (classifier_late[g])
        );
    end

    sms_batch_scheduler #(.SRCS(SRCS), .INFLIGHT(INFLIGHT), .LENGTH(LENGTH)) scheduler (
        .clock          (clock),
        .reset          (reset),
        .ready          (candidates),
        .inflight       (inflight),
        .bypass         (bypass),
        .p_q10          (cfg_p_q10),
        .blocked        (blocked),
        .last           (head_is_last),
        .source         (scheduler_source),
        .source_bit     (scheduler_source_bit),
        .stat_pick      (stat_pick),
        .stat_pick_src  (stat_pick_src),
        .stat_sjf       (stat_sjf),
        .stat_batch_len (stat_batch_len)
    );

    sms_command_scheduler #(
        .DEPTH (DCS_DEPTH),
        .BANKS (BANKS),
        .ROW   (ROW),
        .COL   (COL),
        .ID    (ID),
        .SRC   (SRC),
        .TOTAL (TOTAL)
    ) commands (
        .clock          (clock),
        .reset          (reset),
        .arrives        (to_bank),
        .request        (to_command_command),
        .direct_arrives (direct_bank),
        .direct_request (direct_to_command_command),
        .open           (timing_open),
        .open_row       (timing_open_row),
        .pre_ok         (timing_pre_ok),
        .act_ok         (timing_act_ok),
        .rd_ok          (timing_rd_ok),
        .wr_ok          (timing_wr_ok),
        .full           (commands_full),
        .occupancy      (commands_occupancy),
        .cmd_valid      (cmd_valid),
        .cmd            (cmd),
        .cmd_bank       (cmd_bank),
        .cmd_row        (cmd_row),
        .cmd_col        (cmd_col),
        .cmd_id         (cmd_id),
        .cmd_src        (cmd_src)
    );

    sms_to_command #(.BANK(BANK), .ROW(ROW), .COL(COL), .ID(ID), .SRC(SRC)) to_command (
        .request (to_command_request),
        .source  (scheduler_source),
        .command (to_command_command)
    );

    sms_to_command #(.BANK(BANK), .ROW(ROW), .COL(COL), .ID(ID), .SRC(SRC)) direct_to_command (
        .request (direct_moving),
        .source  (direct_source),
        .command (direct_to_command_command)
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

    // Intensity of the CPUs.
    assign window_end = window == WINDOW_LAST[WINDOW-1:0];

    always @(posedge clock) begin
        if (reset) begin
            window <= 0;
        end else begin
            window <= window + 1'b1;
            if (window_end) begin
                window <= 0;
            end
        end
    end

    assign unused = cfg_thr != 40'd0;

    always @* begin : compute_stat_class
        integer i;
        stat_class = 0;
        for (i = 0; i < CPUS; i = i + 1) begin
            stat_class[2 * i] = classifier_intensity[i * 2];
            stat_class[(2 * i) + 1] = classifier_intensity[(i * 2) + 1];
        end
    end

    // Stage 1: the sources.
    assign request = {req_id, req_wr, req_bank, req_row, req_col};

    always @* begin
        arrives = 0;
        if (req_valid) begin
            arrives = ONE << req_src;
        end
    end

    always @* begin
        completes = 0;
        if (cpl_valid) begin
            completes = ONE << cpl_src;
        end
    end

    always @* begin : compute_accepted
        integer i;
        accepted = 0;
        ready = 0;
        batch_ready = 0;
        head_is_last = 0;
        low = 0;
        fresh = 0;
        for (i = 0; i < CPUS; i = i + 1) begin
            low[i] = classifier_low[i];
            fresh[i] = cpu_fresh[i];
            accepted[i] = cpu_accept[i];
            ready[i] = cpu_ready[i];
            batch_ready[i] = cpu_batch_ready[i];
            head_is_last[i] = cpu_head_is_last[i];
            head[(i * REQUEST) +: REQUEST] = cpu_head[(i * REQUEST) +: REQUEST];
            inflight[(i * INFLIGHT) +: INFLIGHT] = cpu_inflight[(i * INFLIGHT) +: INFLIGHT];
        end
        for (i = 0; i < GPUS; i = i + 1) begin
            fresh[i + CPUS] = gpu_fresh[i];
            accepted[i + CPUS] = gpu_accept[i];
            ready[i + CPUS] = gpu_ready[i];
            batch_ready[i + CPUS] = gpu_batch_ready[i];
            head_is_last[i + CPUS] = gpu_head_is_last[i];
            head[((i + CPUS) * REQUEST) +: REQUEST] = gpu_head[(i * REQUEST) +: REQUEST];
            inflight[((i + CPUS) * INFLIGHT) +: INFLIGHT] =
                gpu_inflight[(i * INFLIGHT) +: INFLIGHT];
        end
    end

    assign src_ready = ready;

    always @(posedge clock) begin : update_inflight_total
        reg [TOTAL-1:0] total;
        reg [TOTAL-1:0] counted;
        if (reset) begin
            inflight_total <= 0;
            bypass <= 1'b0;
        end else begin
            total = inflight_total;
            if ((accepted != 0) && !cpl_valid) begin
                total = inflight_total + 1'b1;
            end
            if (cpl_valid && (accepted == 0)) begin
                total = inflight_total - 1'b1;
            end
            inflight_total <= total;
            // Global bypass: with few requests no batch waits, and none is picked shortest job
            // first.
            counted = total;
            if (GB_SCOPE_DCS) begin
                counted = commands_occupancy;
            end
            bypass <= counted < {{(TOTAL - 7){1'b0}}, cfg_gb_thr};
        end
    end

    // Stage 2: a batch is picked and moves, unless the FIFO of its bank is full.
    always @* begin : compute_blocked
        integer i;
        blocked = 0;
        head_bank = 0;
        for (i = 0; i < SRCS; i = i + 1) begin
            head_bank = head[((i * REQUEST) + BANK_AT) +: BANK];
            open_to[(i * BANKS) +: BANKS] = (ONE_BANK << head_bank) & ~commands_full;
            blocked[i] = open_to[(i * BANKS) +: BANKS] == 0;
        end
    end

    always @* begin
        candidates = batch_ready;
        if (PICK_CHECKS_SPACE) begin
            candidates = batch_ready & ~blocked;
        end
    end

    assign pops = scheduler_source_bit & ~blocked;

    always @* begin : compute_moving
        integer i;
        moving = 0;
        to_bank = 0;
        for (i = 0; i < SRCS; i = i + 1) begin
            if (scheduler_source_bit[i]) begin
                moving = moving | head[(i * REQUEST) +: REQUEST];
                to_bank = to_bank | open_to[(i * BANKS) +: BANKS];
            end
        end
    end

    // Own path: what has just come from a CPU of low intensity moves where no batch does.
    always @* begin : compute_direct
        integer i;
        direct = 0;
        direct_source = 0;
        direct_moving = 0;
        direct_bank = 0;
        for (i = 0; i < SRCS; i = i + 1) begin
            if (LOW_PATH
                && low[i]
                && fresh[i]
                && !scheduler_source_bit[i]
                && ((open_to[(i * BANKS) +: BANKS] & ~to_bank) != {BANKS{1'b0}})) begin
                direct[i] = 1'b1;
                direct_source = direct_source | i[SRC-1:0];
                direct_moving = direct_moving | head[(i * REQUEST) +: REQUEST];
                direct_bank = direct_bank | open_to[(i * BANKS) +: BANKS];
            end
        end
    end

    // Stage 3: the DRAM commands.
    assign to_command_request = moving;

endmodule

`default_nettype wire
