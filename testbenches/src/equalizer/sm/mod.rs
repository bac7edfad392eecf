// SPDX-License-Identifier: Apache-2.0
//! Benches of `eq_sm`.

mod directed;
mod harness;
mod random;

pub use directed::DIRECTED;
pub use harness::Harness;
