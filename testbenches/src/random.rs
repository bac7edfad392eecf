// SPDX-License-Identifier: Apache-2.0
//! Random runs: stimulus that never repeats, invariants, and how often each event that matters has happened.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use warpsmith_cosim::{Lockstep, ModelAndRtl};
use warpsmith_units::{Module, Rng, TestVector};

use crate::bench::Bench;
use crate::replay::replay;
use crate::{BenchError, Netlists, RunReport, Watch};

/// One configuration to run, and how.
pub struct Plan<'a, P> {
    pub params: &'a P,
    pub config: &'a str,
    /// The module to run; all if it is not given.
    pub module: Option<&'a str>,
    pub cycles: u64,
    pub seed: u64,
    pub wave: Option<&'a Path>,
    /// What runs in place of the RTL.
    pub netlists: Option<&'a Netlists<'a>>,
    pub watch: Option<&'a Watch<'a>>,
    /// Its inputs instead of random ones.
    pub vector: Option<&'a TestVector>,
    /// Cycles of the earlier runs, and of all.
    pub done: u64,
    pub total: u64,
    pub progress: &'a mut dyn FnMut(u64, u64),
}

impl<P> Plan<'_, P> {
    /// Model and RTL, or model and netlist, of a module.
    pub(crate) fn unit<T: Module<Params = P>>(&self) -> Result<ModelAndRtl<T>, BenchError> {
        let Some(netlists) = self.netlists else { return Ok(ModelAndRtl::<T>::of(self.params)?) };
        let netlist = netlists.load::<T>(self.config, self.params)?;
        Ok(Lockstep::new(T::NAME, T::model(self.params), netlist))
    }
}

/// How often each event happened. Begins with every event at 0.
pub struct Coverage(pub(crate) BTreeMap<&'static str, u64>);

impl Coverage {
    pub fn new(events: &[&'static str]) -> Coverage {
        Coverage(events.iter().map(|e| (*e, 0)).collect())
    }

    pub fn note(&mut self, event: &'static str, happened: bool) {
        if happened {
            *self.0.entry(event).or_default() += 1;
        }
    }
}

/// A cycle that has been checked.
pub struct Cycle<'a, M: Module> {
    pub params: &'a M::Params,
    pub input: &'a M::In,
    /// The outputs of the cycle before, and of this one.
    pub before: &'a M::Out,
    pub out: &'a M::Out,
    pub model: &'a M::Model,
    pub checker: &'a M::Checker,
}

/// What a random run of a module must meet.
pub trait Covered: Module {
    /// What is remembered from cycle to cycle.
    type Memory: Default;

    fn events(params: &Self::Params) -> Vec<&'static str>;
    /// Cycles from which on a run must have covered everything.
    fn full_run(params: &Self::Params) -> u64;
    /// Remembers what the checker knows before it sees a cycle.
    fn remember(_: &mut Self::Memory, _checker: &Self::Checker, _input: &Self::In) {}
    /// Notes what happened in a cycle.
    fn note(cycle: &Cycle<Self>, memory: &mut Self::Memory, coverage: &mut Coverage);
}

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

fn run_seeded<T: Covered>(plan: &mut Plan<T::Params>) -> Result<RunReport, BenchError> {
    let mut bench = Bench::<T>::start(plan)?;
    let start = Instant::now();
    // Once everything can have been covered, there are resets, far enough apart to cover most again.
    let mut resets = Rng::new(!plan.seed);
    let full_run = T::full_run(plan.params);
    for cycle in 0..plan.cycles {
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
    plan.done += plan.cycles;
    (plan.progress)(plan.done, plan.total);
    let report = bench.end(plan.cycles, start)?;
    let missing: Vec<_> = report.coverage.iter().filter(|(_, n)| **n == 0).map(|(event, _)| *event).collect();
    if plan.cycles >= T::full_run(plan.params) && !missing.is_empty() {
        let RunReport { module, config, cycles, .. } = report;
        return Err(BenchError::NotCovered { module, config, cycles, missing: missing.join(", ") });
    }
    Ok(report)
}
