// SPDX-License-Identifier: Apache-2.0
//! `eq_fm` under random stimulus.

use warpsmith_cosim::equalizer::fm::{EqFm, In, Model, Out};
use warpsmith_units::equalizer::fm::{Checker, Environment};

use crate::equalizer::random::{run, Coverage, Plan, Stimulus};
use crate::{BenchError, RunReport};

const EVENTS: [&str; 5] =
    ["SM domain faster", "SM domain slower", "memory domain faster", "memory domain slower", "vote"];

/// Runs the plan on `eq_fm`.
pub fn random(plan: &mut Plan) -> Result<RunReport, BenchError> {
    let stimulus = Random {
        environment: Environment::new(plan.params, plan.seed),
        checker: Checker::new(plan.params),
        coverage: Coverage::new(&EVENTS),
    };
    run::<EqFm, _, _>(plan, Model::new(plan.params), stimulus)
}

struct Random {
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
}

impl Stimulus<In, Out> for Random {
    fn next_input(&mut self, _: &Out) -> In {
        self.environment.next_input()
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out) -> Result<(), String> {
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
}
