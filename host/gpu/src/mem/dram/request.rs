// SPDX-License-Identifier: Apache-2.0
//! What a DRAM channel is asked for.

use serde::{Deserialize, Serialize};

use crate::types::{DramCycle, Line, Origin, Place, Priority, Requester};

/// A line to be read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DramRequest {
    pub place: Place,
    /// The line's number in its sub-partition.
    pub local: Line,
    /// The L2 sub-partition that gets the line.
    pub partition: u16,
    pub write: bool,
    pub priority: Priority,
    /// On whose behalf; of a line that leaves L2, who brought it in.
    pub requester: Requester,
    pub origin: Origin,
}

/// A burst that a CPU core reads or writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpuRequest {
    pub place: Place,
    /// In bursts from the start of the row.
    pub column: u16,
    pub write: bool,
    /// Returned with the data of a read.
    pub token: u32,
    /// When the core made it.
    pub arrival: DramCycle,
}
