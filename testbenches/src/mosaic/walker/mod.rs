// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_walker`.

pub(super) mod bench;
mod directed;
mod random;
mod with_coalescer;

use warpsmith_units::mosaic::Walker;

pub use directed::DIRECTED;
pub use with_coalescer::DIRECTED as WITH_COALESCER;

/// One `mosaic_walker`.
pub type Harness = crate::Harness<Walker>;
