// SPDX-License-Identifier: Apache-2.0
//! Drives `eq_fm` epoch by epoch.

use warpsmith_units::equalizer::fm::In;
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::EqFm;

use crate::BenchError;

/// One `eq_fm`.
pub type Harness = crate::Harness<EqFm>;

impl Harness {
    /// A unit after reset.
    pub fn new(params: &Params, performance: bool) -> Result<Harness, BenchError> {
        Harness::start(params, In { mode: performance, ..In::default() })
    }

    /// Lets this many SMs vote COMP, then this many MEM, and the rest NONE, in the next cycle.
    pub fn cast(&mut self, comp: u32, mem: u32) {
        for sm in 0..self.params.n_sm {
            let vote = if sm < comp { 1 } else { 2 * u8::from(sm < comp + mem) };
            self.input.set_vote(sm as usize, vote);
        }
        self.input.vote_valid = u64::MAX >> (64 - self.params.n_sm);
    }

    /// One epoch with these votes, from cycle 2 to cycle 2 of the next; then checks the levels.
    pub fn epoch(&mut self, comp: u32, mem: u32, levels: (u8, u8)) -> Result<(), BenchError> {
        self.run_to(2)?;
        self.cast(comp, mem);
        self.step()?;
        self.run_to(2)?;
        self.expect("(sm_level, mem_level)", (self.out.sm_level, self.out.mem_level), levels)
    }
}
