// SPDX-License-Identifier: Apache-2.0
// mask_dram_sched_paper: part of mask, configuration paper
//   (Ausavarungnirun et al., ASPLOS 2018; Ausavarungnirun, dissertation (2017), chapter 6).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   num_cores=30 warps_per_core=64 issue_ports=2 num_apps=30 asid_w=9 pt_levels=4
//   l2tlb_entries=512 l2tlb_ways=16 l2tlb_ports=2 l2tlb_latency=10 bypass_entries=32 walk_ctx=64
//   replay_depth=64 va_w=48 pa_w=40 page_bits=12 epoch_len=100000 init_tokens_q8=205 miss_thr=1311
//   step_q8=26 token_min=1 token_policy=threshold token_order=warp_major l2b_min_samples=128
//   l2b_leader_log2=5 thresh_max=500 golden_depth=16 silver_depth=64 normal_depth=192 n_bank=8
//   row_bits=14 col_bits=7 id_bits=16 en_tokens=1 en_l2bypass=1

`default_nettype none

module mask_dram_sched_paper (
    input  wire         clock,      // Clock.
    input  wire         reset,      // Synchronous reset, active high.
    // A request is issued in this cycle if one can be: the channel's command clock has an edge.
    input  wire         tick,
    input  wire         x_valid,    // A walk read arrives; it is taken if `x_ready`.
    input  wire [2:0]   x_depth,    // Its depth, not 0.
    input  wire [4:0]   x_app,      // Its application, below `num_apps`.
    input  wire [2:0]   x_bank,     // Its bank.
    input  wire [13:0]  x_row,      // Its row.
    input  wire [6:0]   x_col,      // Its column.
    input  wire [15:0]  x_id,       // Its identification.
    input  wire         d_valid,    // A request of data arrives; it is taken if `d_ready`.
    input  wire         d_wr,       // It is a write.
    input  wire [4:0]   d_app,      // Its application, below `num_apps`.
    input  wire [2:0]   d_bank,     // Its bank.
    input  wire [13:0]  d_row,      // Its row.
    input  wire [6:0]   d_col,      // Its column.
    input  wire [15:0]  d_id,       // Its identification.
    input  wire [7:0]   bank_ready, // Banks that take a request.
    input  wire [7:0]   open_valid, // Banks with an open row.
    input  wire [111:0] open_row,   // That row, from bank 0 on.
    // Requests of a turn of each application, 10 bits each, `quota` of `mask_epoch`.
    input  wire [299:0] quota,
    input  wire [29:0]  app_active, // Applications that take part.
    input  wire         epoch_tick, // The last cycle of an epoch.
    output wire         x_ready,    // The golden queue takes a walk read.
    output wire         d_ready,    // A request of data of the application `d_app` is taken.
    output wire         iss_valid,  // A request is issued, to a bank that is ready.
    // The queue that it comes from: 0 golden, 1 silver, 2 normal; 0 without a request, like the
    // ports that follow.
    output wire [1:0]   iss_src,
    output wire         iss_wr,     // It is a write.
    output wire [2:0]   iss_depth,  // Its depth; 0: data.
    output wire [4:0]   iss_app,    // Its application.
    output wire [2:0]   iss_bank,   // Its bank.
    output wire [13:0]  iss_row,    // Its row.
    output wire [6:0]   iss_col,    // Its column.
    output wire [15:0]  iss_id,     // Its identification.
    output wire [4:0]   occ_golden, // Requests in the golden queue.
    output wire [6:0]   occ_silver, // In the silver queue.
    output wire [7:0]   occ_normal, // In the normal queue.
    output wire [4:0]   silver_app  // The application whose turn it is.
);

    mask_dram_sched #(
        .APPS   (30),
        .GOLDEN (16),
        .SILVER (64),
        .NORMAL (192),
        .BANKS  (8),
        .ROW    (14),
        .COL    (7),
        .ID     (16)
    ) unit (
        .clock      (clock),
        .reset      (reset),
        .tick       (tick),
        .x_valid    (x_valid),
        .x_depth    (x_depth),
        .x_app      (x_app),
        .x_bank     (x_bank),
        .x_row      (x_row),
        .x_col      (x_col),
        .x_id       (x_id),
        .d_valid    (d_valid),
        .d_wr       (d_wr),
        .d_app      (d_app),
        .d_bank     (d_bank),
        .d_row      (d_row),
        .d_col      (d_col),
        .d_id       (d_id),
        .bank_ready (bank_ready),
        .open_valid (open_valid),
        .open_row   (open_row),
        .quota      (quota),
        .app_active (app_active),
        .epoch_tick (epoch_tick),
        .x_ready    (x_ready),
        .d_ready    (d_ready),
        .iss_valid  (iss_valid),
        .iss_src    (iss_src),
        .iss_wr     (iss_wr),
        .iss_depth  (iss_depth),
        .iss_app    (iss_app),
        .iss_bank   (iss_bank),
        .iss_row    (iss_row),
        .iss_col    (iss_col),
        .iss_id     (iss_id),
        .occ_golden (occ_golden),
        .occ_silver (occ_silver),
        .occ_normal (occ_normal),
        .silver_app (silver_app)
    );

endmodule

`default_nettype wire
