// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_rexq`.

mod directed;
mod random;

use warpsmith_cosim::MascarRexq;
use warpsmith_units::mascar::rexq::Checker;

pub use directed::DIRECTED;
pub(super) use random::Random;

/// One `mascar_rexq`.
pub type Harness = crate::Harness<MascarRexq, Checker>;
