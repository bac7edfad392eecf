// SPDX-License-Identifier: Apache-2.0
//! What the energy of a finished run would be with another value of a constant: energy is linear in all of them, so it needs no run.

use crate::result::ResultFile;
use crate::summary::ratio;
use serde::Serialize;
use warpsmith_gpu::energy::{Constant, CONSTANTS};

/// What a constant is tried with.
pub const FACTORS: [f64; 2] = [0.5, 2.0];

/// The energy of a whole run, in joules, with a constant multiplied by `factor`.
pub fn total(file: &ResultFile, constant: &Constant, factor: f64) -> f64 {
    let stats = &file.statistics.total;
    constant.times(factor, &file.spec.configuration.machine, &stats.counters, stats.energy).total()
}

/// Multiplies a constant by `factor` in the energy of the run and of its kernels.
pub fn apply(file: &mut ResultFile, constant: &Constant, factor: f64) {
    let machine = &file.spec.configuration.machine;
    let kernels = file.statistics.kernels.iter_mut().map(|kernel| &mut kernel.stats);
    for stats in kernels.chain([&mut file.statistics.total]) {
        stats.energy = constant.times(factor, machine, &stats.counters, stats.energy);
    }
}

/// What the energy saved by a result says of a constant.
#[derive(Serialize)]
pub struct Sensitivity {
    pub key: &'static str,
    pub origin: &'static str,
    /// Share of the energy of the result.
    pub share: f64,
    /// 1 - energy / energy of the base, with the constant halved and doubled in both.
    pub savings: [f64; 2],
}

/// Every constant, for `file` against `base`.
pub fn sensitivities(base: &ResultFile, file: &ResultFile) -> Vec<Sensitivity> {
    let of = |constant: &Constant| Sensitivity {
        key: constant.key,
        origin: constant.origin.name(),
        share: 1.0 - ratio(total(file, constant, 0.0), total(file, constant, 1.0)),
        savings: FACTORS
            .map(|factor| 1.0 - ratio(total(file, constant, factor), total(base, constant, factor))),
    };
    CONSTANTS.iter().map(of).collect()
}
