// SPDX-License-Identifier: Apache-2.0
//! `cta_sched` as the warp scheduler of one SM. A warp that finishes, which it does as it issues, is told in the next cycle.
//!
//! Its clock rests while nothing in it can change: RTL costs much more than the cycles of an SM around it.

use serde::{Deserialize, Serialize};
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{sched, Sched};
use warpsmith_units::{Module, Snapshot, Unit};

use super::residency::{tell, Changes};
use super::stats::CtaPrefetchStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, CtaLaunch, Issue, SmView, UnitError, WarpView};
use crate::stats::{IssueStats, UnitStats};

/// `cta_sched` as the warp scheduler of one SM with one hardware scheduler.
pub struct CtaScheduler<S> {
    unit: S,
    /// What the unit is told in the next cycle.
    input: sched::In,
    changes: Changes,
    /// The warps in the ready queue in the next cycle.
    queue: u64,
    /// The leading CTA in this cycle, and in the next one.
    leads: [Option<u8>; 2],
    /// The warp that issues in this cycle.
    issues: Option<u8>,
    live: Live,
    /// Wake-ups that wait, at most; and how many can.
    wakes: u32,
    most_wakes: u32,
    /// Places in the ready queue.
    places: u32,
    stats: CtaPrefetchStats,
    issue_stats: IssueStats,
}

impl<S: Unit<In = sched::In, Out = sched::Out>> CtaScheduler<S> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: S, params: &Params) -> Self {
        unit.reset();
        Self {
            unit,
            input: sched::In::default(),
            changes: Changes::default(),
            queue: 0,
            leads: [None; 2],
            issues: None,
            live: Live::default(),
            wakes: 0,
            most_wakes: if params.wake_en { params.wake_depth } else { 0 },
            places: params.ready_entries,
            stats: CtaPrefetchStats::default(),
            issue_stats: IssueStats::default(),
        }
    }

    /// One cycle of the unit.
    fn cycle(&mut self) {
        tell!(self.input, self.changes.next());
        self.issues = None;
        self.leads[0] = self.leads[1];
        if self.rests() {
            return;
        }
        let input = &self.input;
        let out = self.unit.step(input);
        self.live.follow(input);
        self.wakes -= u32::from(self.wakes > 0 && !(out.issue_valid && self.places == 1));
        self.wakes += u32::from(input.wake_valid && self.wakes < self.most_wakes);
        Sched::end_pulses(&mut self.input);
        self.issues = out.issue_valid.then_some(out.issue_warp);
        self.queue = out.ready_mask;
        self.leads[1] = out.lead_valid.then_some(out.lead_cta);
        let stats = &mut self.stats;
        stats.promotions += u64::from(out.st_promote);
        stats.demotions += u64::from(out.st_demote);
        stats.swaps += u64::from(out.st_swap);
        stats.dropped_wakes += u64::from(out.st_wakedrop);
    }

    /// Whether this cycle changes nothing in the unit: it is told nothing, no wake-up waits, and nobody issues, leaves the ready
    /// queue or could enter it.
    fn rests(&self) -> bool {
        let i = &self.input;
        let told =
            i.kernel_start || i.cta_start_valid || i.cta_end_valid || i.warp_done_valid || i.wake_valid;
        let full = self.queue.count_ones() == self.places;
        let leaves = (i.w_can_issue | i.w_stall) & self.queue != 0;
        let enters = !full && self.live.0 & !self.queue & !i.w_stall != 0;
        !(told || self.wakes > 0 || leaves || enters)
    }
}

/// The warps that live for the unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Live(u64);

impl Live {
    /// A cycle in which the unit was told this.
    fn follow(&mut self, input: &sched::In) {
        if input.warp_done_valid {
            self.0 &= !(1 << input.warp_done);
        }
        if input.cta_start_valid {
            self.0 |= (u64::MAX >> (64 - input.cta_start_nw)) << input.cta_start_first;
        }
    }
}

impl<S: Snapshot> Saved for CtaScheduler<S> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.input, &self.changes, self.queue, self.leads))?;
        to.put(&(self.live, self.wakes, self.stats, self.issue_stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.input, self.changes, self.queue, self.leads) = from.take()?;
        (self.live, self.wakes, self.stats, self.issue_stats) = from.take()?;
        Ok(())
    }
}

