// SPDX-License-Identifier: Apache-2.0
//! Benches of `cta_sched`.

mod directed;
mod random;

use warpsmith_units::cta_prefetch::Sched;

pub use directed::DIRECTED;

/// One `cta_sched`.
pub type Harness = crate::Harness<Sched>;
