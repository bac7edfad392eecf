// SPDX-License-Identifier: Apache-2.0
//! Benches of `mask_l2bypass`.

mod directed;
mod random;

use warpsmith_units::mask::L2Bypass;

pub use directed::DIRECTED;

/// One `mask_l2bypass`.
pub type Harness = crate::Harness<L2Bypass>;
