// SPDX-License-Identifier: Apache-2.0
//! MASK in its sockets: `mask_l2_tlb` is the shared TLB, with a `mask_monitor` for each SM and `mask_epoch` beside it; `mask_l2bypass`
//! is the walk route; `mask_dram_sched` is in the controller of each DRAM channel, which hears what the epoch engine says.

mod dram_sched;
mod l2_tlb;
mod stats;
mod walk_route;

pub use dram_sched::MaskController;
pub use l2_tlb::MaskTlb;
pub use stats::MaskStats;
pub use walk_route::MaskRoute;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(MaskStats::STATISTICS);
