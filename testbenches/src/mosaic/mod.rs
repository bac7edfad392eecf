// SPDX-License-Identifier: Apache-2.0
//! Benches of Mosaic: each module by itself.

pub mod coalescer;
pub mod l1_tlb;
pub mod migrator;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[l1_tlb::DIRECTED, coalescer::DIRECTED, migrator::DIRECTED];
