// SPDX-License-Identifier: Apache-2.0
// medic_repl_variant: part of medic, configuration variant
//   (Ausavarungnirun et al., PACT 2015; Ausavarungnirun, dissertation (2017), chapter 4).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   epoch_cycles=5003 profile_len=21 cnt_bits=7 hi_pct=75 lo_pct=33 tune_step=9 tune_quantum=3
//   tune_min=20 tune_bits=9 warps_per_sm=44 reclassify=continuous pending_is_hit=0 bypass_writes=0
//   assoc=12 sets=16 insert_mode=stack q_depth_hi=9 q_depth_lo=13 lo_starve_limit=200 wbyp_en=1
//   wip_en=1 wms_en=1 n_bank=16 row_bits=12 col_bits=5 id_bits=8 t_rcd=12 t_cl=12 t_rp=12 t_ras=28
//   t_rc=40 t_rrd=6 t_wtr=5 t_rtp=2 t_wr=12 t_cwl=4 t_ccd=3 t_bl=2 t_faw=24

`default_nettype none

module medic_repl_variant (
    input  wire        clock,         // Clock.
    input  wire        reset,         // Synchronous reset, active high.
    input  wire        op_valid,      // Something happens to a line.
    // What: 0 it is hit, 1 it is allocated, 2 it becomes invalid, 3 nothing.
    input  wire [1:0]  op,
    input  wire [3:0]  op_set,        // Its set.
    input  wire [3:0]  way,           // Its way, below `assoc`.
    // Type of the request's warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    input  wire [1:0]  warp_type,
    input  wire [3:0]  vq_set,        // The set in which a line is to leave.
    input  wire [11:0] vq_valid_mask, // Its ways with a line.
    input  wire [11:0] vq_resv_mask,  // Its ways that wait for one.
    output wire [3:0]  vq_way,        // The way that the new line takes; 0 if there is none.
    output wire        vq_none        // All ways are reserved.
);

    medic_repl #(
        .ASSOC       (12),
        .SETS        (16),
        .INSERT_MODE (1),
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
