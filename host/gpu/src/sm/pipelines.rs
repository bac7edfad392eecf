// SPDX-License-Identifier: Apache-2.0
//! The arithmetic pipelines: how many of each kind there are and from when on each takes an instruction. In front of them, and
//! of the load/store unit and the texture unit, are operand collectors, if the machine has them; otherwise operands take a fixed time.
//!
//! Writeback ports are not modelled: every result finds one.

use serde::{Deserialize, Serialize};

use warpsmith_ptx::SmallRegs;

use super::collectors::Collectors;
use super::kernel::Unit;
use crate::machine::SmSpec;
use crate::stats::CollectorStats;
use crate::types::SmCycle;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pipelines {
    /// By kind of unit: the cycle from which on each pipeline is free.
    free_from: [Vec<SmCycle>; 3],
    collectors: Option<Box<Collectors>>,
}

impl Pipelines {
    pub fn new(sm: &SmSpec) -> Self {
        let free = |n: u32| vec![SmCycle(0); n as usize];
        Self {
            free_from: [free(sm.sp_units), free(sm.sfu_units), free(sm.dp_units)],
            collectors: Collectors::new(&sm.operand_collectors).map(Box::new),
        }
    }

    /// Whether a pipeline of kind `unit` takes an instruction in cycle `now`.
    #[inline]
    pub fn accepts(&self, unit: Unit, now: SmCycle) -> bool {
        self.free_from[unit as usize].iter().any(|free| *free <= now) && self.collects(unit, now)
    }

    /// Whether an instruction for `unit` finds a collector in cycle `now`.
    #[inline]
    pub fn collects(&self, unit: Unit, now: SmCycle) -> bool {
        self.collectors.as_ref().is_none_or(|collectors| collectors.free(unit, now) > 0)
    }

    /// Instructions that pipelines of kind `unit` take in cycle `now`.
    #[inline]
    pub fn free(&self, unit: Unit, now: SmCycle) -> usize {
        let free = self.free_from[unit as usize].iter().filter(|free| **free <= now).count();
        self.collectors.as_ref().map_or(free, |collectors| collectors.free(unit, now).min(free))
    }

    /// An instruction of `warp` for `unit` that `reads` these registers issues. Returns by how many cycles that delays it.
    #[inline]
    pub fn collect(&mut self, unit: Unit, now: SmCycle, warp: u32, reads: &SmallRegs) -> u32 {
        self.collectors.as_mut().map_or(0, |collectors| collectors.enter(unit, now, warp, reads))
    }

    /// The result of an instruction of `warp` is there; which registers it `writes` is only asked by collectors.
    #[inline]
    pub fn written<'a>(&mut self, now: SmCycle, warp: u32, writes: impl FnOnce() -> &'a SmallRegs) {
        if let Some(collectors) = &mut self.collectors {
            collectors.write(now, warp, writes());
        }
    }

    /// What the collectors have counted, if the machine has them.
    pub fn collected(&self) -> Option<&CollectorStats> {
        self.collectors.as_ref().map(|collectors| collectors.stats())
    }

    /// An instruction enters the first free pipeline of kind `unit` for `initiation` cycles.
    #[inline]
    pub fn issue(&mut self, unit: Unit, now: SmCycle, initiation: u32) {
        if let Some(free) = self.free_from[unit as usize].iter_mut().find(|free| **free <= now) {
            *free = now + u64::from(initiation);
        }
    }
}
