// SPDX-License-Identifier: Apache-2.0
//! Benches of the units: RTL against reference model in lockstep, directed and random, with the invariants
//! checked in every cycle. One folder a unit, as in `hdl/src/units`.

mod bench;
mod directed;
pub mod dram;
pub mod equalizer;
pub mod frfcfs;
mod harness;
pub mod mascar;
mod monitor;
mod netlists;
mod random;
mod replay;
mod report;
pub mod sms;
mod unit;

pub use directed::Directed;
pub use harness::Harness;
pub use monitor::Monitor;
pub use netlists::Netlists;
pub use report::{BenchError, BenchReport, RunReport};

use std::path::Path;

use warpsmith_units::TestVector;

use unit::Order;

/// Runs the benches of a unit.
type Bench = fn(Order) -> Result<BenchReport, BenchError>;

/// The units that have a bench. A new unit is one line here.
const BENCHES: &[(&str, Bench)] = &[
    ("equalizer", equalizer::bench),
    ("frfcfs", frfcfs::bench),
    ("mascar", mascar::bench),
    ("sms", sms::bench),
];

/// Names of the units that have a bench.
pub fn units() -> Vec<&'static str> {
    BENCHES.iter().map(|(unit, _)| *unit).collect()
}

/// Runs all directed benches of `unit`, then `cycles` cycles of random stimulus on each of its modules, in the named
/// configuration or in every one that is compiled. A run is fixed by `seed`.
///
/// `wave`: a waveform (FST) of the last cycles of each random run, up to the divergence if there is one;
/// module and configuration are added to the file name. `progress` is called now and then with the cycles that
/// are done and their total.
pub fn bench(
    unit: &str,
    config: Option<&str>,
    cycles: u64,
    seed: u64,
    wave: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BenchReport, BenchError> {
    of(unit)?(Order { cycles, seed, wave, ..Order::new(config, progress) })
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
    of(unit)?(Order { module, cycles, seed, netlists: Some(netlists), ..Order::new(Some(config), progress) })
}

/// Sees every cycle of a random run: the top module, its inputs and its outputs, by name and as hexadecimal numbers.
pub type Watch<'a> = dyn Fn(&'static str, &[(&'static str, String)], &[(&'static str, String)]) + 'a;

/// As [`bench_netlists`], with the RTL and without resets in between, and `watch` sees it.
pub fn bench_watched(
    unit: &str,
    config: &str,
    cycles: u64,
    seed: u64,
    watch: &Watch,
) -> Result<BenchReport, BenchError> {
    of(unit)?(Order { cycles, seed, watch: Some(watch), ..Order::new(Some(config), &mut |_, _| {}) })
}

/// Runs the module of a test vector with its inputs: model and RTL, or what `netlists` has in its place, in lockstep, with
/// the invariants checked. `watch` sees every cycle that is no reset; for `wave` see [`bench`].
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
    let report = of(&vector.unit)?(Order { module, vector: vector_of, wave, netlists, watch, ..order })?;
    match report.runs.is_empty() {
        false => Ok(report),
        true => Err(BenchError::NoModule { unit: vector.unit.clone(), module: vector.module.clone() }),
    }
}

fn of(unit: &str) -> Result<Bench, BenchError> {
    let found = BENCHES.iter().find(|(name, _)| *name == unit);
    let unknown = || BenchError::UnknownUnit { unit: unit.to_string(), known: units().join(", ") };
    found.map(|(_, bench)| *bench).ok_or_else(unknown)
}