impl<S: Unit + Snapshot + Send> Attachment for CtaScheduler<S> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
        to.add(&self.issue_stats);
    }
}

impl<S: Unit<In = sched::In, Out = sched::Out> + Snapshot + Send> Issue for CtaScheduler<S> {
    fn at_once(&self) -> bool {
        true
    }

    fn step(&mut self, view: &SmView) {
        let input = &mut self.input;
        input.hold_fill = view.filling;
        input.w_can_issue = view.ready;
        input.w_stall = view.stalled();
        let queue = self.queue;
        self.cycle();
        view.count(queue, self.issues.is_some(), &mut self.issue_stats);
    }

    fn grant(&mut self, _: usize, _: &WarpView) -> Option<u32> {
        self.issues.map(u32::from)
    }

    fn leading_cta(&self) -> Option<u8> {
        self.leads[0]
    }

    fn started(&mut self) {
        // Its clock goes on while the SM has no CTA: what is left is told before the kernel starts.
        self.input = sched::In {
            warp_done_valid: self.input.warp_done_valid,
            warp_done: self.input.warp_done,
            ..sched::In::default()
        };
        while !self.changes.is_empty() || self.input.warp_done_valid {
            self.cycle();
        }
        self.input.kernel_start = true;
    }

    fn cta_started(&mut self, launch: &CtaLaunch) {
        self.changes.start(launch);
    }

    fn cta_ended(&mut self, cta: u32) {
        self.changes.end(cta);
    }

    fn exited(&mut self, warp: u32) {
        (self.input.warp_done_valid, self.input.warp_done) = (true, warp as u8);
    }

    fn prefetched(&mut self, warp: u32) {
        self.stats.wakes += 1;
        (self.input.wake_valid, self.input.wake_warp) = (true, warp as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpsmith_units::{Parameters, Rng};

    /// Two schedulers see the same SM; the clock of one never rests.
    #[test]
    fn a_rest_of_the_clock_is_not_seen() {
        for name in ["paper", "baseline", "warps64", "single", "tiny"] {
            let params = Params::named(name).unwrap();
            let mut rng = Rng::new(9);
            let mut both = [(); 2].map(|()| CtaScheduler::new(sched::Model::new(&params), &params));
            let (warps, mut ctas, mut live, mut rests) = (params.n_warps / params.n_cta, 0u32, 0u64, 0);
            let (mut long_wait, mut ready) = (0u64, 0u64);
            both.iter_mut().for_each(|one| one.started());
            for cycle in 0..60_000 {
                let cta = rng.below(params.n_cta);
                let mine = (u64::MAX >> (64 - warps)) << (cta * warps);
                if ctas >> cta & 1 == 0 && rng.one_in(20) {
                    ctas |= 1 << cta;
                    live |= mine;
                    both.iter_mut()
                        .for_each(|one| one.cta_started(&CtaLaunch { cta, first: cta * warps, warps }));
                } else if ctas >> cta & 1 == 1 && live & mine == 0 {
                    ctas &= !(1 << cta);
                    both.iter_mut().for_each(|one| one.cta_ended(cta));
                }
                // Loads that come back together after a while.
                if cycle % 1024 == 0 {
                    (long_wait, ready) = (0, live);
                }
                let changed = 1 << rng.below(params.n_warps);
                if rng.one_in(3) {
                    (long_wait, ready) = (long_wait | changed, ready & !changed);
                }
                if rng.one_in(40) {
                    both.iter_mut().for_each(|one| one.prefetched(changed.trailing_zeros()));
                }
                let view =
                    SmView { ready: ready & live, ib_valid: live, long_wait, live, ..SmView::default() };
                both[1].wakes = 1;
                both.iter_mut().for_each(|one| one.step(&view));
                rests += u32::from(both[0].rests());
                let issued = both[0].issues;
                assert_eq!((issued, both[0].leads), (both[1].issues, both[1].leads), "{name}, cycle {cycle}");
                if let Some(warp) = issued.filter(|_| rng.one_in(60)) {
                    live &= !(1 << warp);
                    both.iter_mut().for_each(|one| one.exited(warp.into()));
                }
            }
            assert_eq!((both[0].stats, both[0].issue_stats), (both[1].stats, both[1].issue_stats), "{name}");
            assert!(rests > 100, "{name}: {rests} rests");
        }
    }
}
