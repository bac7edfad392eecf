// SPDX-License-Identifier: Apache-2.0
//! The ILP units in their socket: `ilp_scoreboard`, `ilp_bypass` and `simt_bpred` are the hazard control of an SM. `sb_data` has no
//! part, as instructions execute when they issue; `het_dispatch` is the CTA dispatcher of a GPU whose SMs are of two kinds.

mod core;
mod dispatcher;
mod stats;

pub use core::IlpCore;
pub use dispatcher::HetDispatcher;
pub use stats::IlpStats;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(IlpStats::STATISTICS);
