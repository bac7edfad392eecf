// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_sched`.

mod directed;
mod random;

use warpsmith_cosim::MascarSched;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::sched::{Checker, In, Model, Out};

use crate::Monitor;

pub use directed::DIRECTED;
pub(super) use random::Random;

/// One `mascar_sched`.
pub type Harness = crate::Harness<MascarSched, Checker>;

impl Monitor<MascarSched> for Checker {
    fn new(params: &Params) -> Checker {
        Checker::new(params)
    }

    fn check(&mut self, input: &In, out: &Out, _: &Model) -> Result<(), String> {
        Checker::check(self, input, out).map_err(|e| e.to_string())
    }

    fn at_reset(_: &Params, _: &In) -> Out {
        Out::default()
    }

    fn end_pulses(_: &mut In) {}
}
