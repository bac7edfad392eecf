// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_xlat`.

mod bench;
mod directed;
mod random;
mod with_coalescer;

use warpsmith_units::mosaic::Xlat;

pub use directed::DIRECTED;
pub use with_coalescer::DIRECTED as WITH_COALESCER;

/// One `mosaic_xlat`.
pub type Harness = crate::Harness<Xlat>;
