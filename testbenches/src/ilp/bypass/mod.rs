// SPDX-License-Identifier: Apache-2.0
//! Benches of `ilp_bypass`.

mod directed;
mod random;

use warpsmith_units::ilp::Bypass;

pub use directed::DIRECTED;

/// One `ilp_bypass`.
pub type Harness = crate::Harness<Bypass>;
