// SPDX-License-Identifier: Apache-2.0
//! Frequency manager: turns the SMs' votes into the levels of the two clock domains
//! (specification of Equalizer, sections 2.6 and 5.2).

use serde::{Deserialize, Serialize};

use super::{UnitError, Vote};
use crate::saved::Saved;
use crate::types::Level;

/// The votes that are valid in one SM cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// Bit `i`: SM `i` votes.
    pub valid: u64,
    /// Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest.
    pub packed: [u32; 4],
}

impl Votes {
    /// Adds the vote of SM `sm` (below 64).
    pub fn set(&mut self, sm: usize, vote: Vote) {
        self.valid |= 1 << sm;
        self.packed[sm / 16] |= (vote as u32) << (2 * (sm % 16));
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
pub trait FrequencyManager: Saved + Send {
    /// One SM cycle; the levels are in force from the next cycle on.
    fn step(&mut self, votes: &Votes) -> Levels;

    /// The levels from reset on, before the first step.
    fn initial(&self) -> Levels {
        Levels::NOMINAL
    }

    /// Whether the unit is still sound; asked every few thousand cycles and at the end of each kernel.
    fn check(&self) -> Result<(), UnitError> {
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn votes_pack_two_bits_an_sm_with_sm_0_lowest() {
        let mut v = Votes::default();
        v.set(0, Vote::Mem);
        v.set(17, Vote::Comp);
        v.set(63, Vote::Mem);
        assert_eq!(v.valid, 1 | 1 << 17 | 1 << 63);
        assert_eq!(v.packed, [2, 1 << 2, 0, 2 << 30]);
    }
}
