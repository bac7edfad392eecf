// SPDX-License-Identifier: Apache-2.0
//! The ports of `mask_l2bypass`.

use crate::mask::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `mask_l2bypass`: a read that waits beside the walker (specification sections 2.7 and 5.1).
    pub struct In: In, p: Params;
    /// Its physical address.
    wm_addr: u64 = p.pa_w as usize;
    /// Its depth, 1 for the root; 0 for data.
    wm_depth: u8 = 3;
    /// Bit d-1: reads of depth d bypass, as `mask_epoch` has it.
    bypass_bits: u8 = p.pt_levels as usize;
    /// Walk reads can bypass.
    en_l2bypass: bool = 1;
}

ports! {
    /// Outputs of `mask_l2bypass`, of the same cycle.
    pub struct Out: Out, _p: Params;
    /// The read neither looks into the L2 cache nor fills it.
    wm_bypass: bool = 1, comb;
}
