// SPDX-License-Identifier: Apache-2.0
//! How far a run goes, and its checkpoints.

use super::checkpoint::Checkpoints;

/// How far a run goes, and its checkpoints.
#[derive(Default)]
pub struct RunPlan {
    /// The run is cut after so many SM cycles.
    pub max_cycles: Option<u64>,
    pub checkpoints: Option<Checkpoints>,
}
