// SPDX-License-Identifier: Apache-2.0
//! Random runs: stimulus that never repeats, invariants, and how often each event that matters has happened.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use warpsmith_cosim::{Lockstep, ModelAndRtl, Top};
use warpsmith_units::{Rng, TestVector};

use crate::bench::Bench;
use crate::replay::replay;
use crate::{BenchError, Monitor, Netlists, RunReport, Watch};

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
    pub(crate) fn unit<T: Top<Params = P>>(&self) -> Result<ModelAndRtl<T>, BenchError> {
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

    /// Adds what happened in another part of the run.
    pub fn add(&mut self, other: Coverage) {
        for (event, n) in other.0 {
            *self.0.entry(event).or_default() += n;
        }
    }
}

/// Random stimulus for a module, its invariants, and what it covers.
pub trait Stimulus<T: Top> {
    /// What knows the module's outputs in the reset state.
    type Monitor: Monitor<T>;

    fn new(params: &T::Params, seed: u64) -> Self;
    /// Inputs of the next cycle, given the outputs of the last.
    fn next_input(&mut self, out: &T::Out) -> T::In;
    /// Checks the invariants and notes what happened in a cycle.
    fn check(&mut self, input: &T::In, before: &T::Out, out: &T::Out, model: &T::Model)
        -> Result<(), String>;
    fn coverage(self) -> Coverage;
    /// Cycles from which on a run must have covered everything.
    fn full_run(params: &T::Params) -> u64;
}

/// Runs a module, model and RTL in lockstep, on random stimulus or on the test vector of the plan; nothing if the plan is
/// for another module.
pub fn run<T: Top, S: Stimulus<T>>(plan: &mut Plan<T::Params>) -> Result<Option<RunReport>, BenchError> {
    if plan.module.is_some_and(|module| module != T::NAME) {
        return Ok(None);
    }
    if let Some(vector) = plan.vector {
        return replay::<T, S>(plan, vector).map(Some);
    }
    let seed = plan.seed;
    run_seeded::<T, S>(plan).map(Some).map_err(|cause| match cause {
        BenchError::NoRtl(_) | BenchError::NoNetlist { .. } | BenchError::Compile(_) => cause,
        _ => BenchError::Random { seed, cause: Box::new(cause) },
    })
}

fn run_seeded<T: Top, S: Stimulus<T>>(plan: &mut Plan<T::Params>) -> Result<RunReport, BenchError> {
    let mut bench = Bench::<T, S>::start(plan)?;
    let start = Instant::now();
    // Once everything can have been covered, there are resets, far enough apart to cover most again.
    let mut resets = Rng::new(!plan.seed);
    let full_run = S::full_run(plan.params);
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
    if plan.cycles >= S::full_run(plan.params) && !missing.is_empty() {
        let RunReport { module, config, cycles, .. } = report;
        return Err(BenchError::NotCovered { module, config, cycles, missing: missing.join(", ") });
    }
    Ok(report)
}
