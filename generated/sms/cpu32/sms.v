// SPDX-License-Identifier: Apache-2.0
// sms: part of sms, configuration cpu32
// (Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/sms; make changes there.
//
// Parameters:
//   n_cpu=32 n_gpu=1 n_bank=8 row_bits=15 col_bits=5 id_bits=10 cpu_fifo=10 gpu_fifo=20
//   dcs_fifo=15 p_q10=922 thr_low=0 thr_med=13 thr_high=50 thr_gpu=200 mpkc_window=2500 mpkc_lo=10
//   mpkc_hi=100 mpkc_scale=1 gb_thr=16 gb_scope=mc cpu_inflight_bits=5 gpu_inflight_bits=10
//   mpkc_bits=10 pick_checks_space=0 t_rcd=10 t_cl=10 t_rp=10 t_ras=28 t_rc=38 t_rrd=5 t_wtr=6
//   t_rtp=6 t_wr=12 t_cwl=8 t_ccd=4 t_bl=4 t_faw=32

// SMS, the staged memory scheduler: DRAM controller of one channel for CPU cores and GPUs. Stage 1 forms batches of
// requests to one row, in a FIFO for each source; stage 2 picks a batch; stage 3 issues the DRAM commands, from a
// FIFO for each bank (specification sections 2 and 5).
module sms (
    input  wire        clock,          // Clock of the controller, which is the DRAM's command clock.
    input  wire        reset,          // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire        req_valid,
    input  wire [5:0]  req_src,        // Its source: CPUs from 0, then GPUs.
    input  wire [9:0]  req_id,         // Its identification, which `cmd_id` repeats.
    input  wire        req_wr,         // 0 read, 1 write.
    input  wire [2:0]  req_bank,       // Its bank.
    input  wire [14:0] req_row,        // Its row.
    input  wire [4:0]  req_col,        // Its column, in bursts.
    // The data transfer of a request has finished: tCL + tBL cycles after RD, tCWL + tBL after WR.
    input  wire        cpl_valid,
    input  wire [5:0]  cpl_src,        // Source of that request.
    input  wire [10:0] cfg_p_q10,      // Probability of a shortest-job-first pick x 1024, 0..=1024.
    // Age thresholds in cycles, 10 bits each: low, medium, high intensity, GPU; low lowest.
    input  wire [39:0] cfg_thr,
    input  wire [6:0]  cfg_gb_thr,     // Global bypass below this many requests; 0 is off.
    output wire [32:0] src_ready,      // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire        cmd_valid,      // A command goes to the DRAM in this cycle; it is never stalled.
    output wire [1:0]  cmd,            // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [2:0]  cmd_bank,       // Bank of the command.
    output wire [14:0] cmd_row,        // Row of the request that the command serves.
    output wire [4:0]  cmd_col,        // Column of the request that the command serves.
    output wire [9:0]  cmd_id,         // Identification of the request that the command serves.
    output wire [5:0]  cmd_src,        // Source of the request that the command serves.
    output wire        stat_pick,      // Pulse: the last request of a picked batch has moved to its bank's FIFO.
    output wire [5:0]  stat_pick_src,  // Source of that batch; 0 without the pulse, like the ports that follow.
    output wire        stat_sjf,       // The batch was picked shortest job first, not round robin.
    output wire [4:0]  stat_batch_len, // Requests of the batch.
    // Intensity class of each CPU (0 low, 1 medium, 2 high), two bits each, CPU 0 lowest; one bit
    // of 0 without CPUs.
    output reg  [63:0] stat_class
);

    localparam [32:0] ONE = 33'd1;
    localparam [31:0] CPUS = 32'd32;
    // Where bank and row, the write bit and the identification are in a request, above the column.
    localparam [31:0] ROW_AT = 32'd5;
    localparam [31:0] BANK_AT = 32'd20;
    localparam [31:0] WR_AT = 32'd23;
    localparam [31:0] ID_AT = 32'd24;
    localparam [11:0] WINDOW_LAST = 12'd2499;
    localparam GB_SCOPE_DCS = 1'b0; // The global bypass counts the requests of stage 3 instead of all (DEC-4).
    localparam PICK_CHECKS_SPACE = 1'b0; // Pick only batches whose bank FIFO has room (DEC-6).

    wire          window_end;
    reg  [10:0]   counted;              // Requests that the global bypass counts.
    wire          bypass;
    wire          unused;               // Without CPUs nothing reads their thresholds.
    reg  [9:0]    threshold_gpu;
    wire [33:0]   request;
    reg  [32:0]   arrives;
    reg  [32:0]   completes;
    reg  [32:0]   accepted;
    reg  [32:0]   ready;
    reg  [32:0]   batch_ready;
    reg  [32:0]   head_is_last;
    reg  [32:0]   candidates;
    reg  [32:0]   pops;
    reg  [1121:0] head;                 // Head request of each source.
    reg  [329:0]  inflight;
    reg  [2:0]    head_bank;
    wire [33:0]   moving;               // The request that could move to stage 3, and its bank.
    wire [2:0]    bank;
    wire [36:0]   command;
    wire          moved;
    reg  [10:0]   inflight_total;       // Requests in flight of all sources.
    reg  [11:0]   window;               // Cycle of the classification window.
    wire [31:0]   cpu_ready;
    wire [31:0]   cpu_accept;
    wire [31:0]   cpu_batch_ready;
    wire [1087:0] cpu_head;
    wire [31:0]   cpu_head_is_last;
    wire [319:0]  cpu_inflight;
    wire [0:0]    gpu_ready;
    wire [0:0]    gpu_accept;
    wire [0:0]    gpu_batch_ready;
    wire [33:0]   gpu_head;
    wire [0:0]    gpu_head_is_last;
    wire [9:0]    gpu_inflight;
    wire [63:0]   classifier_intensity;
    wire [319:0]  classifier_threshold;
    wire          scheduler_busy;
    wire [5:0]    scheduler_source;
    wire [7:0]    commands_full;
    wire [10:0]   commands_occupancy;
    wire [7:0]    timing_open;
    wire [119:0]  timing_open_row;
    wire [7:0]    timing_pre_ok;
    wire [7:0]    timing_act_ok;
    wire [7:0]    timing_rd_ok;
    wire [7:0]    timing_wr_ok;

    genvar g;

    for (g = 0; g < 32; g = g + 1) begin : each_cpu
        sms_source_10 cpu (
            .clock        (clock),
            .reset        (reset),
            .arrive       (arrives[g]),
            .request      (request),
            .threshold    (classifier_threshold[(g * 10) +: 10]),
            .pop          (pops[g]),
            .complete     (completes[g]),
            .ready        (cpu_ready[g]),
            .accept       (cpu_accept[g]),
            .batch_ready  (cpu_batch_ready[g]),
            .head         (cpu_head[(g * 34) +: 34]),
            .head_is_last (cpu_head_is_last[g]),
            .inflight     (cpu_inflight[(g * 10) +: 10])
        );
    end

    for (g = 0; g < 1; g = g + 1) begin : each_gpu
        sms_source_20 gpu (
            .clock        (clock),
            .reset        (reset),
            .arrive       (arrives[g + CPUS]),
            .request      (request),
            .threshold    (threshold_gpu),
            .pop          (pops[g + CPUS]),
            .complete     (completes[g + CPUS]),
            .ready        (gpu_ready[g]),
            .accept       (gpu_accept[g]),
            .batch_ready  (gpu_batch_ready[g]),
            .head         (gpu_head[(g * 34) +: 34]),
            .head_is_last (gpu_head_is_last[g]),
            .inflight     (gpu_inflight[(g * 10) +: 10])
        );
    end

    for (g = 0; g < 32; g = g + 1) begin : each_classifier
        sms_intensity classifier (
            .clock            (clock),
            .reset            (reset),
            .arrival          (cpu_accept[g]),
            .window_end       (window_end),
            .threshold_low    (cfg_thr[9:0]),
            .threshold_medium (cfg_thr[19:10]),
            .threshold_high   (cfg_thr[29:20]),
            .bypass           (bypass),
            .intensity        (classifier_intensity[(g * 2) +: 2]),
            .threshold        (classifier_threshold[(g * 10) +: 10])
        );
    end

    sms_batch_scheduler scheduler (
        .clock          (clock),
        .reset          (reset),
        .ready          (candidates),
        .inflight       (inflight),
        .bypass         (bypass),
        .p_q10          (cfg_p_q10),
        .moved          (moved),
        .last           (head_is_last[scheduler_source]),
        .busy           (scheduler_busy),
        .source         (scheduler_source),
        .stat_pick      (stat_pick),
        .stat_pick_src  (stat_pick_src),
        .stat_sjf       (stat_sjf),
        .stat_batch_len (stat_batch_len)
    );

    sms_command_scheduler commands (
        .clock     (clock),
        .reset     (reset),
        .push      (moved),
        .push_bank (bank),
        .request   (command),
        .open      (timing_open),
        .open_row  (timing_open_row),
        .pre_ok    (timing_pre_ok),
        .act_ok    (timing_act_ok),
        .rd_ok     (timing_rd_ok),
        .wr_ok     (timing_wr_ok),
        .full      (commands_full),
        .occupancy (commands_occupancy),
        .cmd_valid (cmd_valid),
        .cmd       (cmd),
        .cmd_bank  (cmd_bank),
        .cmd_row   (cmd_row),
        .cmd_col   (cmd_col),
        .cmd_id    (cmd_id),
        .cmd_src   (cmd_src)
    );

    dram_timing timing (
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

    // Global bypass: with few requests no batch waits, and none is picked shortest job first.
    always @* begin
        counted = inflight_total;
        if (GB_SCOPE_DCS) begin
            counted = commands_occupancy;
        end
    end

    assign bypass = counted < {4'd0, cfg_gb_thr};

    // Intensity of the CPUs.
    assign window_end = window == WINDOW_LAST;

    always @(posedge clock) begin
        if (reset) begin
            window <= 12'd0;
        end else begin
            window <= window + 12'd1;
            if (window_end) begin
                window <= 12'd0;
            end
        end
    end

    assign unused = cfg_thr != 40'd0;

    always @* begin
        threshold_gpu = cfg_thr[39:30];
        if (bypass) begin
            threshold_gpu = 10'd0;
        end
    end

    always @* begin : compute_stat_class
        integer i;
        stat_class = 64'd0;
        for (i = 0; i < 32; i = i + 1) begin
            stat_class[2 * i] = classifier_intensity[i * 2];
            stat_class[(2 * i) + 1] = classifier_intensity[(i * 2) + 1];
        end
    end

    // Stage 1: the sources.
    assign request = {req_id, req_wr, req_bank, req_row, req_col};

    always @* begin
        arrives = 33'd0;
        if (req_valid) begin
            arrives = ONE << req_src;
        end
    end

    always @* begin
        completes = 33'd0;
        if (cpl_valid) begin
            completes = ONE << cpl_src;
        end
    end

    always @* begin : compute_accepted
        integer i;
        accepted = 33'd0;
        ready = 33'd0;
        batch_ready = 33'd0;
        head_is_last = 33'd0;
        for (i = 0; i < 32; i = i + 1) begin
            accepted[i] = cpu_accept[i];
            ready[i] = cpu_ready[i];
            batch_ready[i] = cpu_batch_ready[i];
            head_is_last[i] = cpu_head_is_last[i];
            head[(i * 34) +: 34] = cpu_head[(i * 34) +: 34];
            inflight[(i * 10) +: 10] = cpu_inflight[(i * 10) +: 10];
        end
        for (i = 0; i < 1; i = i + 1) begin
            accepted[i + CPUS] = gpu_accept[i];
            ready[i + CPUS] = gpu_ready[i];
            batch_ready[i + CPUS] = gpu_batch_ready[i];
            head_is_last[i + CPUS] = gpu_head_is_last[i];
            head[((i + 32) * 34) +: 34] = gpu_head[(i * 34) +: 34];
            inflight[((i + 32) * 10) +: 10] = gpu_inflight[(i * 10) +: 10];
        end
    end

    assign src_ready = ready;

    always @(posedge clock) begin
        if (reset) begin
            inflight_total <= 11'd0;
        end else begin
            if ((accepted != 33'd0) && !cpl_valid) begin
                inflight_total <= inflight_total + 11'd1;
            end
            if (cpl_valid && (accepted == 33'd0)) begin
                inflight_total <= inflight_total - 11'd1;
            end
        end
    end

    // Stage 2: a batch is picked and moves, unless the FIFO of its bank is full.
    always @* begin : compute_candidates
        integer i;
        i = 0;
        candidates = batch_ready;
        head_bank = 3'd0;
        if (PICK_CHECKS_SPACE) begin
            for (i = 0; i < 33; i = i + 1) begin
                head_bank = head[((i * 34) + BANK_AT) +: 3];
                if (commands_full[head_bank]) begin
                    candidates[i] = 1'b0;
                end
            end
        end
    end

    assign moving = head[({5'd0, scheduler_source} * 11'd34) +: 34];
    assign bank = moving[BANK_AT +: 3];
    assign moved = scheduler_busy && !commands_full[bank];

    always @* begin
        pops = 33'd0;
        if (moved) begin
            pops = ONE << scheduler_source;
        end
    end

    // Stage 3: the DRAM commands.
    assign command = {
        moving[ID_AT +: 10], scheduler_source, moving[WR_AT], moving[ROW_AT +: 15],
        moving[4:0]
    };

endmodule
