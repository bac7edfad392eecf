// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_l2_tlb`.

mod bench;
mod directed;
mod random;

use warpsmith_units::mosaic::L2Tlb;

pub use directed::DIRECTED;

/// One `mosaic_l2_tlb`.
pub type Harness = crate::Harness<L2Tlb>;
