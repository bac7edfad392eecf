// SPDX-License-Identifier: Apache-2.0
//! What a DRAM channel is asked for.

use serde::{Deserialize, Serialize};

use crate::types::{DramCycle, Line, Origin, Place, Priority, Requester};

/// A line to be read or written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DramRequest {
    /// Bank and row of the line.
    pub place: Place,
    /// The line's number in its sub-partition.
    pub local: Line,
    /// The L2 sub-partition that gets the line.
    pub partition: u16,
    /// The line is written; otherwise it is read.
    pub write: bool,
    /// How urgent it is to the memory controller.
    pub priority: Priority,
    /// On whose behalf; of a line that leaves L2, who brought it in.
    pub requester: Requester,
    /// Why the line is wanted: by an instruction, a prefetcher or a page walk.
    pub origin: Origin,
}

/// A burst that a CPU core reads or writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CpuRequest {
    /// Bank and row of the burst.
    pub place: Place,
    /// In bursts from the start of the row.
    pub column: u16,
    /// It is a write-back, which nobody waits for; otherwise a read.
    pub write: bool,
    /// Returned with the data of a read.
    pub token: u32,
    /// When the core made it.
    pub arrival: DramCycle,
}
