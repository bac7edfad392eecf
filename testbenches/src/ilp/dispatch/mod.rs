// SPDX-License-Identifier: Apache-2.0
//! Benches of `het_dispatch`.

mod directed;
mod random;

use warpsmith_units::ilp::Dispatch;

pub use directed::DIRECTED;

/// One `het_dispatch`.
pub type Harness = crate::Harness<Dispatch>;
