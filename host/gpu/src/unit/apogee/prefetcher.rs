// SPDX-License-Identifier: Apache-2.0
//! `apogee` as the prefetcher of one SM. Its addresses count from the start of device memory.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};
use warpsmith_ptx::{GLOBAL_BASE, LANES};
use warpsmith_units::apogee::params::Params;
use warpsmith_units::apogee::{Apogee, In, Out};
use warpsmith_units::{Module, Snapshot, Unit};

use super::observed::{Beats, Outcomes};
use super::rest::Rest;
use super::stats::ApogeeStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, IssuedLoad, KernelLaunch, Lookup, Prefetch, Prefetcher, Reply, UnitError};
use crate::stats::{PrefetchStats, UnitStats};
use crate::types::{Addr, Line, LineSize, PrefetchTag, Requester, SmCycle};

/// Loads that wait for their first beat at most: as many as wait in the load/store units of the machines.
const WAITING: usize = 4;

/// Which threads advance together from iteration to iteration (A15).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Advance {
    /// Those that an SM runs at a time.
    Sm,
    /// Those of the grid.
    Grid,
}

/// The tag of a prefetch: entry, warp, and whether it is tracked.
fn tag(out: &Out) -> PrefetchTag {
    PrefetchTag(u16::from(out.pf_entry) | u16::from(out.pf_warp) << 8 | u16::from(out.pf_track) << 15)
}

/// The entry in a tag.
pub(super) fn entry_of(tag: PrefetchTag) -> u8 {
    tag.0 as u8
}

/// Entry and warp in the tag of a prefetch that is tracked.
fn tracked(tag: PrefetchTag) -> Option<(u8, u8)> {
    (tag.0 >> 15 == 1).then_some((tag.0 as u8, (tag.0 >> 8) as u8 & 0x7f))
}

/// `apogee` as the prefetcher of one SM.
pub struct ApogeePrefetcher<E> {
    unit: E,
    params: Params,
    advance: Advance,
    /// What the unit is told in the cycle that goes on.
    input: In,
    beats: Beats,
    /// Loads that have issued meanwhile.
    waiting: VecDeque<Beats>,
    outcomes: Outcomes,
    /// Tracked lines that have come, to be told one a cycle.
    fills: VecDeque<(u8, u8)>,
    /// SM and application of the last load.
    requester: Requester,
    /// What the unit shows in this cycle.
    out: Out,
    rest: Rest,
    stats: ApogeeStats,
}

impl<E: Unit<In = In, Out = Out>> ApogeePrefetcher<E> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: E, params: &Params, advance: Advance) -> Self {
        unit.reset();
        let input = In { live_warps: 1, ..In::default() };
        Self {
            unit,
            params: params.clone(),
            advance,
            out: Apogee::at_reset(params, &input),
            input,
            beats: Beats::default(),
            waiting: VecDeque::new(),
            outcomes: Outcomes::default(),
            fills: VecDeque::new(),
            requester: Requester::default(),
            rest: Rest::default(),
            stats: ApogeeStats::default(),
        }
    }

    /// The end of a cycle of the unit.
    fn step(&mut self) {
        self.begin();
        let idle = self.beats.is_empty() && self.outcomes.is_empty() && self.fills.is_empty();
        if idle && !self.input.flush && self.rest.sleeps(self.out.pf_v && self.input.pf_rdy) {
            return;
        }
        let (input, params) = (&mut self.input, &self.params);
        self.beats.next(input, params);
        self.outcomes.next(input);
        if let Some((entry, warp)) = self.fills.pop_front() {
            (input.fill_v, input.fill_entry, input.fill_warp) = (true, entry, warp);
        }
        let taken = self.out.pf_v && input.pf_rdy;
        self.out = self.unit.step(input);
        self.rest.stepped(input, taken, &self.out, params);
        Apogee::end_pulses(input);
        (input.pf_rdy, input.pf_sent) = (false, false);
        self.count();
    }

    /// The beats of the next load begin, if the unit takes them. A flush of this cycle would forget it.
    fn begin(&mut self) {
        if self.beats.is_empty() && self.out.ld_rdy && !self.input.flush {
            if let Some(load) = self.waiting.pop_front() {
                self.beats = load;
                self.outcomes.began();
            }
        }
    }

    fn count(&mut self) {
        let (stats, o) = (&mut self.stats, &self.out);
        stats.trained += u64::from(o.stat_trained);
        stats.trusted += u64::from(o.stat_trusted);
        stats.mismatches += u64::from(o.stat_mismatch);
        stats.allocations += u64::from(o.stat_alloc);
        stats.evictions += u64::from(o.stat_evict);
        stats.distance_increments += u64::from(o.stat_dist_inc);
        stats.distance_decrements += u64::from(o.stat_dist_dec);
        stats.triggers += u64::from(o.stat_trig_fire);
        stats.trigger_moves += u64::from(o.stat_trig_move);
        stats.drops += u64::from(o.stat_drop);
    }
}

