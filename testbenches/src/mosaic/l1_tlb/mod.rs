// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_l1_tlb`.

mod directed;
mod random;

use warpsmith_units::mosaic::L1Tlb;

pub use directed::DIRECTED;

/// One `mosaic_l1_tlb`.
pub type Harness = crate::Harness<L1Tlb>;
