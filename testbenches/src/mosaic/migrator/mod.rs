// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_migrator`.

mod directed;
mod random;

use warpsmith_units::mosaic::Migrator;

pub use directed::DIRECTED;

/// One `mosaic_migrator`.
pub type Harness = crate::Harness<Migrator>;
