// SPDX-License-Identifier: Apache-2.0
//! What an SM reports to the GPU.

use super::instruction_stream::StepError;
use crate::socket::Bottleneck;
use crate::types::SmCycle;

/// What an SM has to say after an epoch. On cache lines of its own, because each SM may run on another thread.
#[repr(align(128))]
#[derive(Default)]
pub struct Report {
    /// What the throttle found to limit the SM, with the cycles of its reports, oldest first.
    pub bottlenecks: Vec<(SmCycle, Bottleneck)>,
    /// Responses of the memory system that it has taken since the GPU was made.
    pub answers: u64,
    /// Why it cannot go on.
    pub error: Option<Failure>,
}

/// An instruction that cannot issue.
pub struct Failure {
    /// When it should have.
    pub cycle: SmCycle,
    /// The lane whose kernel it is of.
    pub lane: u8,
    /// What is wrong with it.
    pub error: StepError,
}