impl<E: Snapshot> Saved for ApogeePrefetcher<E> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.input, &self.beats, &self.waiting, &self.outcomes, &self.fills, self.requester))?;
        to.put(&(&self.out, self.rest, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.input, self.beats, self.waiting, self.outcomes, self.fills, self.requester) = from.take()?;
        (self.out, self.rest, self.stats) = from.take()?;
        Ok(())
    }
}

impl<E: Unit + Snapshot + Send> Attachment for ApogeePrefetcher<E> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<E: Unit<In = In, Out = Out> + Snapshot + Send> Prefetcher for ApogeePrefetcher<E> {
    fn started(&mut self, kernel: &KernelLaunch) {
        let threads = match self.advance {
            Advance::Sm => u64::from(kernel.warps) * LANES as u64,
            Advance::Grid => kernel.threads,
        };
        // Threads that cannot be counted do not advance: what they want next is not known.
        let most = u64::from(u32::MAX >> (32 - self.params.iter_bits));
        self.input = In {
            flush: true,
            iter_threads: if threads > most { 0 } else { threads as u32 },
            live_warps: kernel.warps.clamp(1, self.params.n_warps) as u8,
            ..In::default()
        };
        (self.beats, self.outcomes) = (Beats::default(), Outcomes::default());
        self.waiting.clear();
        self.fills.clear();
    }

    fn issued(&mut self, load: &IssuedLoad) {
        self.stats.loads += 1;
        self.requester = load.requester;
        let access = load.access;
        let mut lanes = (0..LANES).filter(|lane| access.mask >> lane & 1 == 1);
        let inside = access.mask != 0 && lanes.all(|lane| access.addr[lane] >= GLOBAL_BASE);
        let observed = inside && self.waiting.len() < WAITING;
        self.stats.missed_loads += u64::from(!observed);
        self.outcomes.issued(load, observed);
        if observed {
            self.waiting.push_back(Beats::of(load, &self.params));
        }
    }

    fn looked(&mut self, lookup: &Lookup) {
        self.outcomes.looked(lookup, LineSize::of(self.params.line_bytes));
    }

    fn filled(&mut self, _: Line, tag: PrefetchTag) {
        self.fills.extend(tracked(tag));
    }

    fn wants(&mut self, _: SmCycle, _: &PrefetchStats) -> Option<Prefetch> {
        self.step();
        let out = &self.out;
        let requester = Requester { warp: out.pf_warp, ..self.requester };
        let line = LineSize::of(self.params.line_bytes).line(Addr(GLOBAL_BASE.wrapping_add(out.pf_line)));
        out.pf_v.then_some(Prefetch { line, requester, tag: tag(out) })
    }

