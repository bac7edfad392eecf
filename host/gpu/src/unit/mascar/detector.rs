// SPDX-License-Identifier: Apache-2.0
//! `mascar_sat` as the miss rule of one SM: while a cache is saturated, only the scheduler's owner may miss.

use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sat;
use warpsmith_units::{Snapshot, Unit};

use super::stats::MascarStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, MayMiss, MemoryView, MissRule, UnitError};
use crate::stats::UnitStats;

/// `mascar_sat` as the miss rule of one SM.
pub struct MascarDetector<D> {
    unit: D,
    /// A warp that may not miss may wait for a line that is on its way.
    merges: bool,
    memory_priority: bool,
    /// The warp that may miss.
    owner: Option<u8>,
    /// Which cache was saturated when the mode was set: the rule holds for its misses.
    texture_saturated: bool,
    constant_saturated: bool,
    rule: MayMiss,
    stats: MascarStats,
}

impl<D: Unit<In = sat::In, Out = sat::Out>> MascarDetector<D> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: D, params: &Params) -> Self {
        unit.reset();
        Self {
            unit,
            merges: params.nonowner_merge,
            memory_priority: false,
            owner: None,
            texture_saturated: false,
            constant_saturated: false,
            rule: MayMiss::ALL,
            stats: MascarStats::default(),
        }
    }
}

impl<D> MascarDetector<D> {
    /// The rule that follows from the mode (specification section 2.5, decisions A7 and A17).
    fn set_rule(&mut self) {
        let owner = self.owner.map_or(0, |warp| 1 << warp);
        let of = |holds: bool| if holds { owner } else { u64::MAX };
        let on = self.memory_priority;
        self.rule = MayMiss {
            l1: of(on),
            texture: of(on && self.texture_saturated),
            constant: of(on && self.constant_saturated),
            merges: self.merges,
        };
    }
}

impl<D: Snapshot> Saved for MascarDetector<D> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        let mode = (self.memory_priority, self.owner, self.texture_saturated, self.constant_saturated);
        to.put(&(mode, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        let mode;
        (mode, self.stats) = from.take()?;
        (self.memory_priority, self.owner, self.texture_saturated, self.constant_saturated) = mode;
        self.set_rule();
        Ok(())
    }
}

impl<D: Unit + Snapshot + Send> Attachment for MascarDetector<D> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<D: Unit<In = sat::In, Out = sat::Out> + Snapshot + Send> MissRule for MascarDetector<D> {
    fn step(&mut self, memory: &MemoryView, favoured: Option<u8>) {
        let out = self.unit.step(&sat::In {
            mshr_used: memory.mshrs,
            mq_used: memory.miss_queue,
            sat_tex: memory.texture_saturated,
            sat_const: memory.constant_saturated,
        });
        (self.memory_priority, self.owner) = (out.mp, favoured);
        self.texture_saturated = memory.texture_saturated;
        self.constant_saturated = memory.constant_saturated;
        self.stats.memory_priority_cycles += u64::from(out.mp);
        self.stats.owner_cycles += u64::from(out.mp && favoured.is_some());
        self.set_rule();
    }

    fn may_miss(&self) -> &MayMiss {
        &self.rule
    }

    fn memory_first(&self) -> bool {
        self.memory_priority
    }

    fn refused(&mut self) {
        self.stats.barred_misses += 1;
    }
}
