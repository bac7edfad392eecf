// SPDX-License-Identifier: Apache-2.0
//! Benches of the ILP units: each module by itself, and those of an SM together in its front end.

pub mod bpred;
pub mod bypass;
pub mod dispatch;
pub mod sb_data;
pub mod scoreboard;
pub mod system;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[
    scoreboard::DIRECTED,
    scoreboard::REMOVAL,
    sb_data::DIRECTED,
    bypass::DIRECTED,
    bpred::DIRECTED,
    dispatch::DIRECTED,
    system::DIRECTED,
];
