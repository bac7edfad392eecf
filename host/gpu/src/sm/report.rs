// SPDX-License-Identifier: Apache-2.0
//! What an SM reports to the GPU.

use super::source::StepError;
use crate::socket::Vote;
use crate::types::SmCycle;

/// What an SM has to say after an epoch. On cache lines of its own, because each SM may run on another thread.
#[repr(align(128))]
#[derive(Default)]
pub struct Report {
    /// The votes that became valid, with their cycles, oldest first.
    pub votes: Vec<(SmCycle, Vote)>,
    /// Responses of the memory system that it has taken since the GPU was made.
    pub answers: u64,
    /// Why it cannot go on, and since when.
    pub error: Option<(SmCycle, StepError)>,
}
