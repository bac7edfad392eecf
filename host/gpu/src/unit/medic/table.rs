// SPDX-License-Identifier: Apache-2.0
//! One `medic_profiler`, and what is known of the warps by what it says.

use warpsmith_units::medic::profiler::{
    In, Out, TYPE5_ALL_HIT, TYPE5_ALL_MISS, TYPE5_BALANCED, TYPE5_MOSTLY_HIT, TYPE5_MOSTLY_MISS,
};
use warpsmith_units::medic::Profiler;
use warpsmith_units::{Combinational, Module, Snapshot, Unit};

use super::stats::MedicStats;
use super::tag::Tag;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::WarpTypes;
use crate::types::bits;

/// The number of types by which warps are counted.
const TYPES: usize = 5;

/// One `medic_profiler`.
pub struct Table<P> {
    pub unit: P,
    /// What the unit is told in the cycle that goes on.
    pub input: In,
    /// Warps that have started and of which the unit, which takes one a cycle, has not been told.
    starting: u64,
    /// Of the five types, by warp slot; none before the first classification of the warp there.
    types: Vec<Option<u8>>,
}

impl<P: Unit<In = In, Out = Out>> Table<P> {
    /// Resets `unit`, made for so many warps.
    pub fn new(mut unit: P, warps: u32) -> Self {
        unit.reset();
        Self { unit, input: In::default(), starting: 0, types: vec![None; warps as usize] }
    }

    /// The end of the cycle.
    pub fn step(&mut self, stats: &mut MedicStats) {
        if self.starting != 0 {
            (self.input.alloc_valid, self.input.alloc_wid) = (true, self.starting.trailing_zeros() as u8);
            self.starting &= self.starting - 1;
        }
        let out = self.unit.step(&self.input);
        Profiler::end_pulses(&mut self.input);
        self.count(&out, stats);
    }
}

impl<P: Combinational<In = In, Out = Out>> Table<P> {
    /// What a request of `warp` is told if it leaves in this cycle.
    pub fn tag(&mut self, warp: u8) -> Tag {
        if self.starting >> warp & 1 == 1 {
            return Tag::NEW;
        }
        let out = self.unit.eval(&In { q_valid: true, q_wid: warp, ..self.input });
        Tag { warp_type: out.q_type, prof: out.q_prof }
    }
}

impl<P> Table<P> {
    /// A new warp starts in slot `warp`.
    pub fn launched(&mut self, warp: u32) {
        self.starting |= 1 << warp;
        self.types[warp as usize] = None;
    }

    /// What the warps of the slots `live` are now.
    pub fn types(&self, live: u64) -> WarpTypes {
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

    fn count(&mut self, out: &Out, stats: &mut MedicStats) {
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

impl<P: Snapshot> Saved for Table<P> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(&self.input, self.starting, &self.types))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        (self.input, self.starting, self.types) = from.take()?;
        Ok(())
    }
}
