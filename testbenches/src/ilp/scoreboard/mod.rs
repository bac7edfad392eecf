// SPDX-License-Identifier: Apache-2.0
//! Benches of `ilp_scoreboard`.

mod directed;
mod operation;
mod random;
mod removal;

use warpsmith_units::ilp::Scoreboard;

pub use directed::DIRECTED;
pub use removal::DIRECTED as REMOVAL;

/// One `ilp_scoreboard`.
pub type Harness = crate::Harness<Scoreboard>;
