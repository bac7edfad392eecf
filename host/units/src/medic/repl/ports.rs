// SPDX-License-Identifier: Apache-2.0
//! The ports of `medic_repl`.

use crate::medic::params::Params;
use crate::ports::ports;

ports! {
    /// Inputs of `medic_repl` in one L2 cycle (specification section 5). Bit `w` of a mask is way `w`.
    pub struct In: In, p: Params;
    /// Something happens to a line.
    op_valid: bool = 1;
    /// What: 0 it is hit, 1 it is allocated, 2 it becomes invalid, 3 nothing.
    op: u8 = 2;
    /// Its set.
    op_set: u32 = p.set_width();
    /// Its way, below `assoc`.
    way: u8 = p.way_width();
    /// Type of the request's warp: 0 miss, 1 balanced, 2 mostly hit, 3 all hit.
    warp_type: u8 = 2;
    /// The set in which a line is to leave.
    vq_set: u32 = p.set_width();
    /// Its ways with a line.
    vq_valid_mask: u32 = p.assoc as usize;
    /// Its ways that wait for one.
    vq_resv_mask: u32 = p.assoc as usize;
}

ports! {
    /// Outputs of `medic_repl`, of the same cycle.
    pub struct Out: Out, p: Params;
    /// The way that the new line takes; 0 if there is none.
    vq_way: u8 = p.way_width(), comb;
    /// All ways are reserved.
    vq_none: bool = 1, comb;
}
