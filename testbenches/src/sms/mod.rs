// SPDX-License-Identifier: Apache-2.0
//! Benches of SMS.

mod controller;
mod formation;
mod random;
mod scheduling;
mod timing;

#[cfg(test)]
pub(crate) use controller::without_bypass;
pub use controller::Driver;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[formation::DIRECTED, scheduling::DIRECTED, timing::DIRECTED];
