// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_rexq`.

mod directed;
mod random;

use warpsmith_cosim::MascarRexq;
use warpsmith_units::mascar::params::Params;
use warpsmith_units::mascar::rexq::{Checker, In, Model, Out};

use crate::Monitor;

pub use directed::DIRECTED;
pub(super) use random::Random;

/// One `mascar_rexq`.
pub type Harness = crate::Harness<MascarRexq, Checker>;

impl Monitor<MascarRexq> for Checker {
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
