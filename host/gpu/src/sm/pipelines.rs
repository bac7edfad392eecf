// SPDX-License-Identifier: Apache-2.0
//! The arithmetic pipelines: how many of each kind there are and from when on each takes an instruction.
//!
//! Operand collectors and writeback ports are not modelled one by one: operands take a fixed time, and every
//! result finds a port.

use serde::{Deserialize, Serialize};

use super::kernel::Unit;
use crate::machine::SmSpec;
use crate::types::SmCycle;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pipelines {
    /// By kind of unit: the cycle from which on each pipeline is free.
    free_from: [Vec<SmCycle>; 3],
}

impl Pipelines {
    pub fn new(sm: &SmSpec) -> Self {
        let free = |n: u32| vec![SmCycle(0); n as usize];
        Self { free_from: [free(sm.sp_units), free(sm.sfu_units), free(sm.dp_units)] }
    }

    /// Whether a pipeline of kind `unit` takes an instruction in cycle `now`.
    #[inline]
    pub fn accepts(&self, unit: Unit, now: SmCycle) -> bool {
        self.free_from[unit as usize].iter().any(|free| *free <= now)
    }

    /// Pipelines of kind `unit` that take an instruction in cycle `now`.
    #[inline]
    pub fn free(&self, unit: Unit, now: SmCycle) -> usize {
        self.free_from[unit as usize].iter().filter(|free| **free <= now).count()
    }

    /// An instruction enters the first free pipeline of kind `unit` for `initiation` cycles.
    #[inline]
    pub fn issue(&mut self, unit: Unit, now: SmCycle, initiation: u32) {
        if let Some(free) = self.free_from[unit as usize].iter_mut().find(|free| **free <= now) {
            *free = now + u64::from(initiation);
        }
    }
}
