// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_xlat`.

mod bench;
mod directed;
mod in_gpu;
mod random;
mod with_coalescer;

use warpsmith_units::mosaic::Xlat;

pub use directed::DIRECTED;
pub use in_gpu::DIRECTED as IN_GPU;
pub use with_coalescer::DIRECTED as WITH_COALESCER;

/// One `mosaic_xlat`.
pub type Harness = crate::Harness<Xlat>;
