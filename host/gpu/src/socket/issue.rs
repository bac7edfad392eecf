// SPDX-License-Identifier: Apache-2.0
//! Issue logic: chooses the warps that the schedulers of an SM issue. Schedulers that know only the warps of their own sit
//! behind [`super::PerScheduler`]; a unit for all of them sees the state of every warp and of the caches.

use super::attachment::Attachment;
use super::miss_rule::MemoryView;

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

/// The warps of an SM, of which a scheduler picks one. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug)]
pub struct WarpView {
    /// The warps that can issue now, of this scheduler's slots; never 0.
    pub ready: u64,
    /// The slot holds a warp that has not exited.
    pub live: u64,
    /// The warp waits for a load of global, local or texture memory, at a barrier or at a fence.
    pub long_wait: u64,
}

/// A warp's place when it starts.
#[derive(Clone, Copy, Debug)]
pub struct WarpLaunch {
    /// Its slot.
    pub warp: u32,
    /// The slot of its CTA.
    pub cta: u32,
    /// Warps of the CTA.
    pub warps_per_cta: u32,
}

/// Schedulers of an SM at most.
pub const SCHEDULERS: usize = 4;

/// The warp that each scheduler issues; a warp of its own, at most one of all a memory instruction.
pub type Grants = [Option<u8>; SCHEDULERS];

/// One per SM.
///
/// An instruction executes as it issues, and so changes what the schedulers after it find in the same cycle: units that
/// are taken, barriers that open. So the SM asks scheduler by scheduler, each time for what can issue now. What chooses for
/// all of them at once does that in [`Issue::step`], and then only hands its grants out.
pub trait Issue: Attachment {
    /// Whether it chooses for all schedulers at once: then the SM shows itself to `step` at the start of each cycle, and
    /// asks the schedulers in their order. Always the same answer.
    fn at_once(&self) -> bool {
        false
    }

    /// One SM cycle begins, and the SM looks like `view`.
    fn step(&mut self, _view: &SmView) {}

    /// The warp that `scheduler` issues, one of `view.ready`, which is not 0.
    fn grant(&mut self, scheduler: usize, view: &WarpView) -> Option<u32>;

    /// The warp whose memory requests are to be served before all others, as registers hold it.
    fn favoured(&self) -> Option<u8> {
        None
    }

    /// A new warp starts. Warps are launched in age order, oldest first.
    fn launched(&mut self, _launch: &WarpLaunch) {}

    /// The warp in slot `warp` has exited.
    fn exited(&mut self, _warp: u32) {}

    /// A line has come into the L1 that was prefetched on behalf of the warp in slot `warp`, and no demand has wanted it so
    /// far. At most once a cycle, before `step`. What a warp itself waits for is in [`SmView::long_wait`].
    fn prefetched(&mut self, _warp: u32) {}
}

#[cfg(test)]
impl WarpView {
    /// A view of which only the ready warps matter.
    pub fn of(ready: u64) -> WarpView {
        WarpView { ready, live: u64::MAX, long_wait: 0 }
    }
}

#[cfg(test)]
impl WarpLaunch {
    /// A warp of a CTA of one warp.
    pub fn of(warp: u32) -> WarpLaunch {
        WarpLaunch { warp, cta: warp, warps_per_cta: 1 }
    }
}
