// SPDX-License-Identifier: Apache-2.0
//! Benches of Equalizer.

pub mod fm;
pub mod sm;

use warpsmith_units::equalizer::params::Params;
use warpsmith_units::Module;

use crate::{BenchError, Directed, Harness};

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[sm::DIRECTED, fm::DIRECTED];

/// Epochs from which on a random run must have covered everything.
const FULL_RUN_EPOCHS: u64 = 14;

/// Also where epochs are short: what happens depends on the warps, too.
const FULL_RUN: u64 = 1 << 17;

impl<T: Module<Params = Params>> Harness<T> {
    /// Cycle of the epoch that the next step is.
    pub fn phase(&self) -> u32 {
        (self.now() % u64::from(self.params.epoch_len)) as u32
    }

    /// Steps until the next step is cycle `phase` of an epoch.
    pub fn run_to(&mut self, phase: u32) -> Result<(), BenchError> {
        while self.phase() != phase {
            self.step()?;
        }
        Ok(())
    }
}

/// Cycles from which on a random run must have covered everything.
fn full_run(params: &Params) -> u64 {
    FULL_RUN.max(FULL_RUN_EPOCHS * u64::from(params.epoch_len))
}
