// SPDX-License-Identifier: Apache-2.0
//! The energy model of the Equalizer specification, section 8.4:
//! `E = P_leak*T + sum e_k*v_sm^2 + sum e_k*v_mem^2 + P_standby*v_mem*T`, with the voltages in force when
//! each event happened.

mod constants;

pub use constants::{Constant, Origin, Per, CONSTANTS};

use serde::{Deserialize, Serialize};

use crate::machine::EnergySpec;
use crate::stats::{Counters, EnergyStats, StatGroup};
use crate::types::{Group, Level};

/// Accumulates energy over spans of constant levels.
#[derive(Clone, Debug, PartialEq)]
pub struct EnergyMeter {
    spec: EnergySpec,
    /// Warp contexts of all SMs.
    contexts: u32,
    charged: Charged,
}

/// What a meter has accounted for: its state in a checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Charged {
    counted: Counters,
    seconds: f64,
    spent: EnergyStats,
}

impl EnergyMeter {
    /// A meter at time zero, of SMs with so many warp contexts in all.
    pub fn new(spec: &EnergySpec, contexts: u32) -> EnergyMeter {
        EnergyMeter { spec: spec.clone(), contexts, charged: Charged::default() }
    }

    /// Accounts for everything since the last call, during which the levels `sm` and `memory` were in force.
    /// To be called before each level change and before reading. `total` and `seconds` count from the start.
    pub fn charge(&mut self, total: &Counters, seconds: f64, sm: Level, memory: Level) {
        let events = total.since(self.charged.counted);
        let span = seconds - self.charged.seconds;
        let events = energy(&self.spec, &events, span, sm.scale(), memory.scale());
        let leakage = self.spec.leakage(self.contexts) * span;
        let spent = self.charged.spent.plus(EnergyStats { leakage, ..events });
        self.charged = Charged { counted: *total, seconds, spent };
    }

    /// What it has accounted for so far.
    pub fn charged(&self) -> Charged {
        self.charged
    }

    /// Goes on from what another one has accounted for.
    pub fn restore(&mut self, charged: Charged) {
        self.charged = charged;
    }

    /// Energy of everything charged so far.
    pub fn spent(&self) -> EnergyStats {
        self.charged.spent
    }
}

/// Energy of `events` in a span of `seconds` at relative voltages `v_sm` and `v_mem`, without leakage.
fn energy(spec: &EnergySpec, events: &Counters, seconds: f64, v_sm: f64, v_mem: f64) -> EnergyStats {
    let standby = spec.standby_watts * v_mem * seconds;
    let mut spent = EnergyStats { standby, ..EnergyStats::default() };
    for constant in CONSTANTS {
        if let Per::Event(group, count) = constant.per {
            let v = if group == Group::Sm { v_sm } else { v_mem };
            *(constant.of)(&mut spent) += count(events) as f64 * (constant.value)(spec) * 1e-9 * v * v;
        }
    }
    spent
}
