// SPDX-License-Identifier: Apache-2.0
//! MeDiC in its sockets: `medic_profiler` types the warps of an SM (or, as an experiment, one for each L2 partition), `medic_route` sits at each port of an L2 sub-partition,
//! `medic_repl` beside the tags of each bank, `medic_memsched` is the controller of a DRAM channel. What the profiler finds
//! travels with the requests as their tag.

mod divergence;
mod memsched;
mod profiler;
mod repl;
mod reuse;
mod route;
mod stats;
mod table;
mod tag;

pub use memsched::MedicController;
pub use profiler::MedicProfiler;
pub use repl::MedicReplacement;
pub use reuse::Reuse;
pub use route::MedicRoute;
pub use stats::MedicStats;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(MedicStats::STATISTICS);
