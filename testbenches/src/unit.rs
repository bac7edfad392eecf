// SPDX-License-Identifier: Apache-2.0
//! The benches of one unit: all directed ones, then random ones on each of its modules.

use std::path::Path;

use warpsmith_units::{Parameters, TestVector};

use crate::coverage::Covered;
use crate::directed::Directed;
use crate::netlists::Netlists;
use crate::plan::{Plan, Watch};
use crate::random;
use crate::report::{BenchError, BenchReport, RunReport};

/// The random bench of one module.
pub struct ModuleRun<P: 'static> {
    /// The configurations that are run unless one is asked for.
    benched: &'static [&'static str],
    /// Runs it; nothing if the plan is for another module.
    run: fn(&mut Plan<P>) -> Result<Option<RunReport>, BenchError>,
    /// Cycles of a run without a given length.
    cycles: fn(&P) -> u64,
}

impl<P> ModuleRun<P> {
    pub const fn of<M: Covered<Params = P>>() -> ModuleRun<P> {
        ModuleRun { benched: M::BENCHED, run: random::run::<M>, cycles: random::cycles::<M> }
    }
}

/// What is run and how; see [`crate::bench`], [`crate::bench_netlists`], [`crate::bench_watched`] and [`crate::replay`].
pub struct Order<'a> {
    pub config: Option<&'a str>,
    /// One of the unit's modules; all of them if it is not given.
    pub module: Option<&'a str>,
    /// Of each random run; as many as it needs to cover everything if it is not given.
    pub cycles: Option<u64>,
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
        Order { config, module, cycles: None, seed: 0, wave, netlists, watch, vector, progress }
    }
}

/// Runs the benches of `unit`: the directed ones of all its modules, then the random ones in the configuration asked
/// for, or in all that are compiled. Netlists, a watch and a test vector have the runs of the modules alone.
pub fn run<P: Parameters>(
    unit: &str,
    directed: &[&[Directed]],
    modules: &[ModuleRun<P>],
    order: Order,
) -> Result<BenchReport, BenchError> {
    let Order { config, module, cycles, seed, wave, netlists, watch, vector, progress } = order;
    let benched = modules.first().map_or(&[][..], |module| module.benched);
    let configs = config.map_or(benched.to_vec(), |name| vec![name]);
    let machines = configs.iter().map(|n| Ok((*n, P::named(n)?))).collect::<Result<Vec<_>, BenchError>>()?;
    let mut passed = Vec::new();
    let alone = netlists.is_some() || watch.is_some() || vector.is_some();
    let directed = if alone { &[] } else { directed };
    for (name, run) in directed.iter().copied().flatten() {
        run().map_err(|cause| BenchError::Directed { name, cause: Box::new(cause) })?;
        passed.push(*name);
    }
    let of = |module: &ModuleRun<P>| {
        let each = machines.iter().map(|(_, params)| cycles.unwrap_or_else(|| (module.cycles)(params)));
        each.sum::<u64>()
    };
    let total = modules.iter().map(of).sum();
    let mut runs: Vec<RunReport> = Vec::new();
    for (config, params) in &machines {
        let done = runs.iter().map(|run| run.cycles).sum();
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
        for module in modules {
            runs.extend((module.run)(&mut plan)?);
        }
    }
    Ok(BenchReport { unit: unit.to_string(), seed, directed: passed, runs })
}
