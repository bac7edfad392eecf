// SPDX-License-Identifier: Apache-2.0
//! All warp schedulers of an SM as one unit, which sees the state of every warp and of the caches (specification of
//! Mascar, sections 2.2-2.4).

use super::{Attachment, MemoryView};

/// The state of an SM before the issue of one cycle. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmView {
    pub memory: MemoryView,
    /// The miss rule wants memory instructions first.
    pub memory_first: bool,
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

/// One per SM, in the place of all its warp schedulers.
pub trait SmScheduler: Attachment {
    /// One SM cycle: the grants answer to `view`; the other outputs change for the next cycle.
    fn step(&mut self, view: &SmView) -> Grants;

    /// The warp whose memory requests the scheduler wants to be served before all others, as registers hold it.
    fn favoured(&self) -> Option<u8> {
        None
    }

    /// A new warp starts in slot `warp`. Warps are launched in age order, oldest first.
    fn launched(&mut self, warp: u32);
}
