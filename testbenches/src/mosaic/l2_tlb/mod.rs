// SPDX-License-Identifier: Apache-2.0
//! Benches of `mosaic_l2_tlb`.

mod bench;
mod directed;
mod random;
mod with_walker;

use warpsmith_units::mosaic::L2Tlb;

pub use directed::DIRECTED;
pub use with_walker::DIRECTED as WITH_WALKER;

/// One `mosaic_l2_tlb`.
pub type Harness = crate::Harness<L2Tlb>;
