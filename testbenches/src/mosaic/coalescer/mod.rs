// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_coalescer`.

mod directed;
mod random;
pub(super) mod tables;

use warpsmith_units::mosaic::Coalescer;

pub use directed::DIRECTED;

/// One `mosaic_coalescer`.
pub type Harness = crate::Harness<Coalescer>;
