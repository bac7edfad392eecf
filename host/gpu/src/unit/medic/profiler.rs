// SPDX-License-Identifier: Apache-2.0
//! `medic_profiler` as the typer of the warps of one SM.

use warpsmith_units::medic::params::Params;
use warpsmith_units::medic::profiler::{
    In, Out, ALL_HIT, TYPE5_ALL_HIT, TYPE5_ALL_MISS, TYPE5_BALANCED, TYPE5_MOSTLY_HIT, TYPE5_MOSTLY_MISS,
};
use warpsmith_units::medic::Profiler;
use warpsmith_units::{Combinational, Module, Snapshot, Unit};

use super::divergence::Divergence;
use super::stats::MedicStats;
use super::tag::Tag;
use crate::mem::packet::{DataClass, MemRequest, MemResponse, Served};
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, UnitError, WarpTyper, WarpTypes};
use crate::stats::UnitStats;
use crate::types::{bits, Origin, SmCycle, WarpTag};

/// The number of types by which warps are counted.
const TYPES: usize = 5;

/// `medic_profiler` as the typer of the warps of one SM.
pub struct MedicProfiler<P> {
    unit: P,
    pending_is_hit: bool,
    /// What the unit is told in the cycle that goes on.
    input: In,
    /// Warps that have started and of which the unit, which takes one a cycle, has not been told.
    starting: u64,
    /// Of the five types, by warp slot; none before the first classification of the warp there.
    types: Vec<Option<u8>>,
    divergence: Divergence,
    stats: MedicStats,
}

impl<P: Unit<In = In, Out = Out>> MedicProfiler<P> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: P, params: &Params) -> Self {
        unit.reset();
        Self {
            unit,
            pending_is_hit: params.pending_is_hit,
            input: In::default(),
            starting: 0,
            types: vec![None; params.warps_per_sm as usize],
            divergence: Divergence::new(params.warps_per_sm),
            stats: MedicStats::default(),
        }
    }
}

impl<P> MedicProfiler<P> {
    fn count(&mut self, out: &Out) {
        let stats = &mut self.stats;
        if out.epoch_pulse {
            stats.epochs += 1;
            stats.lo_pct_sum += u64::from(out.lo_pct_o);
        }
        if !out.ev_classify {
            return;
        }
        *match u32::from(out.ev_type5) {
            TYPE5_ALL_MISS => &mut stats.all_miss,
            TYPE5_MOSTLY_MISS => &mut stats.mostly_miss,
            TYPE5_BALANCED => &mut stats.balanced,
            TYPE5_MOSTLY_HIT => &mut stats.mostly_hit,
            _ => &mut stats.all_hit,
        } += 1;
        let before = self.types[usize::from(out.ev_wid)].replace(out.ev_type5);
        stats.reclassified += u64::from(before.is_some());
        stats.same_type += u64::from(before == Some(out.ev_type5));
    }
}

/// Whether a request counts (DEC-13): a load, store or atomic operation of global or local memory.
fn is_sampled(request: &MemRequest) -> bool {
    request.class == DataClass::Data && request.origin == Origin::Demand
}

impl<P: Snapshot> Saved for MedicProfiler<P> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.input, self.starting, &self.types, &self.divergence, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.input, self.starting, self.types, self.divergence, self.stats) = from.take()?;
        Ok(())
    }
}

impl<P: Unit + Snapshot + Send> Attachment for MedicProfiler<P> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<P: Combinational<In = In, Out = Out> + Snapshot + Send> WarpTyper for MedicProfiler<P> {
    fn launched(&mut self, warp: u32) {
        self.starting |= 1 << warp;
        self.types[warp as usize] = None;
    }

    fn answered(&mut self, now: SmCycle, response: &MemResponse) {
        let Some(tag) = Tag::of(response.warp_tag) else { return };
        let (bypassed, hit) = match response.served {
            Served::Bypassed => (true, false),
            Served::Merged => (false, self.pending_is_hit),
            served => (false, served == Served::Hit),
        };
        let input = &mut self.input;
        (input.r_valid, input.r_wid, input.r_prof) = (true, response.requester.warp, tag.prof);
        (input.r_hit, input.r_byp) = (hit, bypassed);
        let stats = &mut self.stats;
        *match (bypassed, hit) {
            (true, _) => &mut stats.sampled_bypassed,
            (false, true) => &mut stats.sampled_hits,
            (false, false) => &mut stats.sampled_misses,
        } += 1;
        self.divergence.answered(now, response);
    }

    fn completed(&mut self, warp: u32, pc: u32) {
        if let Some(cycles) = self.divergence.completed(warp, pc) {
            self.stats.all_hit_loads += 1;
            self.stats.all_hit_divergence += cycles;
        }
    }

    fn tag(&mut self, request: &MemRequest) -> WarpTag {
        if !is_sampled(request) {
            return WarpTag::default();
        }
        let warp = request.requester.warp;
        if self.starting >> warp & 1 == 1 {
            return Tag::NEW.into();
        }
        let out = self.unit.eval(&In { q_valid: true, q_wid: warp, ..self.input });
        Tag { warp_type: out.q_type, prof: out.q_prof }.into()
    }

    fn sent(&mut self, now: SmCycle, request: &MemRequest) {
        let Some(tag) = Tag::of(request.warp_tag) else { return };
        (self.input.q_valid, self.input.q_wid) = (true, request.requester.warp);
        if u32::from(tag.warp_type) == ALL_HIT {
            self.divergence.sent(now, request);
        }
    }

    fn step(&mut self) {
        if self.starting != 0 {
            (self.input.alloc_valid, self.input.alloc_wid) = (true, self.starting.trailing_zeros() as u8);
            self.starting &= self.starting - 1;
        }
        let out = self.unit.step(&self.input);
        Profiler::end_pulses(&mut self.input);
        self.count(&out);
    }

    fn types(&self, live: u64) -> WarpTypes {
        let mut counts = [0; TYPES];
        let mut unknown = 0;
        for warp in bits(live) {
            *self.types[warp as usize].map_or(&mut unknown, |of| &mut counts[usize::from(of)]) += 1;
        }
        let of = |code: u32| counts[code as usize];
        WarpTypes {
            all_hit: of(TYPE5_ALL_HIT),
            mostly_hit: of(TYPE5_MOSTLY_HIT),
            balanced: of(TYPE5_BALANCED),
            mostly_miss: of(TYPE5_MOSTLY_MISS),
            all_miss: of(TYPE5_ALL_MISS),
            unknown,
        }
    }
}
