// SPDX-License-Identifier: Apache-2.0
//! A broken invariant of the cycle model itself: a defect here, never of the program that runs.

use thiserror::Error;

/// What is wrong, where, and when.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{component}, {clock} cycle {cycle}: {what}")]
pub struct Violation {
    /// The component, such as `DRAM channel 3`.
    pub component: String,
    /// The clock that the cycle is counted in.
    pub clock: &'static str,
    /// The cycle in which it was noticed.
    pub cycle: u64,
    /// What does not hold, as a clause.
    pub what: String,
}
