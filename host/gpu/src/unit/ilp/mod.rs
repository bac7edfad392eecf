// SPDX-License-Identifier: Apache-2.0
//! The ILP units in their socket: `ilp_scoreboard`, `ilp_bypass` and `simt_bpred` are the hazard control of an SM. `sb_data` has no
//! part, as instructions execute when they issue; `het_dispatch` has no socket yet.

mod core;
mod stats;

pub use core::IlpCore;
pub use stats::IlpStats;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(IlpStats::STATISTICS);
