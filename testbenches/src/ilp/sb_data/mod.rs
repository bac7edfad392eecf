// SPDX-License-Identifier: Apache-2.0
//! Benches of `sb_data`.

mod directed;
mod random;

use warpsmith_units::ilp::SbData;

pub use directed::DIRECTED;

/// One `sb_data`.
pub type Harness = crate::Harness<SbData>;
