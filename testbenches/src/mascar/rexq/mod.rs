// SPDX-License-Identifier: Apache-2.0
//! Benches of `mascar_rexq`.

mod directed;
mod random;

use warpsmith_units::mascar::Rexq;

pub use directed::DIRECTED;

/// One `mascar_rexq`.
pub type Harness = crate::Harness<Rexq>;
