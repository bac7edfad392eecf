// SPDX-License-Identifier: Apache-2.0
//! A kernel over time: one sample per 4096 SM cycles.

use serde::Serialize;

use crate::socket::Levels;

/// SM cycles between two samples; equal to Equalizer's epoch.
pub const SAMPLE_CYCLES: u64 = 4096;

/// One sample, taken at the end of its period. Means are over the SMs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// SM cycles since the GPU was made.
    pub cycle: u64,
    /// Mean target of concurrent CTAs.
    pub num_blocks: f64,
    /// Mean CTAs that run (resident and not paused).
    pub running_ctas: f64,
    /// Mean CTAs that are paused.
    pub paused_ctas: f64,
    /// Levels in force.
    pub levels: Levels,
    /// Votes of the period: NONE, COMP, MEM.
    pub votes: [u32; 3],
    /// Warp instructions issued in the period, all SMs.
    pub issued: u64,
}

/// The samples of one kernel.
pub type Timeline = Vec<Sample>;
