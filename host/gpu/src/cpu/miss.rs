// SPDX-License-Identifier: Apache-2.0
//! A miss of a core's last-level cache.

use serde::{Deserialize, Serialize};

use super::geometry::Target;

/// The next miss of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Miss {
    /// Instructions after the one that missed before, at least 1.
    pub distance: u64,
    pub read: Target,
    /// The dirty line that it evicts.
    pub write_back: Option<Target>,
}
