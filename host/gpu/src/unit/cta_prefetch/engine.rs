// SPDX-License-Identifier: Apache-2.0
//! `cta_pf_engine` as the prefetcher of one SM. Its addresses count from the start of device memory.
//!
//! Its clock rests while nothing in it can change: RTL costs much more than the cycles of an SM around it.

use serde::{Deserialize, Serialize};
use warpsmith_ptx::GLOBAL_BASE;
use warpsmith_units::cta_prefetch::params::Params;
use warpsmith_units::cta_prefetch::{engine, Engine};
use warpsmith_units::{Module, Snapshot, Unit};

use super::residency::{tell, Changes};
use super::stats::CtaPrefetchStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{
    Attachment, CtaLaunch, IssuedLoad, KernelLaunch, Prefetch, Prefetcher, Reply, UnitError, WARP_SLOTS,
};
use crate::stats::{PrefetchStats, UnitStats};
use crate::types::{Addr, LineSize, PrefetchTag, Requester, SmCycle};

/// `cta_pf_engine` as the prefetcher of one SM.
pub struct CtaEngine<E> {
    unit: E,
    params: Params,
    /// What the unit is told in the cycle that goes on.
    input: engine::In,
    changes: Changes,
    /// By warp slot, the warp's CTA slot and its number in the CTA.
    places: Vec<(u8, u8)>,
    /// SM and application of the last load.
    requester: Requester,
    /// What the unit shows in this cycle.
    out: engine::Out,
    rest: Rest,
    stats: CtaPrefetchStats,
}

impl<E: Unit<In = engine::In, Out = engine::Out>> CtaEngine<E> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: E, params: &Params) -> Self {
        unit.reset();
        Self {
            unit,
            params: params.clone(),
            input: engine::In::default(),
            changes: Changes::default(),
            places: vec![(0, 0); WARP_SLOTS],
            requester: Requester::default(),
            out: engine::Out::default(),
            rest: Rest::default(),
            stats: CtaPrefetchStats::default(),
        }
    }

    /// The end of a cycle of the unit.
    fn step(&mut self) {
        tell!(self.input, self.changes.next());
        let input = &self.input;
        let told = input.kernel_start || input.cta_start_valid || input.cta_end_valid || input.ld_valid;
        if !told && self.rest.sleeps(self.out.pf_valid, input.pf_ready) {
            return;
        }
        let out = self.unit.step(input);
        let leads = input.lead_valid && input.lead_cta == input.ld_cta;
        self.rest.stepped(self.out.pf_valid, &out, told, leads, &self.params);
        Engine::end_pulses(&mut self.input);
        self.input.pf_ready = false;
        self.out = out;
        let stats = &mut self.stats;
        stats.registrations += u64::from(out.st_reg);
        stats.strides += u64::from(out.st_stride);
        stats.non_strides += u64::from(out.st_nonstride);
        stats.verifications += u64::from(out.st_verify);
        stats.mispredictions += u64::from(out.st_mis);
        stats.dropped_jobs += u64::from(out.st_jobdrop);
    }
}

/// When the unit's clock can rest: no load, CTA or kernel is to be learned, and the generator either waits for the L1 or has no
/// job. From outside a job is not seen while it waits or passes over CTAs, but each takes only so many cycles for that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Rest {
    /// The unit was told something in the last cycle, which it learns in this one.
    told: bool,
    /// Cycles without a request in which jobs may go on, at most.
    hidden: u32,
}

impl Rest {
    /// Whether a cycle in which the unit is told nothing changes nothing; it `asks` for a line, which is `taken` or not.
    fn sleeps(&self, asks: bool, taken: bool) -> bool {
        !self.told && if asks { !taken } else { self.hidden == 0 }
    }

    /// A cycle: `asked` for a line, and shows `out` now; it was `told` something, perhaps a load of the CTA that `leads`.
    fn stepped(&mut self, asked: bool, out: &engine::Out, told: bool, leads: bool, params: &Params) {
        self.told = told;
        self.hidden -= u32::from(!asked && self.hidden > 0);
        // Learned, taken from the FIFO, and a cycle for each CTA that it passes over.
        let (job, jobs) = (params.n_cta + 3, params.job_depth + 2);
        if out.st_reg || leads && (out.st_verify || out.st_stride) {
            self.hidden = (self.hidden + job).min(job * jobs);
        }
    }
}

impl<E: Snapshot> Saved for CtaEngine<E> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.input, &self.changes, &self.places, self.requester))?;
        to.put(&(&self.out, self.rest, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.input, self.changes, self.places, self.requester) = from.take()?;
        (self.out, self.rest, self.stats) = from.take()?;
        Ok(())
    }
}

impl<E: Unit + Snapshot + Send> Attachment for CtaEngine<E> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<E: Unit<In = engine::In, Out = engine::Out> + Snapshot + Send> Prefetcher for CtaEngine<E> {
    fn sees_indirect(&self) -> bool {
        self.params.excl_indirect
    }

    fn started(&mut self, _: &KernelLaunch) {
        // Its clock goes on while the SM has no CTA: what is left is told before the kernel starts.
        while !self.changes.is_empty() || self.input.ld_valid {
            self.step();
        }
        self.input.kernel_start = true;
    }

    fn cta_started(&mut self, launch: &CtaLaunch) {
        self.changes.start(launch);
        let warps = &mut self.places[launch.first as usize..][..launch.warps as usize];
        warps.iter_mut().zip(0..).for_each(|(place, index)| *place = (launch.cta as u8, index));
    }

