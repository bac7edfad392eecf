// SPDX-License-Identifier: Apache-2.0
//! Benches of CTA-aware prefetching: each module by itself, and both in the SM of the cycle model.

pub mod engine;
pub mod kernels;
pub mod sched;
pub mod system;

use crate::Directed;

/// Cycles from which on a random run must have covered everything.
const FULL_RUN: u64 = 1 << 17;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[
    engine::tables::DIRECTED,
    engine::jobs::DIRECTED,
    engine::vectors::DIRECTED,
    sched::DIRECTED,
    system::DIRECTED,
    kernels::DIRECTED,
];
