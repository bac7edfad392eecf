// SPDX-License-Identifier: Apache-2.0
//! What a run left behind.

use super::effort::Effort;
use crate::program_exit::ProgramExit;
use std::path::PathBuf;
use warpsmith_gpu::stats::Stats;
use warpsmith_gpu::{KernelRecord, SharingRecord};
use warpsmith_ptx::Notes;

/// What a run left behind.
pub struct SessionOutcome {
    /// In the order of the launches; the last one may be cut.
    pub kernels: Vec<KernelRecord>,
    /// Everything counted in the run.
    pub totals: Stats,
    /// What the memory controllers and CPU cores counted, if there are any.
    pub sharing: Option<SharingRecord>,
    /// What its kernels did that hardware would not report either.
    pub notes: Notes,
    pub exit: ProgramExit,
    /// Why the run is not complete: limit of cycles, interrupt, device fault, deadlock, failed unit.
    pub partial: Option<String>,
    /// Whether the limit of cycles is why.
    pub at_limit: bool,
    /// The last checkpoint that was written.
    pub checkpoint: Option<PathBuf>,
    pub effort: Effort,
}
