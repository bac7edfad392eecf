// SPDX-License-Identifier: Apache-2.0
//! `eq_sm` under random stimulus.

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::equalizer::sm::{decide, Arm, Checker, In, Out, Sums};
use warpsmith_units::equalizer::EqSm;

use crate::coverage::{Coverage, Covered, Cycle};
use crate::equalizer::full_run;

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

impl Covered for EqSm {
    type Memory = bool;

    fn events(_: &Params) -> Vec<&'static str> {
        EVENTS.to_vec()
    }

    fn full_run(params: &Params) -> u64 {
        full_run(params)
    }

    /// Whether a decision in this cycle is skipped.
    fn remember(memory: &mut bool, checker: &Checker, input: &In) {
        *memory = checker.skips(input);
    }

    fn note(cycle: &Cycle<EqSm>, memory: &mut bool, c: &mut Coverage) {
        let (i, before, o) = (cycle.input, cycle.before, cycle.out);
        let skipped = *memory;
        if o.vote_valid {
            c.note(
                if skipped { "decision: skipped" } else { event(cycle.params, cycle.checker.w_cta(), o) },
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
