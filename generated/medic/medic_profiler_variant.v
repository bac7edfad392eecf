// SPDX-License-Identifier: Apache-2.0
// medic_profiler_variant: part of medic, configuration variant
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

module medic_profiler_variant (
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
        .EPOCH_CYCLES   (5003),
        .PROFILE_LENGTH (21),
        .CNT            (7),
        .HIGH_BOUNDARY  (75),
        .LO_0           (33),
        .TUNE_STEP      (9),
        .RISE_1         (3),
        .LEAST          (20),
        .TUNE           (9),
        .WARPS          (44),
        .RECLASSIFY     (1)
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
