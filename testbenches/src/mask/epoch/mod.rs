// SPDX-License-Identifier: Apache-2.0
//! Benches of `mask_epoch`.

mod directed;
mod random;

use warpsmith_units::mask::Epoch;

pub use directed::DIRECTED;

/// One `mask_epoch`.
pub type Harness = crate::Harness<Epoch>;
