// SPDX-License-Identifier: Apache-2.0
//! MASK in its sockets. It has none yet: its monitors stand beside a shared TLB that hears them.

use crate::stats::UnitStatistics;

/// It counts nothing of itself.
pub(super) const STATISTICS: Option<UnitStatistics> = None;
