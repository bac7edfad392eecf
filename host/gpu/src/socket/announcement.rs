// SPDX-License-Identifier: Apache-2.0
//! What the shared TLB, which sees all SMs and walks, has all DRAM channels know.

use serde::{Deserialize, Serialize};

/// One announcement. The controllers of all channels hear it between two epochs of the model, before the next of their cycles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// A period of whoever announces has ended.
    pub period_ended: bool,
    /// From now on each application, by number, has such a share; `None`: as before.
    pub shares: Option<Vec<u32>>,
    /// A bit for each application that takes part.
    pub active: u64,
}
