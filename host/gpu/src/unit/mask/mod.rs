// SPDX-License-Identifier: Apache-2.0
//! MASK in its sockets: `mask_l2_tlb` is the shared TLB.

mod l2_tlb;

pub use l2_tlb::MaskTlb;

use crate::stats::UnitStatistics;

/// It counts nothing of itself.
pub(super) const STATISTICS: Option<UnitStatistics> = None;
