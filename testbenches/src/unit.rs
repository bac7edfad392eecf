// SPDX-License-Identifier: Apache-2.0
//! The benches of one unit: all directed ones, then random ones on each of its modules.

use std::path::Path;

use warpsmith_units::{Parameters, TestVector};

use crate::random::Plan;
use crate::{BenchError, BenchReport, Directed, Netlists, RunReport, Watch};

/// The bench of one module; nothing if the plan is for another.
pub type ModuleRun<P> = fn(&mut Plan<P>) -> Result<Option<RunReport>, BenchError>;

/// What is run and how; see [`crate::bench`], [`crate::bench_netlists`], [`crate::bench_watched`] and [`crate::replay`].
pub struct Order<'a> {
    pub config: Option<&'a str>,
    /// One of the unit's modules; all of them if it is not given.
    pub module: Option<&'a str>,
    pub cycles: u64,
    pub seed: u64,
    pub wave: Option<&'a Path>,
    pub netlists: Option<&'a Netlists<'a>>,
    pub watch: Option<&'a Watch<'a>>,
    /// Instead of the directed and the random benches.
    pub vector: Option<&'a TestVector>,
    pub progress: &'a mut dyn FnMut(u64, u64),
}

impl<'a> Order<'a> {
    /// Nothing to run yet.
    pub fn new(config: Option<&'a str>, progress: &'a mut dyn FnMut(u64, u64)) -> Order<'a> {
        let (module, wave, netlists, watch, vector) = (None, None, None, None, None);
        Order { config, module, cycles: 0, seed: 0, wave, netlists, watch, vector, progress }
    }
}

/// Runs the benches of `unit`: the directed ones of all its modules, then the random ones in the configuration asked
/// for, or in all that are compiled. Netlists, a watch and a test vector have the runs of the modules alone.
pub fn run<P: Parameters>(
    unit: &str,
    compiled: &[&str],
    directed: &[&[Directed]],
    modules: &[ModuleRun<P>],
    order: Order,
) -> Result<BenchReport, BenchError> {
    let Order { config, module, cycles, seed, wave, netlists, watch, vector, progress } = order;
    let configs = config.map_or(compiled.to_vec(), |name| vec![name]);
    let machines = configs.iter().map(|n| Ok((*n, P::named(n)?))).collect::<Result<Vec<_>, BenchError>>()?;
    let mut passed = Vec::new();
    let alone = netlists.is_some() || watch.is_some() || vector.is_some();
    let directed = if alone { &[] } else { directed };
    for (name, run) in directed.iter().copied().flatten() {
        run().map_err(|cause| BenchError::Directed { name, cause: Box::new(cause) })?;
        passed.push(*name);
    }
    let total = cycles * (modules.len() * machines.len()) as u64;
    let mut runs: Vec<RunReport> = Vec::new();
    for (config, params) in &machines {
        let done = cycles * runs.len() as u64;
        let progress = &mut *progress;
        let mut plan = Plan {
            params,
            config,
            module,
            cycles,
            seed,
            wave,
            netlists,
            watch,
            vector,
            done,
            total,
            progress,
        };
        for run in modules {
            runs.extend(run(&mut plan)?);
        }
    }
    Ok(BenchReport { unit: unit.to_string(), seed, directed: passed, runs })
}
