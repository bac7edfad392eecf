// SPDX-License-Identifier: Apache-2.0
//! `eq_sm` under random stimulus.

use warpsmith_cosim::EqSm;
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::{decide, Arm, Checker, Environment, In, Model, Out, Sums};

use crate::equalizer::full_run;
use crate::random::{Coverage, Stimulus};

const EVENTS: [&str; 15] = [
    "decision: memory-bound",
    "decision: compute-bound",
    "decision: bandwidth saturated",
    "decision: unsaturated, compute",
    "decision: unsaturated, memory",
    "decision: idle",
    "decision: degenerate",
    "decision: skipped",
    "num_blocks lowered",
    "num_blocks raised",
    "pause",
    "unpause",
    "request",
    "launch",
    "completion",
];

/// Stimulus and checks.
pub struct Random {
    params: Params,
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
}

impl Stimulus<EqSm> for Random {
    type Monitor = Checker;

    fn new(params: &Params, seed: u64) -> Random {
        Random {
            params: params.clone(),
            environment: Environment::new(params, seed),
            checker: Checker::new(params),
            coverage: Coverage::new(&EVENTS),
        }
    }

    fn next_input(&mut self, out: &Out) -> In {
        self.environment.next_input(out)
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out, _: &Model) -> Result<(), String> {
        let skipped = self.checker.skips(i);
        self.checker.check(i, o).map_err(|e| e.to_string())?;
        let c = &mut self.coverage;
        if o.vote_valid {
            c.note(
                if skipped { "decision: skipped" } else { event(&self.params, self.checker.w_cta(), o) },
                true,
            );
            c.note("num_blocks lowered", o.num_blocks < before.num_blocks && !skipped);
            c.note("num_blocks raised", o.num_blocks > before.num_blocks && !skipped);
        }
        c.note("pause", o.pause_cta & !before.pause_cta != 0);
        c.note("unpause", before.pause_cta & !o.pause_cta & !i.cta_done != 0);
        c.note("request", o.gwde_req && !before.gwde_req);
        c.note("launch", i.cta_launch != 0);
        c.note("completion", i.cta_done != 0);
        Ok(())
    }

    fn coverage(self) -> Coverage {
        self.coverage
    }

    fn full_run(params: &Params) -> u64 {
        full_run(params)
    }
}

/// The arm that the sums at the ports select.
fn event(params: &Params, w_cta: u32, o: &Out) -> &'static str {
    match decide(&Sums::from(o), w_cta, params) {
        Arm::MemoryBound => "decision: memory-bound",
        Arm::ComputeBound => "decision: compute-bound",
        Arm::BandwidthSaturated => "decision: bandwidth saturated",
        Arm::UnsaturatedCompute => "decision: unsaturated, compute",
        Arm::UnsaturatedMemory => "decision: unsaturated, memory",
        Arm::Idle => "decision: idle",
        Arm::Degenerate => "decision: degenerate",
    }
}
