// SPDX-License-Identifier: Apache-2.0
//! Random runs: stimulus that never repeats, and resets in between.

use std::time::Instant;

use warpsmith_units::Rng;

use crate::bench::Bench;
use crate::coverage::Covered;
use crate::plan::Plan;
use crate::replay::replay;
use crate::report::{BenchError, RunReport};

/// Runs a module, model and RTL in lockstep, on random stimulus or on the test vector of the plan; nothing if the plan is
/// for another module.
pub fn run<T: Covered>(plan: &mut Plan<T::Params>) -> Result<Option<RunReport>, BenchError> {
    if plan.module.is_some_and(|module| module != T::NAME) {
        return Ok(None);
    }
    if let Some(vector) = plan.vector {
        return replay::<T>(plan, vector).map(Some);
    }
    let seed = plan.seed;
    run_seeded::<T>(plan).map(Some).map_err(|cause| match cause {
        BenchError::NoRtl(_) | BenchError::NoNetlist { .. } | BenchError::Compile(_) => cause,
        _ => BenchError::Random { seed, cause: Box::new(cause) },
    })
}

/// Cycles of a run without a given length: those from which on it must have covered everything, and half as many with resets.
pub fn cycles<T: Covered>(params: &T::Params) -> u64 {
    let full_run = T::full_run(params);
    full_run + full_run / 2
}

fn run_seeded<T: Covered>(plan: &mut Plan<T::Params>) -> Result<RunReport, BenchError> {
    let mut bench = Bench::<T>::start(plan)?;
    let start = Instant::now();
    // Once everything can have been covered, there are resets, far enough apart to cover most again.
    let mut resets = Rng::new(!plan.seed);
    let full_run = T::full_run(plan.params);
    let length = plan.cycles.unwrap_or_else(|| cycles::<T>(plan.params));
    for cycle in 0..length {
        if cycle % 65536 == 0 {
            (plan.progress)(plan.done + cycle, plan.total);
        }
        // What watches a run records it without resets.
        if plan.watch.is_none() && cycle >= full_run && resets.one_in(full_run as u32) {
            bench.random_reset(resets.bits())?;
        }
        let input = bench.random_input();
        bench.cycle(&input)?;
    }
    plan.done += length;
    (plan.progress)(plan.done, plan.total);
    let report = bench.end(length, start)?;
    let missing: Vec<_> = report.coverage.iter().filter(|(_, n)| **n == 0).map(|(event, _)| *event).collect();
    if length >= full_run && !missing.is_empty() {
        let RunReport { module, config, cycles, .. } = report;
        return Err(BenchError::NotCovered { module, config, cycles, missing: missing.join(", ") });
    }
    Ok(report)
}
