// SPDX-License-Identifier: Apache-2.0
//! Benches of `medic_route`.

mod directed;
mod random;

use warpsmith_units::medic::Route;

pub use directed::DIRECTED;

/// One `medic_route`.
pub type Harness = crate::Harness<Route>;
