// SPDX-License-Identifier: Apache-2.0
// frfcfs: part of frfcfs, configuration tiny
// (as the baseline of Ausavarungnirun et al., ISCA-39 (2012); Ausavarungnirun, dissertation (2017), chapter 5).
// Emitted by Warpsmith from hdl/src/units/frfcfs; make changes there.
//
// Parameters:
//   n_cpu=1 n_gpu=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 n=4 age_mode=timestamp age_bits=8
//   t_rcd=2 t_cl=2 t_rp=2 t_ras=4 t_rc=7 t_rrd=2 t_wtr=1 t_rtp=1 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1
//   t_faw=10

// FR-FCFS DRAM controller of one channel with one content-addressed request buffer: row hits first, then the oldest
// (specification section 8.3.1). Each entry has a time stamp.
module frfcfs (
    input  wire       clock,     // Clock of the controller, which is the DRAM's command clock.
    input  wire       reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its source's bit of `src_ready` is 1.
    input  wire       req_valid,
    input  wire [0:0] req_src,   // Its source: CPUs from 0, then GPUs.
    input  wire [2:0] req_id,    // Its identification, which `cmd_id` repeats.
    input  wire       req_wr,    // 0 read, 1 write.
    input  wire [1:0] req_bank,  // Its bank.
    input  wire [0:0] req_row,   // Its row.
    input  wire [0:0] req_col,   // Its column, in bursts.
    output reg  [1:0] src_ready, // Bit `s`: a request of source `s` is accepted in this cycle.
    output wire       cmd_valid, // A command goes to the DRAM in this cycle; it is never stalled.
    output reg  [1:0] cmd,       // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output reg  [1:0] cmd_bank,  // Bank of the command.
    output reg  [0:0] cmd_row,   // Row of the request that the command serves.
    output reg  [0:0] cmd_col,   // Column of the request that the command serves.
    output reg  [2:0] cmd_id,    // Identification of the request that the command serves.
    output reg  [0:0] cmd_src    // Source of the request that the command serves.
);

    localparam [1:0] ONE = 2'd1;
    localparam [1:0] CPUS = 2'd1;
    localparam [1:0] GPUS = 2'd2;
    localparam [2:0] ENTRIES = 3'd4; // Entries of the buffer.
    // Entries that the GPUs together may hold; the others are reserved for CPUs (S19).
    localparam [2:0] GPU_ENTRIES = 3'd2;
    localparam [31:0] ID_AT = 32'd2; // Where the identification and the source are in `rest`, above the column.
    localparam [31:0] SRC_AT = 32'd1;
    localparam [1:0] PRE = 2'd0;
    localparam [1:0] ACT = 2'd1;
    localparam [1:0] RD = 2'd2;
    localparam [1:0] WR = 2'd3;

    wire [1:0] source;          // The source of the request, one-hot.
    wire       accept;
    wire       accept_gpu;
    wire       free;
    wire       free_gpu;
    wire [0:0] served;
    wire [4:0] rest;
    reg  [2:0] occupied;        // Entries in use.
    reg  [2:0] gpu_occupied;    // Those of the GPUs.
    wire       buffer_serve;
    wire       buffer_hit;
    wire       buffer_wr;
    wire [1:0] buffer_bank;
    wire [0:0] buffer_row;
    wire [4:0] buffer_rest;
    wire [3:0] timing_open;
    wire [3:0] timing_open_row;
    wire [3:0] timing_pre_ok;
    wire [3:0] timing_act_ok;
    wire [3:0] timing_rd_ok;
    wire [3:0] timing_wr_ok;

    frfcfs_buffer buffer (
        .clock       (clock),
        .reset       (reset),
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

    always @* begin
        src_ready = 2'd0;
        if (occupied != ENTRIES) begin
            src_ready = CPUS;
            if (gpu_occupied < GPU_ENTRIES) begin
                src_ready = CPUS | GPUS;
            end
        end
    end

    assign source = ONE << req_src;
    assign accept = req_valid && ((src_ready & source) != 2'd0);
    assign accept_gpu = accept && ((source & GPUS) != 2'd0);
    assign rest = {req_id, req_src, req_col};

    // The command that the entry needs.
    assign cmd_valid = buffer_serve;

    always @* begin
        cmd = PRE;
        cmd_bank = 2'd0;
        cmd_row = 1'b0;
        cmd_col = 1'b0;
        cmd_id = 3'd0;
        cmd_src = 1'b0;
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
            cmd_col = buffer_rest[0:0];
            cmd_id = buffer_rest[ID_AT +: 3];
            cmd_src = buffer_rest[SRC_AT +: 1];
        end
    end

    assign served = buffer_rest[SRC_AT +: 1];
    assign free = buffer_serve && buffer_hit;
    assign free_gpu = free && (((ONE << served) & GPUS) != 2'd0);

    always @(posedge clock) begin
        if (reset) begin
            occupied <= 3'd0;
            gpu_occupied <= 3'd0;
        end else begin
            if (accept && !free) begin
                occupied <= occupied + 3'd1;
            end
            if (free && !accept) begin
                occupied <= occupied - 3'd1;
            end
            if (accept_gpu && !free_gpu) begin
                gpu_occupied <= gpu_occupied + 3'd1;
            end
            if (free_gpu && !accept_gpu) begin
                gpu_occupied <= gpu_occupied - 3'd1;
            end
        end
    end

endmodule
