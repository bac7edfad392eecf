// SPDX-License-Identifier: Apache-2.0
//! The ILP units in their sockets. They have none yet: they need an SM with a front end of its own (specification section 2.0).

use crate::stats::UnitStatistics;

/// They count nothing of themselves.
pub(super) const STATISTICS: Option<UnitStatistics> = None;
