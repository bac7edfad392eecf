// SPDX-License-Identifier: Apache-2.0
//! The benches of one unit: all directed ones, then random ones on each of its modules.

use std::path::Path;

use warpsmith_units::Parameters;

use crate::random::Plan;
use crate::{BenchError, BenchReport, Directed, Netlists, RunReport, Watch};

/// A random bench of one module.
pub type RandomRun<P> = fn(&mut Plan<P>) -> Result<RunReport, BenchError>;

/// What is run and how; see [`crate::bench`], [`crate::bench_netlists`] and [`crate::bench_watched`].
pub struct Order<'a> {
    pub config: Option<&'a str>,
    pub cycles: u64,
    pub seed: u64,
    pub wave: Option<&'a Path>,
    pub netlists: Option<&'a Netlists<'a>>,
    pub watch: Option<&'a Watch<'a>>,
    pub progress: &'a mut dyn FnMut(u64, u64),
}

/// Runs the benches of `unit`: the directed ones of all its modules, then the random ones in the configuration asked
/// for, or in all that are compiled. Netlists and a watch have the random ones alone.
pub fn run<P: Parameters>(
    unit: &str,
    compiled: &[&str],
    directed: &[&[Directed]],
    random: &[RandomRun<P>],
    order: Order,
) -> Result<BenchReport, BenchError> {
    let Order { config, cycles, seed, wave, netlists, watch, progress } = order;
    let configs = config.map_or(compiled.to_vec(), |name| vec![name]);
    let machines = configs.iter().map(|n| Ok((*n, P::named(n)?))).collect::<Result<Vec<_>, BenchError>>()?;
    let mut passed = Vec::new();
    let directed = if netlists.is_some() || watch.is_some() { &[] } else { directed };
    for (name, run) in directed.iter().copied().flatten() {
        run().map_err(|cause| BenchError::Directed { name, cause: Box::new(cause) })?;
        passed.push(*name);
    }
    let total = cycles * (random.len() * machines.len()) as u64;
    let mut runs: Vec<RunReport> = Vec::new();
    for (config, params) in &machines {
        let done = cycles * runs.len() as u64;
        let progress = &mut *progress;
        let mut plan = Plan { params, config, cycles, seed, wave, netlists, watch, done, total, progress };
        for run in random {
            runs.push(run(&mut plan)?);
        }
    }
    Ok(BenchReport { unit: unit.to_string(), seed, directed: passed, runs })
}
