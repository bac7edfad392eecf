// SPDX-License-Identifier: Apache-2.0
//! `eq_fm`: the chip's frequency manager.

/// Words of the flattened `vote` port at its widest (64 SMs x 2 bits).
pub const VOTE_WORDS: usize = 4;

/// Inputs of `eq_fm` in one SM cycle (specification section 5.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct In {
    /// Bit `i`: SM `i` votes in this cycle.
    pub vote_valid: u64,
    /// Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest, packed little-endian.
    pub vote: [u32; VOTE_WORDS],
    /// 0 energy, 1 performance.
    pub mode: bool,
}

/// Outputs of `eq_fm`, as seen in the following cycle. Levels: 0 LOW, 1 NOMINAL, 2 HIGH.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Out {
    pub sm_level: u8,
    pub mem_level: u8,
    pub sm_change: bool,
    pub mem_change: bool,
    /// Bit 0: the SM domain's regulator is busy; bit 1: the memory domain's.
    pub vr_busy: u8,
}
