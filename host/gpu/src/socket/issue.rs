// SPDX-License-Identifier: Apache-2.0
//! Issue logic: chooses the warps that the schedulers of an SM issue. Schedulers that know only the warps of their own sit
//! behind [`super::PerScheduler`]; a unit for all of them sees the state of every warp and of the caches.

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;
use super::miss_rule::MemoryView;
use crate::stats::IssueStats;

/// The state of an SM before the issue of one cycle. Bit `i` of a mask is warp slot `i`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmView {
    /// The registers of the caches, the miss queue and the load path in this cycle.
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
    /// The warp could issue but for its unit: its head instruction's registers are free, and it is neither paused nor at a
    /// barrier or a fence.
    pub operands: u64,
    /// The first CTAs of the kernel still come, one after the other: the SM asks for more, and there are more.
    pub filling: bool,
}

impl SmView {
    /// Warps that wait for long: their head instruction for a load, or they are paused, at a barrier or at a fence.
    #[inline]
    pub fn stalled(&self) -> u64 {
        self.ib_valid & self.long_wait | self.at_barrier | self.at_fence
    }

    /// Counts one cycle, in which the warps `queue` were in the ready queue of the SM, and a warp `issued` or not.
    #[inline]
    pub fn count(&self, queue: u64, issued: bool, to: &mut IssueStats) {
        if self.live == 0 {
            return;
        }
        let considered = if queue == 0 { self.live } else { queue };
        let waiting = self.ib_valid & !self.operands & !self.at_barrier & !self.at_fence;
        *if issued {
            &mut to.issued
        } else if self.operands & considered != 0 {
            &mut to.structural
        } else if waiting & considered != 0 {
            &mut to.raw
        } else {
            &mut to.control
        } += 1;
    }
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

/// A CTA's place when it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CtaLaunch {
    /// Its slot.
    pub cta: u32,
    /// The slot of its first warp; the others follow.
    pub first: u32,
    /// Its warps.
    pub warps: u32,
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

    /// The slot of the CTA that leads the others, in this cycle.
    fn leading_cta(&self) -> Option<u8> {
        None
    }

    /// A kernel starts.
    fn started(&mut self) {}

    /// A CTA starts; its warps are launched after this.
    fn cta_started(&mut self, _launch: &CtaLaunch) {}

    /// The CTA in slot `cta` has ended.
    fn cta_ended(&mut self, _cta: u32) {}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cycle_without_issue_has_the_cause_of_the_queue_and_of_all_warps_if_that_is_empty() {
        let view = SmView { live: 0b1111, ib_valid: 0b0111, operands: 0b0001, ..SmView::default() };
        let idle = SmView { operands: 0, ..view };
        let mut stats = IssueStats::default();
        view.count(0b0001, true, &mut stats);
        view.count(0b0011, false, &mut stats);
        view.count(0b1010, false, &mut stats);
        view.count(0b1000, false, &mut stats);
        idle.count(0, false, &mut stats);
        SmView { at_barrier: 0b0111, ..idle }.count(0, false, &mut stats);
        SmView::default().count(0, false, &mut stats);
        assert_eq!(stats, IssueStats { issued: 1, structural: 1, raw: 2, control: 2 });
    }
}
