// SPDX-License-Identifier: Apache-2.0
//! What is kept of a kernel that ran, or of the part of it that ran.

use serde::Serialize;

use crate::launch::Occupancy;
use crate::stats::Stats;
use crate::timeline::Timeline;

/// One kernel launch and what it did.
#[derive(Clone, Debug, Serialize)]
pub struct KernelRecord {
    pub kernel: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    /// Dynamic shared memory per CTA, bytes.
    pub dynamic_shared: u32,
    pub occupancy: Occupancy,
    /// SM cycles from the launch to the end.
    pub cycles: u64,
    /// Everything counted during this kernel.
    pub stats: Stats,
    /// One sample per 4096 SM cycles.
    pub timeline: Timeline,
}
