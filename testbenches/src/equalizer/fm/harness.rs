// SPDX-License-Identifier: Apache-2.0
//! Drives `eq_fm` epoch by epoch: model and RTL in lockstep, invariants checked in every cycle.

use warpsmith_cosim::equalizer::fm::{In, Lockstep, Model, Out, Rtl};
use warpsmith_units::equalizer::fm::{Checker, VOTE_WORDS};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::Parameters;
use warpsmith_units::Unit;

use crate::{BenchError, Expect};

/// One `eq_fm`.
pub struct Harness {
    params: Params,
    unit: Lockstep,
    checker: Checker,
    /// Inputs of the next cycle. The votes are cleared after it.
    pub input: In,
    /// Outputs after the last cycle.
    pub out: Out,
    cycle: u64,
}

impl Expect for Harness {
    fn now(&self) -> u64 {
        self.cycle
    }
}

impl Harness {
    /// A unit after reset.
    pub fn new(params: &Params, performance: bool) -> Result<Harness, BenchError> {
        Ok(Harness {
            params: params.clone(),
            unit: Lockstep::new("eq_fm", Model::new(params), Rtl::new(params)?),
            checker: Checker::new(params),
            input: In { mode: performance, ..In::default() },
            out: Out { sm_level: 1, mem_level: 1, ..Out::default() },
            cycle: 0,
        })
    }

    /// Resets unit and checker; `cycle` starts again.
    pub fn reset(&mut self) {
        self.unit.reset();
        self.checker = Checker::new(&self.params);
        self.cycle = 0;
    }

    /// Cycle of the epoch that the next step is.
    pub fn phase(&self) -> u32 {
        (self.cycle % u64::from(self.params.epoch_len)) as u32
    }

    /// One cycle.
    pub fn step(&mut self) -> Result<(), BenchError> {
        self.out = self.unit.step(&self.input);
        let config = || self.params.name().unwrap_or("unnamed").to_string();
        if let Some(d) = self.unit.divergence() {
            let divergence = d.to_string();
            return Err(BenchError::Divergence { module: "eq_fm", config: config(), divergence });
        }
        self.checker.check(&self.input, &self.out).map_err(|violation| BenchError::Invariant {
            module: "eq_fm",
            config: config(),
            violation: violation.to_string(),
        })?;
        self.cycle += 1;
        self.input.vote_valid = 0;
        self.input.vote = [0; VOTE_WORDS];
        Ok(())
    }

    /// Steps until the next step is cycle `phase` of an epoch.
    pub fn run_to(&mut self, phase: u32) -> Result<(), BenchError> {
        while self.phase() != phase {
            self.step()?;
        }
        Ok(())
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
