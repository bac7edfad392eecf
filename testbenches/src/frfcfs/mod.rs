// SPDX-License-Identifier: Apache-2.0
//! Benches of FR-FCFS.

mod controller;
mod directed;
mod random;

use warpsmith_cosim::{FrFcfs, Top};
use warpsmith_units::frfcfs::params::Params;

use crate::unit::{run, Order};
use crate::{BenchError, BenchReport};

pub use controller::Driver;

/// Runs the directed benches and the random ones; see [`crate::bench`].
pub fn bench(order: Order) -> Result<BenchReport, BenchError> {
    let random = [crate::random::run::<FrFcfs, random::Random> as crate::unit::ModuleRun<Params>];
    run::<Params>("frfcfs", FrFcfs::VERILATED, &[directed::DIRECTED], &random, order)
}
