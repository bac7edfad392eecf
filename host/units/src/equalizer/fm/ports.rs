// SPDX-License-Identifier: Apache-2.0
//! The ports of `eq_fm`.

use bitvec::field::BitField;

use crate::equalizer::params::Params;
use crate::ports::ports;
use crate::{field, Wide};

/// Words of the port `vote` at its widest: 64 SMs x 2 bits.
pub const VOTE_WORDS: usize = 4;

ports! {
    /// Inputs of `eq_fm` in one SM cycle (specification section 5.2).
    pub struct In: In, p: Params;
    /// Bit `i`: SM `i` votes in this cycle.
    vote_valid: u64 = p.n_sm as usize;
    /// Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest, packed little-endian.
    vote: Wide<VOTE_WORDS> = 2 * p.n_sm as usize;
    /// 0 energy, 1 performance.
    mode: bool = 1;
}

ports! {
    /// Outputs of `eq_fm`, as seen in the following cycle. Levels: 0 LOW, 1 NOMINAL, 2 HIGH.
    pub struct Out: Out, _p: Params;
    /// Effective level of the SM domain.
    sm_level: u8 = 2;
    /// Effective level of the memory domain.
    mem_level: u8 = 2;
    /// The SM domain's level is new in this cycle.
    sm_change: bool = 1;
    /// The memory domain's level is new in this cycle.
    mem_change: bool = 1;
    /// Bit 0: the SM domain's regulator is busy; bit 1: the memory domain's.
    vr_busy: u8 = 2;
}

impl In {
    /// Sets the vote of SM `sm`: 0 NONE, 1 COMP, 2 MEM.
    pub fn set_vote(&mut self, sm: usize, vote: u8) {
        self.vote[field(sm, 2)].store_le(vote);
    }
}
