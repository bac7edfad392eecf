// SPDX-License-Identifier: Apache-2.0
//! How a run can fail.

pub(crate) mod assembly;

pub use assembly::{GpuError, SplitError};

use thiserror::Error;
use warpsmith_ptx::Fault;
use warpsmith_trace::TraceError;

use crate::launch::ResourceError;
use crate::record::KernelRecord;
use crate::socket::UnitError;
use crate::violation::Violation;

/// Why a kernel did not complete. Where the kernel ran for a while, the record up to there is kept.
#[derive(Debug, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum RunError {
    /// An instruction faulted; names kernel, line, CTA, thread, address and the nearest allocation.
    #[error("{fault}")]
    Fault { fault: Box<Fault>, record: Box<KernelRecord> },
    #[error("the limit of SM cycles is reached in kernel `{}` after {} cycles of it", .0.name, .0.cycles)]
    MaxCycles(Box<KernelRecord>),
    #[error("interrupted in kernel `{}` after {} cycles of it", .0.name, .0.cycles)]
    Interrupted(Box<KernelRecord>),
    /// Nothing can ever happen again.
    #[error("kernel `{}` cannot go on: {reason}", .record.name)]
    Deadlock { reason: String, record: Box<KernelRecord> },
    /// The trace that is replayed cannot be read, or the one that is recorded cannot be written.
    #[error("kernel `{}`: {error}", .record.name)]
    Trace { error: TraceError, record: Box<KernelRecord> },
    /// The launch was refused: nothing of the kernel ran.
    #[error("{0}")]
    Resource(#[from] ResourceError),
    /// An attached unit failed, for instance because RTL and reference model differ.
    #[error("a unit failed in kernel `{}`: {error}", .record.name)]
    Unit { error: UnitError, record: Box<KernelRecord> },
    /// The checks of the cycle model found a defect in it.
    #[error("the cycle model broke an invariant in kernel `{}`: {violation}; please report it", .record.name)]
    Violation { violation: Violation, record: Box<KernelRecord> },
}

impl RunError {
    /// Whether it is the kernel's own, so that other applications can go on.
    pub fn is_its_own(&self) -> bool {
        match self {
            RunError::Fault { .. }
            | RunError::Deadlock { .. }
            | RunError::Trace { .. }
            | RunError::Resource(_) => true,
            RunError::MaxCycles(_)
            | RunError::Interrupted(_)
            | RunError::Unit { .. }
            | RunError::Violation { .. } => false,
        }
    }

    /// The record of the part of the kernel that ran; none if it never started.
    pub fn partial(&self) -> Option<&KernelRecord> {
        match self {
            RunError::MaxCycles(record) | RunError::Interrupted(record) => Some(record),
            RunError::Fault { record, .. }
            | RunError::Deadlock { record, .. }
            | RunError::Violation { record, .. }
            | RunError::Trace { record, .. }
            | RunError::Unit { record, .. } => Some(record),
            RunError::Resource(_) => None,
        }
    }
}

/// Why time could not pass without a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // The messages say what the fields are.
pub enum IdleError {
    #[error("interrupted")]
    Interrupted,
    #[error("a unit failed: {0}")]
    Unit(#[from] UnitError),
    #[error("the cycle model broke an invariant: {0}; please report it")]
    Violation(#[from] Violation),
}
