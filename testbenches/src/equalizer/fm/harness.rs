// SPDX-License-Identifier: Apache-2.0
//! Drives `eq_fm` epoch by epoch.

use warpsmith_cosim::EqFm;
use warpsmith_units::equalizer::fm::{Checker, In, Model, Out, VOTE_WORDS};
use warpsmith_units::equalizer::params::Params;

use crate::{BenchError, Monitor};

/// One `eq_fm`.
pub type Harness = crate::Harness<EqFm, Checker>;

impl Monitor<EqFm> for Checker {
    fn new(params: &Params) -> Checker {
        Checker::new(params)
    }

    fn check(&mut self, input: &In, out: &Out, _: &Model) -> Result<(), String> {
        Checker::check(self, input, out).map_err(|e| e.to_string())
    }

    fn at_reset(_: &Params, _: &In) -> Out {
        Out { sm_level: 1, mem_level: 1, ..Out::default() }
    }

    fn end_pulses(input: &mut In) {
        input.vote_valid = 0;
        input.vote = [0; VOTE_WORDS];
    }
}

impl Harness {
    /// A unit after reset.
    pub fn new(params: &Params, performance: bool) -> Result<Harness, BenchError> {
        Harness::start(params, In { mode: performance, ..In::default() })
    }

    /// Lets this many SMs vote COMP, then this many MEM, and the rest NONE, in the next cycle.
    pub fn cast(&mut self, comp: u32, mem: u32) {
        for sm in 0..self.params.n_sm {
            let vote = if sm < comp { 1 } else { 2 * u32::from(sm < comp + mem) };
            self.input.vote[sm as usize / 16] |= vote << (sm % 16 * 2);
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
