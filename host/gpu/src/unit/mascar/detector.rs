// SPDX-License-Identifier: Apache-2.0
//! `mascar_sat` as the miss rule of one SM: while a cache is saturated, only the scheduler's owner may miss.

use serde::{Deserialize, Serialize};
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
    mode: Mode,
    /// What follows from it.
    rule: MayMiss,
    stats: MascarStats,
}

/// What the rule follows from.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Mode {
    memory_priority: bool,
    /// The warp that may miss.
    owner: Option<u8>,
    /// Which cache was saturated when the mode was set: the rule holds for its misses.
    texture_saturated: bool,
    constant_saturated: bool,
}

impl<D: Unit<In = sat::In, Out = sat::Out>> MascarDetector<D> {
    /// Resets `unit`, made for `params`, and attaches it.
    pub fn new(mut unit: D, params: &Params) -> Self {
        unit.reset();
        Self {
            unit,
            merges: params.nonowner_merge,
            mode: Mode::default(),
            rule: MayMiss { merges: params.nonowner_merge, ..MayMiss::ALL },
            stats: MascarStats::default(),
        }
    }
}

impl<D> MascarDetector<D> {
    /// A new mode, and the rule that follows from it (specification section 2.5, decisions A7 and A17).
    fn set(&mut self, mode: Mode) {
        let owner = mode.owner.map_or(0, |warp| 1 << warp);
        let of = |holds: bool| if holds { owner } else { u64::MAX };
        let on = mode.memory_priority;
        self.mode = mode;
        self.rule = MayMiss {
            l1: of(on),
            texture: of(on && mode.texture_saturated),
            constant: of(on && mode.constant_saturated),
            merges: self.merges,
        };
    }
}

impl<D: Snapshot> Saved for MascarDetector<D> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&(self.mode, self.stats))
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        let mode;
        (mode, self.stats) = from.take()?;
        self.set(mode);
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
        self.stats.memory_priority_cycles += u64::from(out.mp);
        self.stats.owner_cycles += u64::from(out.mp && favoured.is_some());
        let mode = Mode {
            memory_priority: out.mp,
            owner: favoured,
            texture_saturated: memory.texture_saturated,
            constant_saturated: memory.constant_saturated,
        };
        if mode != self.mode {
            self.set(mode);
        }
    }

    fn may_miss(&self) -> &MayMiss {
        &self.rule
    }

    fn memory_first(&self) -> bool {
        self.mode.memory_priority
    }

    fn refused(&mut self) {
        self.stats.barred_misses += 1;
    }
}
