// SPDX-License-Identifier: Apache-2.0
//! Benches of `mask_l2_tlb`.

mod directed;
mod random;

use warpsmith_units::mask::L2Tlb;

pub use directed::DIRECTED;

/// One `mask_l2_tlb`.
pub type Harness = crate::Harness<L2Tlb>;
