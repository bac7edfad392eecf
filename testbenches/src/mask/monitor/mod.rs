// SPDX-License-Identifier: Apache-2.0
//! Benches of `mask_monitor`.

mod directed;
mod random;

use warpsmith_units::mask::Monitor;

pub use directed::DIRECTED;

/// One `mask_monitor`.
pub type Harness = crate::Harness<Monitor>;
