// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_sched`.

mod directed;
mod random;

use warpsmith_units::mascar::Sched;

pub use directed::DIRECTED;
#[cfg(test)]
pub(crate) use directed::{heads, idle};

/// One `mascar_sched`.
pub type Harness = crate::Harness<Sched>;