    fn cta_ended(&mut self, cta: u32) {
        self.changes.end(cta);
    }

    fn issued(&mut self, load: &IssuedLoad) {
        self.stats.loads += 1;
        self.stats.indirect_loads += u64::from(load.indirect);
        let (cta, index) = self.places[usize::from(load.requester.warp)];
        let (most, params) = (self.params.n_base as usize, &self.params);
        let lines = LineSize::of(1 << self.params.line_log2);
        let base = lines.line(Addr(GLOBAL_BASE));
        let input = &mut self.input;
        input.ld_valid = true;
        input.ld_pc = u64::from(load.pc) & (u64::MAX >> (64 - params.pc_w));
        input.ld_cta = cta;
        input.ld_widx = index;
        // A line outside device memory is no prefetcher's business: such a load counts as one of too many requests.
        let inside = load.lines.iter().all(|line| *line >= base);
        input.ld_n = if inside { load.lines.len().min(most + 1) as u8 } else { most as u8 + 1 };
        for (request, line) in (0..params.n_base).zip(load.lines) {
            input.set_addr(request, lines.first(*line).0.wrapping_sub(GLOBAL_BASE), params);
        }
        input.ld_indirect = load.indirect;
        input.lead_valid = load.leading_cta.is_some();
        input.lead_cta = load.leading_cta.unwrap_or(0);
        self.requester = load.requester;
    }

    fn wants(&mut self, _: SmCycle, _: &PrefetchStats) -> Option<Prefetch> {
        self.step();
        let out = &self.out;
        let (cta, _) = self.places[usize::from(out.pf_warp)];
        let requester = Requester { warp: out.pf_warp, cta, ..self.requester };
        let lines = LineSize::of(1 << self.params.line_log2);
        let line = lines.line(Addr(GLOBAL_BASE.wrapping_add(out.pf_addr)));
        out.pf_valid.then_some(Prefetch { line, requester, tag: PrefetchTag::default() })
    }

    fn answered(&mut self, reply: Reply) {
        self.input.pf_ready = reply != Reply::Later;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Line;
    use warpsmith_ptx::Access;
    use warpsmith_units::{Parameters, Rng};

    /// Two engines see the same loads and CTAs; the clock of one never rests.
    #[test]
    fn a_rest_of_the_clock_is_not_seen() {
        for name in ["paper", "tables8", "nb1", "single", "tiny"] {
            let params = Params::named(name).unwrap();
            let mut rng = Rng::new(5);
            let mut engines = [(); 2].map(|()| CtaEngine::new(engine::Model::new(&params), &params));
            let (warps, mut resident, mut rests, mut prefetches) =
                (params.n_warps / params.n_cta, 0u32, 0, 0);
            engines.iter_mut().for_each(|engine| engine.started(&KernelLaunch::default()));
            for cycle in 0..60_000 {
                // Sometimes nothing happens for a while, and sometimes the L1 takes nothing.
                let (busy, taken) = (cycle / 512 % 3 != 0, cycle / 128 % 4 != 0 && rng.one_in(2));
                engines[1].rest.told = true;
                rests +=
                    u32::from(engines[0].rest.sleeps(engines[0].out.pf_valid, engines[0].input.pf_ready));
                let wanted =
                    engines.each_mut().map(|engine| engine.wants(SmCycle(0), &PrefetchStats::default()));
                assert_eq!(wanted[0], wanted[1], "{name}, cycle {cycle}");
                prefetches += u32::from(wanted[0].is_some());
                let reply = if taken { Reply::Sent } else { Reply::Later };
                wanted
                    .iter()
                    .zip(&mut engines)
                    .filter(|(one, _)| one.is_some())
                    .for_each(|(_, e)| e.answered(reply));
                let cta = rng.below(params.n_cta);
                if resident >> cta & 1 == 0 && busy {
                    resident |= 1 << cta;
                    let launch = CtaLaunch { cta, first: cta * warps, warps };
                    engines.iter_mut().for_each(|engine| engine.cta_started(&launch));
                } else if resident >> cta & 1 == 1 && rng.one_in(500) {
                    resident &= !(1 << cta);
                    engines.iter_mut().for_each(|engine| engine.cta_ended(cta));
                } else if resident >> cta & 1 == 1 && busy && rng.one_in(4) {
                    let (index, pc) = (rng.below(warps), rng.below(3));
                    let lines = LineSize::of(1 << params.line_log2);
                    let begin = lines.line(Addr(GLOBAL_BASE)).0 + u64::from(64 * cta + (pc + 1) * index);
                    let lines: Vec<Line> = (0..=u64::from(pc)).map(|n| Line(begin + n)).collect();
                    let requester = Requester { warp: (cta * warps + index) as u8, ..Requester::default() };
                    let (access, leading_cta) = (&Access::default(), Some(0));
                    let load =
                        IssuedLoad { pc, requester, access, lines: &lines, leading_cta, indirect: false };
                    engines.iter_mut().for_each(|engine| engine.issued(&load));
                }
            }
            assert_eq!(engines[0].stats, engines[1].stats, "{name}");
            assert!(
                rests > 10_000 && (prefetches > 100 || params.n_cta == 1),
                "{name}: {rests} rests, {prefetches}"
            );
        }
    }
}
