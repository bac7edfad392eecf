// SPDX-License-Identifier: Apache-2.0
//! Benches of the units: RTL against reference model in lockstep, directed and random, with the invariants
//! checked in every cycle. One folder a unit, as in `hdl/src/units`.

#![warn(missing_docs)]

mod bench;
mod coverage;
mod directed;
pub mod dram;
mod harness;
mod in_gpu;
mod netlists;
mod plan;
mod random;
mod replay;
mod report;
mod unit;
#[cfg(test)]
mod waves;

pub use directed::Directed;
pub use harness::Harness;
pub use netlists::Netlists;
pub use plan::Watch;
pub use report::{BenchError, BenchReport, RunReport};

use std::path::Path;

use warpsmith_units::TestVector;

use unit::Order;

/// The benches of a unit.
struct Bench {
    unit: &'static str,
    run: fn(Order) -> Result<BenchReport, BenchError>,
}

/// One folder a unit, with its directed benches; its modules are run at random.
macro_rules! folders {
    ($($unit:ident: $($module:ident)+;)*) => {
        $(pub mod $unit;)*

        const BENCHES: &[Bench] = &[$({
            const MODULES: &[unit::ModuleRun<warpsmith_units::$unit::params::Params>] =
                &[$(unit::ModuleRun::of::<warpsmith_units::$unit::$module>()),+];
            Bench {
                unit: stringify!($unit),
                run: |order| unit::run(stringify!($unit), $unit::DIRECTED, MODULES, order),
            }
        }),*];
    };
}
warpsmith_units::units!(folders);

/// Runs all directed benches of `unit`, then `cycles` cycles of random stimulus on each of its modules, in the named
/// configuration or in every one that is compiled. A run is fixed by `seed`. Without `cycles`, each runs until it must have
/// met every event that matters, and half as long again, with resets in between.
///
/// `wave`: a waveform (FST) of the last cycles of each random run, up to the divergence if there is one;
/// module and configuration are added to the file name. `progress` is called now and then with the cycles that
/// are done and their total.
pub fn bench(
    unit: &str,
    config: Option<&str>,
    cycles: Option<u64>,
    seed: u64,
    wave: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BenchReport, BenchError> {
    (of(unit)?.run)(Order { cycles, seed, wave, ..Order::new(config, progress) })
}

/// Runs `cycles` cycles of random stimulus on each module of `unit` in the configuration, or on one of them, with a netlist in
/// place of the RTL.
pub fn bench_netlists(
    unit: &str,
    config: &str,
    module: Option<&str>,
    cycles: u64,
    seed: u64,
    netlists: &Netlists,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BenchReport, BenchError> {
    (of(unit)?.run)(Order {
        module,
        cycles: Some(cycles),
        seed,
        netlists: Some(netlists),
        ..Order::new(Some(config), progress)
    })
}

/// As [`bench_netlists`], with the RTL and without resets in between, and `watch` sees it.
pub fn bench_watched(
    unit: &str,
    config: &str,
    cycles: u64,
    seed: u64,
    watch: &Watch,
) -> Result<BenchReport, BenchError> {
    (of(unit)?.run)(Order {
        cycles: Some(cycles),
        seed,
        watch: Some(watch),
        ..Order::new(Some(config), &mut |_, _| {})
    })
}

/// Runs the module of a test vector with its inputs: model and RTL, or what `netlists` has in its place, in lockstep, with
/// the invariants checked. `watch` sees every cycle that is no reset; for `wave` see [`bench`](bench()).
pub fn replay(
    vector: &TestVector,
    wave: Option<&Path>,
    netlists: Option<&Netlists>,
    watch: &Watch,
) -> Result<BenchReport, BenchError> {
    let progress = &mut |_, _| {};
    let order = Order::new(Some(&vector.configuration), progress);
    let module = Some(vector.module.as_str());
    let (vector_of, watch) = (Some(vector), Some(watch));
    let report =
        (of(&vector.unit)?.run)(Order { module, vector: vector_of, wave, netlists, watch, ..order })?;
    match report.runs.is_empty() {
        false => Ok(report),
        true => Err(BenchError::NoModule { unit: vector.unit.clone(), module: vector.module.clone() }),
    }
}

fn of(unit: &str) -> Result<&'static Bench, BenchError> {
    let known = || BENCHES.iter().map(|bench| bench.unit).collect::<Vec<_>>().join(", ");
    let unknown = || BenchError::UnknownUnit { unit: unit.to_string(), known: known() };
    BENCHES.iter().find(|bench| bench.unit == unit).ok_or_else(unknown)
}
