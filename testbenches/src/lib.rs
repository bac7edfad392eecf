// SPDX-License-Identifier: Apache-2.0
//! Benches of the units: RTL against reference model in lockstep, directed and random, with the invariants
//! checked in every cycle. One folder a unit, as in `hdl/src/units`.

mod directed;
pub mod dram;
pub mod equalizer;
pub mod frfcfs;
mod harness;
pub mod mascar;
mod monitor;
mod netlists;
mod random;
mod report;
pub mod sms;
mod unit;

pub use directed::Directed;
pub use harness::Harness;
pub use monitor::Monitor;
pub use netlists::Netlists;
pub use report::{BenchError, BenchReport, RunReport};

use std::path::Path;

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
    of(unit)?(Order { config, cycles, seed, wave, netlists: None, watch: None, progress })
}

/// Runs `cycles` cycles of random stimulus on each module of `unit` in the configuration, with a netlist in place of the RTL.
pub fn bench_netlists(
    unit: &str,
    config: &str,
    cycles: u64,
    seed: u64,
    netlists: &Netlists,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BenchReport, BenchError> {
    let netlists = Some(netlists);
    of(unit)?(Order { config: Some(config), cycles, seed, wave: None, netlists, watch: None, progress })
}

/// Sees every cycle of a random run: the top module, its inputs and its outputs, by name and as hexadecimal numbers.
pub type Watch<'a> = dyn Fn(&'static str, &[(&'static str, String)], &[(&'static str, String)]) + 'a;

/// As [`bench_netlists`], with the RTL, and `watch` sees it.
pub fn bench_watched(
    unit: &str,
    config: &str,
    cycles: u64,
    seed: u64,
    watch: &Watch,
) -> Result<BenchReport, BenchError> {
    let (config, watch, progress) = (Some(config), Some(watch), &mut |_, _| {});
    of(unit)?(Order { config, cycles, seed, wave: None, netlists: None, watch, progress })
}

fn of(unit: &str) -> Result<Bench, BenchError> {
    let found = BENCHES.iter().find(|(name, _)| *name == unit);
    let unknown = || BenchError::UnknownUnit { unit: unit.to_string(), known: units().join(", ") };
    found.map(|(_, bench)| *bench).ok_or_else(unknown)
}
