// SPDX-License-Identifier: Apache-2.0
//! Random runs: stimulus that never repeats, invariants, and how often each event that matters has happened.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use warpsmith_cosim::{Lockstep, ModelAndRtl, Rtl, Top};
use warpsmith_units::{Ports, Unit};

use crate::{BenchError, Netlists, RunReport, Watch};

/// One configuration to run, and how.
pub struct Plan<'a, P> {
    pub params: &'a P,
    pub config: &'a str,
    pub cycles: u64,
    pub seed: u64,
    pub wave: Option<&'a Path>,
    /// What runs in place of the RTL.
    pub netlists: Option<&'a Netlists<'a>>,
    pub watch: Option<&'a Watch<'a>>,
    /// Cycles of the earlier runs, and of all.
    pub done: u64,
    pub total: u64,
    pub progress: &'a mut dyn FnMut(u64, u64),
}

impl<P> Plan<'_, P> {
    /// Model and RTL, or model and netlist, of a module.
    fn unit<T: Top<Params = P>>(&self) -> Result<ModelAndRtl<T>, BenchError> {
        let Some(netlists) = self.netlists else { return Ok(ModelAndRtl::<T>::of(self.params)?) };
        let netlist = netlists.load::<T>(self.config, self.params)?;
        Ok(Lockstep::new(T::NAME, T::model(self.params), netlist))
    }
}

/// How often each event happened. Begins with every event at 0.
pub struct Coverage(BTreeMap<&'static str, u64>);

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

/// Random stimulus for a module, its invariants, and what it covers.
pub trait Stimulus<T: Top> {
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

/// Runs a module on random stimulus, model and RTL in lockstep.
pub fn run<T: Top, S: Stimulus<T>>(plan: &mut Plan<T::Params>) -> Result<RunReport, BenchError> {
    let seed = plan.seed;
    run_seeded::<T, S>(plan).map_err(|cause| match cause {
        BenchError::NoRtl(_) | BenchError::NoNetlist { .. } | BenchError::Compile(_) => cause,
        _ => BenchError::Random { seed, cause: Box::new(cause) },
    })
}

fn run_seeded<T: Top, S: Stimulus<T>>(plan: &mut Plan<T::Params>) -> Result<RunReport, BenchError> {
    let (module, config) = (T::NAME, plan.config.to_string());
    let mut stimulus = S::new(plan.params, plan.seed);
    let mut unit = plan.unit::<T>()?;
    let wave = plan.wave.map(|w| wave_path(w, module, &config));
    if let Some(path) = &wave {
        unit = unit.with_waveform(Rtl::traceable(plan.params)?, path);
    }
    let start = Instant::now();
    let mut out = T::Out::default();
    for cycle in 0..plan.cycles {
        if cycle % 65536 == 0 {
            (plan.progress)(plan.done + cycle, plan.total);
        }
        let input = stimulus.next_input(&out);
        let before = std::mem::replace(&mut out, unit.step(&input));
        if let Some(d) = unit.divergence() {
            return Err(BenchError::Divergence { module, config, divergence: d.to_string() });
        }
        if let Some(watch) = plan.watch {
            watch(module, &input.values(), &out.values());
        }
        if let Err(violation) = stimulus.check(&input, &before, &out, unit.model()) {
            return Err(BenchError::Invariant { module, config, violation });
        }
    }
    plan.done += plan.cycles;
    (plan.progress)(plan.done, plan.total);
    let cycles_per_second = plan.cycles as f64 / start.elapsed().as_secs_f64();
    if let (Some(path), Some(Err(cause))) = (&wave, unit.write_waveform()) {
        return Err(BenchError::Wave { path: path.clone(), cause });
    }
    let coverage = stimulus.coverage().0;
    let missing: Vec<_> = coverage.iter().filter(|(_, n)| **n == 0).map(|(event, _)| *event).collect();
    if plan.cycles >= S::full_run(plan.params) && !missing.is_empty() {
        let missing = missing.join(", ");
        return Err(BenchError::NotCovered { module, config, cycles: plan.cycles, missing });
    }
    Ok(RunReport { module, config, cycles: plan.cycles, cycles_per_second, coverage, wave })
}

/// `dir/name.fst` becomes `dir/name.module.config.fst`.
fn wave_path(wave: &Path, module: &str, config: &str) -> PathBuf {
    wave.with_extension(format!("{module}.{config}.fst"))
}
