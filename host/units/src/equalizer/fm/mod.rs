// SPDX-License-Identifier: Apache-2.0
//! `eq_fm`: the chip's frequency manager.

mod environment;
mod invariants;
mod model;

pub use environment::Environment;
pub use invariants::Checker;
pub use model::{Model, State, Votes};

use super::params::Params;
use crate::ports::ports;
use crate::Module;

/// Words of the flattened `vote` port at its widest (64 SMs x 2 bits).
pub const VOTE_WORDS: usize = 4;

ports! {
    /// Inputs of `eq_fm` in one SM cycle (specification section 5.2).
    pub struct In: In, p: Params;
    /// Bit `i`: SM `i` votes in this cycle.
    vote_valid: u64 = p.n_sm as usize;
    /// Two bits an SM (0 NONE, 1 COMP, 2 MEM), SM 0 lowest, packed little-endian.
    vote: [u32; VOTE_WORDS] = 2 * p.n_sm as usize;
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

/// The module `eq_fm`.
pub struct EqFm;

impl Module for EqFm {
    type Params = Params;
    type In = In;
    type Out = Out;
    type Model = Model;
    type Environment = Environment;
    type Checker = Checker;

    const NAME: &'static str = "eq_fm";
    const TRACED: &'static [&'static str] = Self::BUILT_IN;

    fn model(params: &Params) -> Model {
        Model::new(params)
    }

    fn at_reset(_: &Params, _: &In) -> Out {
        Out { sm_level: 1, mem_level: 1, ..Out::default() }
    }

    fn end_pulses(input: &mut In) {
        (input.vote_valid, input.vote) = (0, [0; VOTE_WORDS]);
    }
}
