// SPDX-License-Identifier: Apache-2.0
//! `eq_sm` under random stimulus.

use warpsmith_cosim::equalizer::sm::{EqSm, In, Model, Out};
use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::{decide, Arm, Checker, Environment, Sums};

use crate::equalizer::random::{run, Coverage, Plan, Stimulus};
use crate::{BenchError, RunReport};

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

/// Runs the plan on `eq_sm`.
pub fn random(plan: &mut Plan) -> Result<RunReport, BenchError> {
    let stimulus = Random {
        params: plan.params.clone(),
        environment: Environment::new(plan.params, plan.seed),
        checker: Checker::new(plan.params),
        coverage: Coverage::new(&EVENTS),
    };
    run::<EqSm, _, _>(plan, Model::new(plan.params), stimulus)
}

struct Random {
    params: Params,
    environment: Environment,
    checker: Checker,
    coverage: Coverage,
}

impl Stimulus<In, Out> for Random {
    fn next_input(&mut self, out: &Out) -> In {
        self.environment.next_input(out)
    }

    fn check(&mut self, i: &In, before: &Out, o: &Out) -> Result<(), String> {
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
}

/// The arm that the sums at the ports select.
fn event(params: &Params, w_cta: u32, o: &Out) -> &'static str {
    match decide(&Sums::from(o), w_cta, params).arm {
        Arm::MemoryBound => "decision: memory-bound",
        Arm::ComputeBound => "decision: compute-bound",
        Arm::BandwidthSaturated => "decision: bandwidth saturated",
        Arm::UnsaturatedCompute => "decision: unsaturated, compute",
        Arm::UnsaturatedMemory => "decision: unsaturated, memory",
        Arm::Idle => "decision: idle",
        Arm::Degenerate => "decision: degenerate",
    }
}
