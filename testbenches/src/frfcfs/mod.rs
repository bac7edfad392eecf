// SPDX-License-Identifier: Apache-2.0
//! Benches of FR-FCFS.

mod controller;
mod directed;
mod random;

pub use controller::Driver;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[directed::DIRECTED];