    fn answered(&mut self, reply: Reply) {
        (self.input.pf_rdy, self.input.pf_sent) = (reply != Reply::Later, reply == Reply::Sent);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::socket::Found;
    use warpsmith_ptx::Access;
    use warpsmith_units::apogee::Model;
    use warpsmith_units::{Parameters, Rng};

    /// A load of some lanes, often linear in the lane's number, sometimes all at one address.
    fn access(rng: &mut Rng, cycle: u64, pc: u32) -> Access {
        let mask = if rng.one_in(4) { rng.below(u32::MAX).max(1) } else { u32::MAX };
        let offset = [4, 0, 8, 64][pc as usize % 4];
        let base = GLOBAL_BASE + 0x8000 * u64::from(pc) + if offset == 0 { 0 } else { cycle / 64 * 128 };
        let mut access = Access { mask, ..Access::default() };
        (0..LANES).for_each(|lane| access.addr[lane] = base + offset * lane as u64);
        if rng.one_in(16) {
            access.addr[5] += 4;
        }
        access
    }

    /// What is due.
    fn due<T>(of: &mut VecDeque<(u64, T)>, cycle: u64) -> Option<(u64, T)> {
        if of.front()?.0 <= cycle {
            of.pop_front()
        } else {
            None
        }
    }

    /// Two prefetchers see the same loads; the clock of one never rests.
    #[test]
    fn a_rest_of_the_clock_is_not_seen() {
        for name in ["paper", "literal", "no_foa", "no_tia", "fermi"] {
            let params = Params::named(name).unwrap();
            let mut rng = Rng::new(3);
            let mut both = [(); 2].map(|()| ApogeePrefetcher::new(Model::new(&params), &params, Advance::Sm));
            let lines = LineSize::of(params.line_bytes);
            // Lines of loads that are to be looked for, and prefetches on their way.
            let (mut lookups, mut on_their_way) = (VecDeque::new(), VecDeque::new());
            let (mut rests, mut taken, mut fires) = (0, 0, 0);
            for cycle in 0..60_000u64 {
                if cycle % 20_000 == 0 {
                    let kernel = KernelLaunch { warps: params.n_warps, ..KernelLaunch::default() };
                    both.iter_mut().for_each(|one| one.started(&kernel));
                    lookups.clear();
                }
                // Sometimes nothing happens for a while, sometimes loads come fast, and sometimes the L1 takes nothing.
                let rate = [6, 40, 2000][cycle as usize / 1024 % 3];
                let (ready, missing) = (cycle / 256 % 4 != 0 && !rng.one_in(3), rng.one_in(2));
                both[1].rest = Rest::awake();
                rests += u32::from(both[0].rest.sleeps(false));
                let wanted = both.each_mut().map(|one| one.wants(SmCycle(cycle), &PrefetchStats::default()));
                assert_eq!((wanted[0], both[0].out), (wanted[1], both[1].out), "{name}, cycle {cycle}");
                if let Some(prefetch) = wanted[0] {
                    let reply = match ready {
                        false => Reply::Later,
                        true if missing => Reply::Sent,
                        true => Reply::Dropped,
                    };
                    both.iter_mut().for_each(|one| one.answered(reply));
                    taken += u32::from(ready);
                    if reply == Reply::Sent {
                        on_their_way.push_back((cycle + 60, prefetch));
                    }
                }
                if let Some((_, prefetch)) = due(&mut on_their_way, cycle) {
                    both.iter_mut().for_each(|one| one.filled(prefetch.line, prefetch.tag));
                }
                if let Some((_, lookup)) = due(&mut lookups, cycle) {
                    both.iter_mut().for_each(|one| one.looked(&lookup));
                }
                if rng.one_in(rate) {
                    let pc = rng.below(6);
                    let requester =
                        Requester { warp: rng.below(params.n_warps) as u8, ..Requester::default() };
                    let access = access(&mut rng, cycle, pc);
                    let mut touched: Vec<Line> = (0..LANES)
                        .filter(|lane| access.mask >> lane & 1 == 1)
                        .map(|lane| lines.line(Addr(access.addr[lane])))
                        .collect();
                    touched.dedup();
                    let load = IssuedLoad {
                        pc,
                        requester,
                        access: &access,
                        lines: &touched,
                        leading_cta: None,
                        indirect: false,
                    };
                    both.iter_mut().for_each(|one| one.issued(&load));
                    let delay = u64::from(rng.below(30));
                    for (n, line) in touched.iter().enumerate() {
                        let waited_for =
                            on_their_way.iter().find(|(_, p): &&(u64, Prefetch)| p.line == *line);
                        let found = match waited_for {
                            Some((_, prefetch)) => Found::Prefetched(prefetch.tag),
                            None if rng.one_in(2) => Found::Miss,
                            None => Found::Hit,
                        };
                        let last = n + 1 == touched.len();
                        lookups
                            .push_back((cycle + delay, Lookup { pc, requester, line: *line, found, last }));
                    }
                }
                fires += u32::from(both[0].out.stat_trig_fire);
            }
            assert_eq!(both[0].stats, both[1].stats, "{name}");
            assert!(
                rests > 10_000 && taken > 500 && (fires > 50 || !params.tia_en),
                "{name}: {rests} rests, {taken} taken, {fires} fires"
            );
        }
    }
}
