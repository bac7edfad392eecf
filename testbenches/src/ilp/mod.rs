// SPDX-License-Identifier: Apache-2.0
//! Benches of the ILP units: each module by itself.

pub mod bpred;
pub mod bypass;
pub mod dispatch;
pub mod sb_data;
pub mod scoreboard;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[
    scoreboard::DIRECTED,
    scoreboard::REMOVAL,
    sb_data::DIRECTED,
    bypass::DIRECTED,
    bpred::DIRECTED,
    dispatch::DIRECTED,
];
