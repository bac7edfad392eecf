// SPDX-License-Identifier: Apache-2.0
//! The ports of `medic_profiler`.

use crate::medic::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `medic_profiler` in one core cycle (specification section 5).
    pub struct In: In, p: Params;
    /// A warp slot starts a new warp.
    alloc_valid: bool = 1;
    /// That slot, below `warps_per_sm`.
    alloc_wid: u8 = p.warp_width();
    /// A request of a warp leaves the SM.
    q_valid: bool = 1;
    /// Its warp slot, below `warps_per_sm`.
    q_wid: u8 = p.warp_width();
    /// A reply arrives.
    r_valid: bool = 1;
    /// Warp slot of its request, below `warps_per_sm`.
    r_wid: u8 = p.warp_width();
    /// The lookup in the L2 was a hit; without meaning if the request bypassed it.
    r_hit: bool = 1;
    /// The request bypassed the L2.
    r_byp: bool = 1;
    /// `q_prof` of the request.
    r_prof: bool = 1;
}

ports! {
    /// Outputs of `medic_profiler`. What a request takes along answers to the inputs of the same cycle; the rest are registers.
    pub struct Out: Out, p: Params;
    /// Type of the warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit; 0 without `q_valid`.
    q_type: u8 = 2, comb;
    /// The warp is being profiled; 0 without `q_valid`.
    q_prof: bool = 1, comb;
    /// The low boundary in percent.
    lo_pct_o: u8 = 7;
    /// Pulse: the profiling of a warp has ended.
    ev_classify: bool = 1;
    /// That warp; 0 without the pulse.
    ev_wid: u8 = p.warp_width();
    /// Its type, of five: 0 all miss, 1 mostly miss, 2 balanced, 3 mostly hit, 4 all hit; 0 without the pulse.
    ev_type5: u8 = 3;
    /// Pulse: an epoch has begun.
    epoch_pulse: bool = 1;
}
