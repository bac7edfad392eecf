// SPDX-License-Identifier: Apache-2.0
//! Benches of Mosaic: each module by itself, and the walker beside a coalescer.

pub mod coalescer;
pub mod l1_tlb;
pub mod migrator;
pub mod walker;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] =
    &[l1_tlb::DIRECTED, coalescer::DIRECTED, migrator::DIRECTED, walker::DIRECTED, walker::WITH_COALESCER];
