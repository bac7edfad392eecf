// SPDX-License-Identifier: Apache-2.0
//! Miss rule: decides which warps may miss in the caches of an SM, that is, send something out of it. What hits is
//! always served (specification of Mascar, section 2.5).

use super::attachment::Attachment;

/// Which warps may miss in a cache in one cycle. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MayMiss {
    /// In the L1.
    pub l1: u64,
    /// In the texture cache.
    pub texture: u64,
    /// In the constant cache.
    pub constant: u64,
    /// A warp that may not miss in the L1 may wait for a line that is on its way.
    pub merges: bool,
}

impl MayMiss {
    /// All warps may.
    pub const ALL: MayMiss = MayMiss { l1: u64::MAX, texture: u64::MAX, constant: u64::MAX, merges: true };
}

/// The registers of one cycle that a rule or a scheduler sees of an SM's memory side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryView {
    /// MSHRs of the L1 in use.
    pub mshrs: u32,
    /// Entries of the L1's miss queue in use.
    pub miss_queue: u32,
    /// The MSHRs or the miss queue of the texture cache are almost full.
    pub texture_saturated: bool,
    /// The same for the constant cache.
    pub constant_saturated: bool,
    /// Warps with a memory instruction of which the LD/ST or the texture unit has not sent everything yet.
    pub unsent: u64,
    /// Warps with requests that the load path has parked.
    pub parked: u64,
    /// The warp of the next of them.
    pub parked_head: Option<u8>,
    /// It has been accepted in this cycle, before the issue stage.
    pub parked_head_left: bool,
}

/// One per SM.
pub trait MissRule: Attachment {
    /// The end of the issue stage of one cycle, which began with `memory`; `favoured` is the warp that the SM's scheduler
    /// favours. What the rule says changes for the next cycle.
    fn step(&mut self, memory: &MemoryView, favoured: Option<u8>);

    /// Which warps may miss in this cycle.
    fn may_miss(&self) -> &MayMiss;

    /// Whether the scheduler is to put memory instructions first in this cycle.
    fn memory_first(&self) -> bool {
        false
    }

    /// A request at the L1 was refused because its warp may not miss.
    fn refused(&mut self) {}
}
