// SPDX-License-Identifier: Apache-2.0
//! Benches of `simt_bpred`.

mod directed;
mod random;

use warpsmith_units::ilp::Bpred;

pub use directed::DIRECTED;

/// One `simt_bpred`.
pub type Harness = crate::Harness<Bpred>;
