// SPDX-License-Identifier: Apache-2.0
//! Benches of Mascar: each module by itself, and all three in the cycle model.

mod programs;
pub mod rexq;
pub mod sat;
pub mod sched;
mod system;
mod toy;

use crate::Directed;

/// Cycles from which on a random run must have covered everything.
const FULL_RUN: u64 = 1 << 16;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] =
    &[sat::DIRECTED, sched::DIRECTED, rexq::DIRECTED, toy::DIRECTED, system::DIRECTED];
