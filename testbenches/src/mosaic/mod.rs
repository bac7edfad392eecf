// SPDX-License-Identifier: Apache-2.0
//! Benches of Mosaic: each module by itself, the walker beside a coalescer, and the shared TLB beside a walker.

pub mod coalescer;
pub mod frames;
pub mod l1_tlb;
pub mod l2_tlb;
pub mod migrator;
pub mod walker;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[
    l1_tlb::DIRECTED,
    l2_tlb::DIRECTED,
    l2_tlb::WITH_WALKER,
    coalescer::DIRECTED,
    migrator::DIRECTED,
    frames::DIRECTED,
    walker::DIRECTED,
    walker::WITH_COALESCER,
];
