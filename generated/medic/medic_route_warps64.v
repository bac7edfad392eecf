// SPDX-License-Identifier: Apache-2.0
// medic_route_warps64: part of medic, configuration warps64
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

module medic_route_warps64 (
    input  wire       clock,     // Clock.
    input  wire       reset,     // Synchronous reset, active high.
    input  wire       valid,     // There is a request.
    // What it is: 0 read of data, 1 write of data, 2 instruction, 3 other.
    input  wire [1:0] kind,
    input  wire       atomic,    // It is an atomic operation.
    input  wire       fence,     // It is a fence, or must wait for one.
    input  wire [1:0] warp_type, // Type of its warp, `q_type` as it left the SM.
    input  wire       prof,      // Its warp was being profiled, `q_prof` as it left the SM.
    input  wire       wbyp_en,   // Requests of mostly-miss warps bypass the L2.
    input  wire       wms_en,    // Requests of mostly-hit warps go first in DRAM.
    output wire       bypass,    // It goes past the L2.
    output wire       no_alloc,  // It looks up the L2 but allocates no line.
    output wire       hi,        // It goes into the high queue of the memory controller.
    output wire       inval      // It bypasses, and a copy of its line in the L2 becomes invalid.
);

    medic_route #(
        .BYPASS_WRITES (1'b1)
    ) unit (
        .clock     (clock),
        .reset     (reset),
        .valid     (valid),
        .kind      (kind),
        .atomic    (atomic),
        .fence     (fence),
        .warp_type (warp_type),
        .prof      (prof),
        .wbyp_en   (wbyp_en),
        .wms_en    (wms_en),
        .bypass    (bypass),
        .no_alloc  (no_alloc),
        .hi        (hi),
        .inval     (inval)
    );

endmodule

`default_nettype wire
