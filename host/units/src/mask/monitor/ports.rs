// SPDX-License-Identifier: Apache-2.0
//! The ports of `mask_monitor`.

use crate::mask::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `mask_monitor` in one core cycle (specification section 5.1, decision M4).
    pub struct In: In, p: Params;
    /// A bit for each issue port: a warp issues an instruction there.
    issue_valid: u8 = p.issue_ports as usize;
    /// Its slot, below `warps_per_core`, from port 0 on.
    issue_warp: u32 = p.issue_ports as usize * p.warp_width();
    /// The most warps that wait for a page whose L1 MSHR was allocated, joined or released in this cycle, at most 63; 0 without one.
    stalled: u8 = 6;
    /// The last cycle of an epoch, `epoch_tick` of `mask_epoch`.
    tick: bool = 1;
}

ports! {
    /// Outputs of `mask_monitor`: what it has found in the epoch that ended last.
    pub struct Out: Out, _p: Params;
    /// Different warps that have issued, at most 255.
    uniq: u8 = 8;
    /// The most warps that waited for a page.
    warps_peak: u8 = 6;
}
