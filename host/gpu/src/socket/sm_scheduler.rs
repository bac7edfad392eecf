// SPDX-License-Identifier: Apache-2.0
//! All warp schedulers of an SM as one unit, which sees the state of every warp and of the caches, and rules which
//! warps may miss in them (specification of Mascar, sections 2.2-2.5).

use serde::{Deserialize, Serialize};

use super::UnitError;
use crate::saved::Saved;

/// The registers of one cycle that the unit sees beside the warps' state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Warps with requests in the re-execution queue.
    pub parked: u64,
    /// The warp of that queue's head.
    pub parked_head: Option<u8>,
}

/// The state of an SM before the issue of one cycle. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmView {
    pub memory: MemoryView,
    /// The slot holds a warp that has not exited, or whose requests are not all sent yet.
    pub live: u64,
    /// The head instruction-buffer entry is valid.
    pub ib_valid: u64,
    /// The head instruction reads or writes memory, textures included.
    pub is_mem: u64,
    /// The head instruction's registers and its unit are free. That a memory instruction which finds the LD/ST unit full
    /// is not ready lets a parked request take over while a refused one blocks that unit.
    pub ready: u64,
    /// The head instruction needs the result of a load of global, local or texture memory that is under way.
    pub long_wait: u64,
    /// The warp waits at a barrier, or is paused.
    pub at_barrier: u64,
    /// The warp waits at a fence.
    pub at_fence: u64,
    /// The slot holds no warp any more.
    pub exited: u64,
}

/// Schedulers of an SM at most.
pub const SCHEDULERS: usize = 4;

/// The warp that each scheduler issues; a warp of its own, at most one of all a memory instruction.
pub type Grants = [Option<u8>; SCHEDULERS];

/// Which warps may miss in a cache in one cycle, that is, send something out of the SM. What hits is always served.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissRule {
    pub l1: u64,
    pub texture: u64,
    pub constant: u64,
    /// A warp that may not miss in the L1 may wait for a line that is on its way.
    pub merges: bool,
}

impl MissRule {
    /// All warps may.
    pub const FREE: MissRule = MissRule { l1: u64::MAX, texture: u64::MAX, constant: u64::MAX, merges: true };
}

/// The mode of the unit, as registers hold it in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// Memory accesses have priority: a cache is saturated.
    pub memory_priority: bool,
    /// The warp that may miss.
    pub owner: Option<u8>,
}

/// One per SM, in the place of all its warp schedulers.
pub trait SmScheduler: Saved + Send {
    /// One SM cycle: the grants answer to `view`; the other outputs change for the next cycle.
    fn step(&mut self, view: &SmView) -> Grants;

    /// Which warps may miss in this cycle.
    fn miss_rule(&self) -> &MissRule;

    /// The mode in this cycle.
    fn mode(&self) -> Mode;

    /// A new warp starts in slot `warp`. Warps are launched in age order, oldest first.
    fn launched(&mut self, warp: u32);

    /// Whether the unit is still sound; asked every few thousand cycles and at the end of each kernel.
    fn check(&self) -> Result<(), UnitError> {
        Ok(())
    }
}
