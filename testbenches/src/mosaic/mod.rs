// SPDX-License-Identifier: Apache-2.0
//! Benches of Mosaic: each module by itself, and the walker and the shared TLB with its walker beside a coalescer.

pub mod coalescer;
pub mod frames;
pub mod l1_tlb;
pub mod l2_tlb;
pub mod migrator;
pub mod walker;
pub mod xlat;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] = &[
    l1_tlb::DIRECTED,
    l2_tlb::DIRECTED,
    coalescer::DIRECTED,
    migrator::DIRECTED,
    frames::DIRECTED,
    walker::DIRECTED,
    walker::WITH_COALESCER,
    xlat::DIRECTED,
    xlat::WITH_COALESCER,
    xlat::IN_GPU,
];
