// SPDX-License-Identifier: Apache-2.0
//! Benches of SMS.

mod controller;
mod formation;
mod random;
mod scheduling;
mod timing;

use warpsmith_cosim::{Sms, Top};
use warpsmith_units::sms::params::Params;

use crate::unit::{run, Order};
use crate::{BenchError, BenchReport};

pub use controller::Driver;

/// Runs the directed benches and the random ones; see [`crate::bench`].
pub fn bench(order: Order) -> Result<BenchReport, BenchError> {
    let directed = [formation::DIRECTED, scheduling::DIRECTED, timing::DIRECTED];
    run::<Params>("sms", Sms::VERILATED, &directed, &[crate::random::run::<Sms, random::Random>], order)
}
