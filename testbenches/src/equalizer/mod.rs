// SPDX-License-Identifier: Apache-2.0
//! Benches of Equalizer.

pub mod fm;
mod random;
pub mod sm;

use std::path::Path;

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::Parameters;

use crate::{BenchError, BenchReport};

/// A directed bench: its name is the claim that it checks.
pub type Directed = (&'static str, fn() -> Result<(), BenchError>);

/// Declares directed benches: functions that return an error where the claim fails, the list `DIRECTED` of them, and
/// a test for each.
macro_rules! directed {
    ($(fn $name:ident() $body:block)*) => {
        $(fn $name() -> Result<(), BenchError> $body)*

        /// The directed benches of this module.
        pub const DIRECTED: &[crate::equalizer::Directed] = &[$((stringify!($name), $name)),*];

        #[cfg(test)]
        mod tests {
            $(
                #[test]
                fn $name() {
                    if let Err(e) = super::$name() {
                        panic!("{e}");
                    }
                }
            )*
        }
    };
}
pub(crate) use directed;

/// Runs the directed benches and the random ones; see [`crate::bench`].
pub fn bench(
    config: Option<&str>,
    cycles: u64,
    seed: u64,
    wave: Option<&Path>,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<BenchReport, BenchError> {
    let configs = match config {
        Some(name) => vec![name],
        None => Params::NAMED.to_vec(),
    };
    let machines =
        configs.iter().map(|n| Ok((*n, Params::named(n)?))).collect::<Result<Vec<_>, BenchError>>()?;
    let mut directed = Vec::new();
    for (name, run) in sm::DIRECTED.iter().chain(fm::DIRECTED) {
        run().map_err(|cause| BenchError::Directed { name, cause: Box::new(cause) })?;
        directed.push(*name);
    }
    let total = 2 * cycles * machines.len() as u64;
    let mut runs = Vec::new();
    for (config, params) in &machines {
        let mut plan =
            random::Plan { params, config, cycles, seed, wave, done: 0, total, progress: &mut *progress };
        plan.done = cycles * runs.len() as u64;
        for run in [sm::random, fm::random] {
            runs.push(run(&mut plan).map_err(|cause| BenchError::Random { seed, cause: Box::new(cause) })?);
        }
    }
    Ok(BenchReport { unit: "equalizer".into(), seed, directed, runs })
}
