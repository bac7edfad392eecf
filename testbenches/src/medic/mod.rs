// SPDX-License-Identifier: Apache-2.0
//! Benches of MeDiC: each module by itself.

pub mod memsched;
pub mod profiler;
pub mod repl;
pub mod route;

use crate::Directed;

/// Cycles from which on a random run of a module without epochs must have covered everything.
const FULL_RUN: u64 = 1 << 17;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[
    profiler::types::DIRECTED,
    profiler::epochs::DIRECTED,
    route::DIRECTED,
    repl::DIRECTED,
    memsched::DIRECTED,
];
