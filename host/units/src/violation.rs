// SPDX-License-Identifier: Apache-2.0
//! What a checker of invariants reports.

use thiserror::Error;

/// An invariant that does not hold. `cycle` counts the cycles since reset.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{unit}, cycle {cycle}: {what}")]
pub struct Violation {
    pub unit: &'static str,
    pub cycle: u64,
    pub what: String,
}
