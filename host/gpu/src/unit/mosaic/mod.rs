// SPDX-License-Identifier: Apache-2.0
//! Mosaic in its sockets: `mosaic_xlat` is the shared TLB, in which pages are large if the memory manager makes them so. Its other
//! modules have none yet.

mod stats;
mod xlat;

pub use stats::MosaicStats;
pub use xlat::MosaicTlb;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(MosaicStats::STATISTICS);
