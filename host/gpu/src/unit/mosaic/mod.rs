// SPDX-License-Identifier: Apache-2.0
//! Mosaic in its sockets: `mosaic_l1_tlb` is the L1 TLB of each SM, `mosaic_xlat` the shared TLB, `mosaic_coalescer` the page
//! coalescer, `mosaic_migrator` the page migrator. Pages are large if the memory manager fills frames with them.

mod coalescer;
mod l1_tlb;
mod migrator;
mod stats;
mod xlat;

pub use coalescer::MosaicCoalescer;
pub use l1_tlb::MosaicL1Tlb;
pub use migrator::MosaicMigrator;
pub use stats::MosaicStats;
pub use xlat::MosaicTlb;

use warpsmith_units::mosaic::{Mapping, SLOTS};

use crate::socket::{Frame, Translation};
use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(MosaicStats::STATISTICS);

/// Where a base page is that was found, perhaps in a large one.
fn page(vpn: u64, mapping: Mapping) -> Translation {
    let slot = if mapping.large { vpn % SLOTS as u64 } else { 0 };
    Translation { frame: Frame { ppn: mapping.ppn | slot, perm: mapping.perm }, large: mapping.large }
}
