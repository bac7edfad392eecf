// SPDX-License-Identifier: Apache-2.0
//! APOGEE in its socket: `apogee` is the prefetcher of an SM.

mod observed;
mod prefetcher;
mod rest;
mod stats;

pub use prefetcher::{Advance, ApogeePrefetcher};
pub use stats::ApogeeStats;

use crate::stats::UnitStatistics;

pub(super) const STATISTICS: Option<UnitStatistics> = Some(ApogeeStats::STATISTICS);
