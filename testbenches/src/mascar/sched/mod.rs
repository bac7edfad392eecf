// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_sched`.

mod directed;
mod random;

use warpsmith_cosim::MascarSched;
use warpsmith_units::mascar::sched::Checker;

pub use directed::DIRECTED;
pub(super) use random::Random;

/// One `mascar_sched`.
pub type Harness = crate::Harness<MascarSched, Checker>;
