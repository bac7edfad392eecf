// SPDX-License-Identifier: Apache-2.0
// medic_profiler_warps64: part of medic, configuration warps64
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

module medic_profiler_warps64 (
    input  wire       clock,       // Clock.
    input  wire       reset,       // Synchronous reset, active high.
    input  wire       alloc_valid, // A warp slot starts a new warp.
    input  wire [5:0] alloc_wid,   // That slot, below `warps_per_sm`.
    input  wire       q_valid,     // A request of a warp leaves the SM.
    input  wire [5:0] q_wid,       // Its warp slot, below `warps_per_sm`.
    input  wire       r_valid,     // A reply arrives.
    input  wire [5:0] r_wid,       // Warp slot of its request, below `warps_per_sm`.
    // The lookup in the L2 was a hit; without meaning if the request bypassed it.
    input  wire       r_hit,
    input  wire       r_byp,       // The request bypassed the L2.
    input  wire       r_prof,      // `q_prof` of the request.
    // Type of the warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit; 0 without `q_valid`.
    output wire [1:0] q_type,
    output wire       q_prof,      // The warp is being profiled; 0 without `q_valid`.
    output wire [6:0] lo_pct_o,    // The low boundary in percent.
    output wire       ev_classify, // Pulse: the profiling of a warp has ended.
    output wire [5:0] ev_wid,      // That warp; 0 without the pulse.
    // Its type, of five: 0 all miss, 1 mostly miss, 2 balanced, 3 mostly hit, 4 all hit; 0 without
    // the pulse.
    output wire [2:0] ev_type5,
    output wire       epoch_pulse  // Pulse: an epoch has begun.
);

    medic_profiler #(
        .EPOCH_CYCLES   (100000),
        .PROFILE_LENGTH (30),
        .CNT            (10),
        .HIGH_BOUNDARY  (70),
        .LO_0           (20),
        .TUNE_STEP      (5),
        .RISE_1         (5),
        .LEAST          (64),
        .TUNE           (16),
        .WARPS          (64),
        .RECLASSIFY     (0)
    ) unit (
        .clock       (clock),
        .reset       (reset),
        .alloc_valid (alloc_valid),
        .alloc_wid   (alloc_wid),
        .q_valid     (q_valid),
        .q_wid       (q_wid),
        .r_valid     (r_valid),
        .r_wid       (r_wid),
        .r_hit       (r_hit),
        .r_byp       (r_byp),
        .r_prof      (r_prof),
        .q_type      (q_type),
        .q_prof      (q_prof),
        .lo_pct_o    (lo_pct_o),
        .ev_classify (ev_classify),
        .ev_wid      (ev_wid),
        .ev_type5    (ev_type5),
        .epoch_pulse (epoch_pulse)
    );

endmodule

`default_nettype wire
