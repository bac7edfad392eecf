// SPDX-License-Identifier: Apache-2.0
//! Benches of the units: RTL against reference model in lockstep, directed and random, with the invariants
//! checked in every cycle. One folder a unit, as in `hdl/src/units`.

pub mod equalizer;
mod report;

pub use report::{BenchError, BenchReport, Expect, RunReport};

use std::path::Path;

/// The units that have a bench.
pub const UNITS: &[&str] = &["equalizer"];

/// Runs all directed benches of `unit`, then `cycles` cycles of random stimulus on each of its modules, in the named
/// configuration or in every one. A run is fixed by `seed`.
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
    match unit {
        "equalizer" => equalizer::bench(config, cycles, seed, wave, progress),
        _ => Err(BenchError::UnknownUnit { unit: unit.to_string(), known: UNITS.join(", ") }),
    }
}
