// SPDX-License-Identifier: Apache-2.0
//! Benches of Mascar: each module by itself, and all three in a small machine.

mod machine;
pub mod rexq;
pub mod sat;
pub mod sched;
mod system;
mod toy;

use warpsmith_cosim::{MascarRexq, MascarSat, MascarSched, Top};
use warpsmith_units::mascar as units;
use warpsmith_units::mascar::params::Params;

use crate::unit::{run, Order};
use crate::{random, BenchError, BenchReport, Monitor};

/// Cycles from which on a random run must have covered everything.
const FULL_RUN: u64 = 1 << 16;

/// The invariants are all of the ports alone, and no input is a pulse.
macro_rules! monitors {
    ($($top:ident $module:ident),*) => {$(
        impl Monitor<$top> for units::$module::Checker {
            fn new(params: &Params) -> Self {
                Self::new(params)
            }

            fn check(
                &mut self,
                input: &units::$module::In,
                out: &units::$module::Out,
                _: &units::$module::Model,
            ) -> Result<(), String> {
                self.check(input, out).map_err(|e| e.to_string())
            }
        }
    )*};
}
monitors!(MascarSat sat, MascarSched sched, MascarRexq rexq);

/// Runs the directed benches and the random ones; see [`crate::bench`].
pub fn bench(order: Order) -> Result<BenchReport, BenchError> {
    run::<Params>(
        "mascar",
        MascarSched::VERILATED,
        &[sat::DIRECTED, sched::DIRECTED, rexq::DIRECTED, toy::DIRECTED, system::DIRECTED],
        &[
            random::run::<MascarSat, sat::Random>,
            random::run::<MascarSched, sched::Random>,
            random::run::<MascarRexq, rexq::Random>,
        ],
        order,
    )
}
