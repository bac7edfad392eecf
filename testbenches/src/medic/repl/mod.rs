// SPDX-License-Identifier: Apache-2.0
//! Benches of `medic_repl`.

mod directed;
mod random;

use warpsmith_units::medic::Repl;

pub use directed::DIRECTED;

/// One `medic_repl`.
pub type Harness = crate::Harness<Repl>;
