// SPDX-License-Identifier: Apache-2.0
//! `mask_l2bypass` as the walk route: which reads go past L2 is its word, and with `mask_dram_sched` behind it all of them have a
//! queue of their own on the way from L2 to DRAM.

use warpsmith_units::mask::l2bypass::{In, Out};
use warpsmith_units::mask::params::Params;
use warpsmith_units::{Combinational, Snapshot, Unit};

use super::stats::MaskStats;
use crate::saved::{Saved, StateError, StateReader, StateWriter};
use crate::socket::{Attachment, UnitError, WalkRead, WalkRoute, WalkWay};
use crate::stats::UnitStats;
use crate::types::Priority;

/// `mask_l2bypass` as the walk route.
pub struct MaskRoute<U> {
    unit: U,
    enabled: bool,
    priority: Priority,
    stats: MaskStats,
}

impl<U: Unit<In = In, Out = Out>> MaskRoute<U> {
    /// Resets `unit`, made for `params`, and attaches it. `golden`: walk reads have a queue of their own in DRAM.
    pub fn new(mut unit: U, params: &Params, golden: bool) -> Self {
        unit.reset();
        let priority = if golden { Priority::Urgent } else { Priority::Normal };
        Self { unit, enabled: params.en_l2bypass, priority, stats: MaskStats::default() }
    }
}

impl<U: Snapshot> Saved for MaskRoute<U> {
    fn save(&self, to: &mut StateWriter) -> Result<(), StateError> {
        to.put(&self.unit.snapshot())?;
        to.put(&self.stats)
    }

    fn restore(&mut self, from: &mut StateReader) -> Result<(), StateError> {
        self.unit.restore(from.take()?)?;
        self.stats = from.take()?;
        Ok(())
    }
}

impl<U: Unit + Snapshot + Send> Attachment for MaskRoute<U> {
    fn check(&self) -> Result<(), UnitError> {
        self.unit.failure().map_or(Ok(()), |e| Err(UnitError(e)))
    }

    fn count(&self, to: &mut UnitStats) {
        to.add(&self.stats);
    }
}

impl<U: Combinational<In = In, Out = Out> + Snapshot + Send> WalkRoute for MaskRoute<U> {
    fn way(&mut self, read: &WalkRead, better_past: u8) -> WalkWay {
        let out = self.unit.eval(&In {
            wm_addr: read.address,
            wm_depth: read.depth,
            bypass_bits: better_past,
            en_l2bypass: self.enabled,
        });
        WalkWay { past: out.wm_bypass, priority: self.priority }
    }

    fn sent(&mut self, read: &WalkRead, better_past: u8, way: WalkWay) {
        let would = self.enabled && better_past >> (read.depth - 1) & 1 == 1;
        let stats = &mut self.stats;
        stats.leaders += u64::from(would && !way.past);
        let MaskStats { past_1, past_2, past_3, past_4, past_5, .. } = stats;
        *read.of_depth([past_1, past_2, past_3, past_4, past_5]) += u64::from(way.past);
    }
}
