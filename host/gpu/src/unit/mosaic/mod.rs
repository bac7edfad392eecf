// SPDX-License-Identifier: Apache-2.0
//! Mosaic in its sockets. It has none yet: its modules work together with a memory manager that the cycle model does not have.

use crate::stats::UnitStatistics;

/// It counts nothing of itself.
pub(super) const STATISTICS: Option<UnitStatistics> = None;
