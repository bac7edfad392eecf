// SPDX-License-Identifier: Apache-2.0
//! Mosaic in its sockets: `mosaic_xlat` is the shared TLB. Its other modules have none yet, as the cycle model has no memory manager that
//! coalesces: every page is a base page.

mod stats;
mod xlat;

pub use stats::MosaicStats;
pub use xlat::MosaicTlb;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(MosaicStats::STATISTICS);
