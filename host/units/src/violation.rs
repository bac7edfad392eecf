// SPDX-License-Identifier: Apache-2.0
//! What a checker of invariants reports.

use thiserror::Error;

/// An invariant that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{unit}, cycle {cycle}: {what}")]
pub struct Violation {
    /// Name of the module.
    pub unit: &'static str,
    /// Cycles since reset.
    pub cycle: u64,
    /// What does not hold, with the values.
    pub what: String,
}
