// SPDX-License-Identifier: Apache-2.0
//! `eq_fm` under random stimulus.

use warpsmith_cosim::EqFm;
use warpsmith_units::equalizer::fm::{Checker, Environment, In, Model, Out};
use warpsmith_units::equalizer::params::Params;

use crate::equalizer::full_run;
use crate::random::{Coverage, Stimulus};

const EVENTS: [&str; 5] =
    ["SM domain faster", "SM domain slower", "memory domain faster", "memory domain slower", "vote"];

/// Stimulus and checks.
pub struct Random {
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
}

impl Stimulus<EqFm> for Random {
    type Monitor = Checker;

    fn new(params: &Params, seed: u64) -> Random {
        Random {
            environment: Environment::new(params, seed),
            checker: Checker::new(params),
            coverage: Coverage::new(&EVENTS),
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        self.environment.next_input()
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out, _: &Model) -> Result<(), String> {
        self.checker.check(i, o).map_err(|e| e.to_string())?;
        let c = &mut self.coverage;
        c.note("vote", i.vote_valid != 0);
        c.note("SM domain faster", o.sm_change && o.sm_level > before.sm_level);
        c.note("SM domain slower", o.sm_change && o.sm_level < before.sm_level);
        c.note("memory domain faster", o.mem_change && o.mem_level > before.mem_level);
        c.note("memory domain slower", o.mem_change && o.mem_level < before.mem_level);
        Ok(())
    }

    fn coverage(self) -> Coverage {
        self.coverage
    }

    fn full_run(params: &Params) -> u64 {
        full_run(params)
    }
}
