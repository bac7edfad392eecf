// SPDX-License-Identifier: Apache-2.0
//! CTA-aware prefetching in its sockets: `cta_pf_engine` is the prefetcher of an SM, `cta_sched` its warp scheduler, which
//! tells the engine the leading CTA with each load.

mod engine;
mod residency;
mod scheduler;
mod stats;

pub use engine::CtaEngine;
pub use scheduler::CtaScheduler;
pub use stats::CtaPrefetchStats;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(CtaPrefetchStats::STATISTICS);
