// SPDX-License-Identifier: Apache-2.0
// medic_repl_stack: part of medic, configuration stack
//   (Ausavarungnirun et al., PACT 2015; Ausavarungnirun, dissertation (2017), chapter 4).
// Emitted by Warpsmith; `warpsmith emit` makes any other configuration.
//
// Parameters:
//   epoch_cycles=100000 profile_len=30 cnt_bits=10 hi_pct=70 lo_pct=20 tune_step=5 tune_quantum=5
//   tune_min=64 tune_bits=16 warps_per_sm=48 reclassify=frozen pending_is_hit=1 bypass_writes=1
//   assoc=16 sets=32 insert_mode=stack q_depth_hi=16 q_depth_lo=16 lo_starve_limit=0 wbyp_en=1
//   wip_en=1 wms_en=1 n_bank=8 row_bits=15 col_bits=6 id_bits=10 t_rcd=12 t_cl=12 t_rp=12 t_ras=28
//   t_rc=40 t_rrd=6 t_wtr=5 t_rtp=2 t_wr=12 t_cwl=4 t_ccd=2 t_bl=2 t_faw=24

`default_nettype none

module medic_repl_stack (
    input  wire        clock,         // Clock.
    input  wire        reset,         // Synchronous reset, active high.
    input  wire        op_valid,      // Something happens to a line.
    // What: 0 it is hit, 1 it is allocated, 2 it becomes invalid, 3 nothing.
    input  wire [1:0]  op,
    input  wire [4:0]  op_set,        // Its set.
    input  wire [3:0]  way,           // Its way, below `assoc`.
    // Type of the request's warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    input  wire [1:0]  warp_type,
    input  wire [4:0]  vq_set,        // The set in which a line is to leave.
    input  wire [15:0] vq_valid_mask, // Its ways with a line.
    input  wire [15:0] vq_resv_mask,  // Its ways that wait for one.
    output wire [3:0]  vq_way,        // The way that the new line takes; 0 if there is none.
    output wire        vq_none        // All ways are reserved.
);

    medic_repl #(
        .ASSOC       (16),
        .SETS        (32),
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
