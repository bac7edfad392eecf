// SPDX-License-Identifier: Apache-2.0
// medic_repl_tiny: part of medic, configuration tiny
//   (Ausavarungnirun et al., PACT 2015; Ausavarungnirun, dissertation (2017), chapter 4).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   epoch_cycles=32 profile_len=5 cnt_bits=4 hi_pct=70 lo_pct=20 tune_step=5 tune_quantum=5
//   tune_min=4 tune_bits=5 warps_per_sm=3 reclassify=frozen pending_is_hit=1 bypass_writes=1
//   assoc=4 sets=2 insert_mode=type_key q_depth_hi=2 q_depth_lo=2 lo_starve_limit=0 wbyp_en=1
//   wip_en=1 wms_en=1 n_bank=4 row_bits=1 col_bits=1 id_bits=3 t_rcd=2 t_cl=2 t_rp=2 t_ras=4
//   t_rc=7 t_rrd=2 t_wtr=1 t_rtp=2 t_wr=2 t_cwl=1 t_ccd=2 t_bl=1 t_faw=10

`default_nettype none

module medic_repl_tiny (
    input  wire       clock,         // Clock.
    input  wire       reset,         // Synchronous reset, active high.
    input  wire       op_valid,      // Something happens to a line.
    // What: 0 it is hit, 1 it is allocated, 2 it becomes invalid, 3 nothing.
    input  wire [1:0] op,
    input  wire [0:0] op_set,        // Its set.
    input  wire [1:0] way,           // Its way, below `assoc`.
    // Type of the request's warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    input  wire [1:0] warp_type,
    input  wire [0:0] vq_set,        // The set in which a line is to leave.
    input  wire [3:0] vq_valid_mask, // Its ways with a line.
    input  wire [3:0] vq_resv_mask,  // Its ways that wait for one.
    output wire [1:0] vq_way,        // The way that the new line takes; 0 if there is none.
    output wire       vq_none        // All ways are reserved.
);

    medic_repl #(
        .ASSOC       (4),
        .SETS        (2),
        .INSERT_MODE (0),
        .WIP_EN      (1'b1)
    ) unit (
        .clock         (clock),
        .reset         (reset),
        .op_valid      (op_valid),
        .op            (op),
        .op_set        (op_set),
        .way           (way),
        .warp_type     (warp_type),
        .vq_set        (vq_set),
        .vq_valid_mask (vq_valid_mask),
        .vq_resv_mask  (vq_resv_mask),
        .vq_way        (vq_way),
        .vq_none       (vq_none)
    );

endmodule

`default_nettype wire
