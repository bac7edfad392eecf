// SPDX-License-Identifier: Apache-2.0
//! Mascar in its sockets: `mascar_sched` chooses the warps of an SM, `mascar_sat` rules which of them may miss, and
//! `mascar_rexq` is the way to the L1.

mod detector;
mod queue;
mod scheduler;
mod stats;

pub use detector::MascarDetector;
pub use queue::MascarQueue;
pub use scheduler::MascarScheduler;
pub use stats::MascarStats;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(MascarStats::STATISTICS);
