// SPDX-License-Identifier: Apache-2.0
// medic_memsched_tiny_stack: part of medic, configuration tiny_stack
//   (Ausavarungnirun et al., PACT 2015; Ausavarungnirun, dissertation (2017), chapter 4).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   epoch_cycles=32 profile_len=5 cnt_bits=4 hi_pct=70 lo_pct=20 tune_step=5 tune_quantum=5
//   tune_min=4 tune_bits=5 warps_per_sm=3 reclassify=frozen pending_is_hit=1 bypass_writes=1
//   assoc=4 sets=2 insert_mode=stack q_depth_hi=2 q_depth_lo=2 lo_starve_limit=8 wbyp_en=1
//   wip_en=1 wms_en=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 t_rcd=2 t_cl=2 t_rp=2 t_ras=4
//   t_rc=7 t_rrd=2 t_wtr=1 t_rtp=2 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

`default_nettype none

module medic_memsched_tiny_stack (
    input  wire       clock,     // Clock.
    input  wire       reset,     // Synchronous reset, active high.
    // A request arrives. It may only be presented when its queue is ready.
    input  wire       enq_valid,
    input  wire       enq_hi,    // It goes into the high queue.
    input  wire [2:0] enq_id,    // Its identification, which `cmd_id` repeats.
    input  wire       enq_wr,    // 0 read, 1 write.
    input  wire [1:0] enq_bank,  // Its bank.
    input  wire [0:0] enq_row,   // Its row.
    input  wire [0:0] enq_col,   // Its column, in bursts.
    output wire       rdy_hi,    // The high queue takes a request.
    output wire       rdy_lo,    // The low queue takes a request.
    output wire       cmd_valid, // A command goes to the DRAM in this cycle; it is never stalled.
    // 0 PRE, 1 ACT, 2 RD, 3 WR; 0 without a command, like the ports that follow.
    output wire [1:0] cmd,
    output wire [1:0] cmd_bank,  // Bank of the command.
    output wire [0:0] cmd_row,   // Row of the request that the command serves.
    output wire [0:0] cmd_col,   // Column of the request that the command serves.
    output wire [2:0] cmd_id     // Identification of the request that the command serves.
);

    medic_memsched #(
        .HIGH  (2),
        .LOW   (2),
        .LIMIT (8),
        .BANKS (4),
        .ROW   (1),
        .COL   (1),
        .ID    (3),
        .T_RCD (2),
        .T_CL  (2),
        .T_RP  (2),
        .T_RAS (4),
        .T_RC  (7),
        .T_RRD (2),
        .T_WTR (1),
        .T_RTP (2),
        .T_WR  (2),
        .T_CWL (1),
        .T_CCD (2),
        .T_BL  (1),
        .T_FAW (10)
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
