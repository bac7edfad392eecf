// SPDX-License-Identifier: Apache-2.0
// medic_memsched_warps64: part of medic, configuration warps64
//   (Ausavarungnirun et al., PACT 2015; Ausavarungnirun, dissertation (2017), chapter 4).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   epoch_cycles=100000 profile_len=30 cnt_bits=10 hi_pct=70 lo_pct=20 tune_step=5 tune_quantum=5
//   tune_min=64 tune_bits=16 warps_per_sm=64 reclassify=frozen pending_is_hit=1 bypass_writes=1
//   assoc=16 sets=32 insert_mode=type_key q_depth_hi=16 q_depth_lo=16 lo_starve_limit=0 wbyp_en=1
//   wip_en=1 wms_en=1 n_bank=8 row_bits=15 col_bits=6 id_bits=10 t_rcd=12 t_cl=12 t_rp=12 t_ras=28
//   t_rc=40 t_rrd=6 t_wtr=5 t_rtp=2 t_wr=12 t_cwl=4 t_ccd=2 t_bl=2 t_faw=24

`default_nettype none

module medic_memsched_warps64 (
    input  wire        clock,     // Clock.
    input  wire        reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its queue is ready.
    input  wire        enq_valid,
    input  wire        enq_hi,    // It goes into the high queue.
    input  wire [9:0]  enq_id,    // Its identification, which `cmd_id` repeats.
    input  wire        enq_wr,    // 0 read, 1 write.
    input  wire [2:0]  enq_bank,  // Its bank.
    input  wire [14:0] enq_row,   // Its row.
    input  wire [5:0]  enq_col,   // Its column, in bursts.
    output wire        rdy_hi,    // The high queue takes a request.
    output wire        rdy_lo,    // The low queue takes a request.
    output wire        cmd_valid, // A command goes to the DRAM in this cycle; it is never stalled.
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0]  cmd,
    output wire [2:0]  cmd_bank,  // Bank of the command.
    output wire [14:0] cmd_row,   // Row of the request that the command serves.
    output wire [5:0]  cmd_col,   // Column of the request that the command serves.
    output wire [9:0]  cmd_id     // Identification of the request that the command serves.
);

    medic_memsched #(
        .HIGH  (16),
        .LOW   (16),
        .LIMIT (0),
        .BANKS (8),
        .ROW   (15),
        .COL   (6),
        .ID    (10),
        .T_RCD (12),
        .T_CL  (12),
        .T_RP  (12),
        .T_RAS (28),
        .T_RC  (40),
        .T_RRD (6),
        .T_WTR (5),
        .T_RTP (2),
        .T_WR  (12),
        .T_CWL (4),
        .T_CCD (2),
        .T_BL  (2),
        .T_FAW (24)
    ) unit (
        .clock     (clock),
        .reset     (reset),
        .enq_valid (enq_valid),
        .enq_hi    (enq_hi),
        .enq_id    (enq_id),
        .enq_wr    (enq_wr),
        .enq_bank  (enq_bank),
        .enq_row   (enq_row),
        .enq_col   (enq_col),
        .rdy_hi    (rdy_hi),
        .rdy_lo    (rdy_lo),
        .cmd_valid (cmd_valid),
        .cmd       (cmd),
        .cmd_bank  (cmd_bank),
        .cmd_row   (cmd_row),
        .cmd_col   (cmd_col),
        .cmd_id    (cmd_id)
    );

endmodule

`default_nettype wire
