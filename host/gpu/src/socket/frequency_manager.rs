// SPDX-License-Identifier: Apache-2.0
//! Frequency manager: turns what limits the SMs into the levels of the two clock domains.

use serde::{Deserialize, Serialize};

use super::attachment::Attachment;
use super::block_throttle::Bottleneck;
use crate::types::Level;

/// What the SMs report in one SM cycle to limit them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bottlenecks {
    /// Bit `i`: SM `i` reports.
    pub valid: u64,
    /// Those that report [`Bottleneck::Compute`].
    pub compute: u64,
    /// Those that report [`Bottleneck::Memory`].
    pub memory: u64,
}

impl Bottlenecks {
    /// Adds the report of SM `sm` (below 64).
    pub fn set(&mut self, sm: usize, bottleneck: Bottleneck) {
        self.valid |= 1 << sm;
        self.compute |= u64::from(bottleneck == Bottleneck::Compute) << sm;
        self.memory |= u64::from(bottleneck == Bottleneck::Memory) << sm;
    }

    /// The reports of the SMs that have a bit in `sms`.
    pub fn of(&self, sms: u64) -> Bottlenecks {
        Bottlenecks { valid: self.valid & sms, compute: self.compute & sms, memory: self.memory & sms }
    }
}

/// The effective levels of the two domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levels {
    /// All SMs together.
    pub sm: Level,
    /// Interconnect, L2, memory controllers and DRAM together.
    pub memory: Level,
}

impl Levels {
    /// Both at nominal voltage and frequency.
    pub const NOMINAL: Levels = Levels { sm: Level::Nominal, memory: Level::Nominal };
}

/// One frequency manager per GPU.
pub trait FrequencyManager: Attachment {
    /// One SM cycle; the levels are in force from the next cycle on.
    fn step(&mut self, reports: &Bottlenecks) -> Levels;

    /// The levels from reset on, before the first step.
    fn initial(&self) -> Levels {
        Levels::NOMINAL
    }
}

/// Levels that never change.
#[derive(Serialize, Deserialize)]
pub struct FixedLevels(pub Levels);

impl FrequencyManager for FixedLevels {
    fn step(&mut self, _reports: &Bottlenecks) -> Levels {
        self.0
    }

    fn initial(&self) -> Levels {
        self.0
    }
}
