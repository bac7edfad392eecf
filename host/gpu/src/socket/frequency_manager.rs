// SPDX-License-Identifier: Apache-2.0
//! Frequency manager: turns the SMs' votes into the levels of the two clock domains
//! (specification of Equalizer, sections 2.6 and 5.2).

use serde::{Deserialize, Serialize};

use super::{Attachment, Vote};
use crate::types::Level;

/// The votes that are valid in one SM cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// Bit `i`: SM `i` votes.
    pub valid: u64,
    /// Those whose vote is [`Vote::Comp`].
    pub compute: u64,
    /// Those whose vote is [`Vote::Mem`].
    pub memory: u64,
}

impl Votes {
    /// Adds the vote of SM `sm` (below 64).
    pub fn set(&mut self, sm: usize, vote: Vote) {
        self.valid |= 1 << sm;
        self.compute |= u64::from(vote == Vote::Comp) << sm;
        self.memory |= u64::from(vote == Vote::Mem) << sm;
    }
}

/// The effective levels of the two domains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Levels {
    pub sm: Level,
    /// Interconnect, L2, memory controllers and DRAM together.
    pub memory: Level,
}

impl Levels {
    pub const NOMINAL: Levels = Levels { sm: Level::Nominal, memory: Level::Nominal };
}

/// One frequency manager per GPU.
pub trait FrequencyManager: Attachment {
    /// One SM cycle; the levels are in force from the next cycle on.
    fn step(&mut self, votes: &Votes) -> Levels;

    /// The levels from reset on, before the first step.
    fn initial(&self) -> Levels {
        Levels::NOMINAL
    }
}

/// Levels that never change.
#[derive(Serialize, Deserialize)]
pub struct FixedLevels(pub Levels);

impl FrequencyManager for FixedLevels {
    fn step(&mut self, _votes: &Votes) -> Levels {
        self.0
    }

    fn initial(&self) -> Levels {
        self.0
    }
}
