// SPDX-License-Identifier: Apache-2.0
//! Mutation scores: faults are planted in a unit's RTL, one at a time, and it is counted how many of them lockstep with the
//! reference model finds, and how many the proofs of the invariants.
//!
//! The faults are yosys's (`mutate`): one bit of a pin of a cell is stuck or inverted. A fault that changes no output,
//! whatever the inputs are, is none: it is proved so, and another is drawn.

#![warn(missing_docs)]

mod error;
mod fault;
mod plant;
mod score;

pub use error::Error;
pub use fault::Fault;
pub use plant::Planted;
pub use score::{Campaign, Outcome, Score, Trial};
