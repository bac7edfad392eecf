// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_frames`.

mod directed;
mod driver;
mod random;

use warpsmith_units::mosaic::Frames;

pub use directed::DIRECTED;

/// One `mosaic_frames`.
pub type Harness = crate::Harness<Frames>;
