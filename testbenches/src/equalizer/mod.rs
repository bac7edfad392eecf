// SPDX-License-Identifier: Apache-2.0
//! Benches of Equalizer.

pub mod fm;
pub mod sm;

use warpsmith_cosim::{EqFm, EqSm, Top};
use warpsmith_units::equalizer::params::Params;

use crate::unit::{run, Order};
use crate::{random, BenchError, BenchReport, Harness, Monitor};

/// Epochs from which on a random run must have covered everything.
const FULL_RUN_EPOCHS: u64 = 14;

/// Runs the directed benches and the random ones; see [`crate::bench`].
pub fn bench(order: Order) -> Result<BenchReport, BenchError> {
    run::<Params>(
        "equalizer",
        EqSm::VERILATED,
        &[sm::DIRECTED, fm::DIRECTED],
        &[random::run::<EqSm, sm::Random>, random::run::<EqFm, fm::Random>],
        order,
    )
}

impl<T: Top<Params = Params>, M: Monitor<T>> Harness<T, M> {
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
    FULL_RUN_EPOCHS * u64::from(params.epoch_len)
}
