// SPDX-License-Identifier: Apache-2.0
//! Benches of `mask_dram_sched`.

mod directed;
mod random;

use warpsmith_units::mask::DramSched;

pub use directed::DIRECTED;

/// One `mask_dram_sched`.
pub type Harness = crate::Harness<DramSched>;
