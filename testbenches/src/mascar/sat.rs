// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_sat`.

use warpsmith_cosim::MascarSat;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sat::{Checker, Environment, In, Model, Out};

use super::FULL_RUN;
use crate::directed::directed;
use crate::random::{Coverage, Stimulus};
use crate::BenchError;

/// One `mascar_sat`.
pub type Harness = crate::Harness<MascarSat, Checker>;

/// The paper's unit after reset, with nothing in use.
fn idle() -> Result<Harness, BenchError> {
    Harness::start(&Params::paper(), In::default())
}

directed! {
    fn mp_rises_with_56_of_64_mshrs_in_use_or_7_of_8_miss_queue_entries_and_not_with_one_less() {
        let mut h = idle()?;
        for (mshr_used, mq_used, mp) in [(55, 6, false), (56, 6, true), (55, 7, true), (64, 8, true), (0, 0, false)] {
            h.input = In { mshr_used, mq_used, ..In::default() };
            h.step()?;
            h.expect("mp", h.out.mp, mp)?;
        }
        Ok(())
    }

    fn a_saturated_texture_or_constant_cache_alone_gives_mp() {
        let mut h = idle()?;
        h.input = In { sat_tex: true, ..In::default() };
        h.step()?;
        h.expect("mp with sat_tex", h.out.mp, true)?;
        h.input = In { sat_const: true, ..In::default() };
        h.step()?;
        h.expect("mp with sat_const", h.out.mp, true)?;
        h.input = In::default();
        h.step()?;
        h.expect("mp with neither", h.out.mp, false)
    }

    fn an_occupancy_that_crosses_the_threshold_in_each_cycle_toggles_the_mode_in_each_cycle() {
        let mut h = idle()?;
        for cycle in 0..20u32 {
            h.input.mshr_used = 55 + cycle % 2;
            h.step()?;
            h.expect("mp", h.out.mp, cycle % 2 == 1)?;
        }
        Ok(())
    }

    fn reset_ends_mp() {
        let mut h = idle()?;
        h.input.mshr_used = 64;
        h.step()?;
        h.reset();
        h.input.mshr_used = 0;
        h.step()?;
        h.expect("mp", h.out.mp, false)
    }
}

/// `mascar_sat` under random stimulus.
pub(super) struct Random {
    params: Params,
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
}

impl Stimulus<MascarSat> for Random {
    type Monitor = Checker;

    fn new(params: &Params, seed: u64) -> Random {
        let events = ["MP by MSHRs alone", "MP by the miss queue alone", "MP rises", "MP falls"];
        Random {
            params: params.clone(),
            environment: Environment::new(params, seed),
            checker: Checker::new(params),
            coverage: Coverage::new(&events),
        }
    }

    fn next_input(&mut self, _: &Out) -> In {
        self.environment.next_input()
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out, _: &Model) -> Result<(), String> {
        self.checker.check(i, o).map_err(|e| e.to_string())?;
        let p = &self.params;
        let mshrs = p.mshr_entries - i.mshr_used <= p.mshr_margin;
        let queue = p.mq_entries - i.mq_used <= p.mq_margin;
        let others = i.sat_tex || i.sat_const;
        self.coverage.note("MP by MSHRs alone", mshrs && !queue && !others);
        self.coverage.note("MP by the miss queue alone", queue && !mshrs && !others);
        self.coverage.note("MP rises", o.mp && !before.mp);
        self.coverage.note("MP falls", !o.mp && before.mp);
        Ok(())
    }

    fn coverage(self) -> Coverage {
        self.coverage
    }

    fn full_run(_: &Params) -> u64 {
        FULL_RUN
    }
}
