// SPDX-License-Identifier: Apache-2.0
//! Benches of MASK: each module by itself.

pub mod dram_sched;
pub mod epoch;
pub mod l2_tlb;
pub mod l2bypass;
pub mod monitor;

use crate::Directed;

/// The directed benches.
pub(crate) const DIRECTED: &[&[Directed]] =
    &[monitor::DIRECTED, epoch::DIRECTED, l2_tlb::DIRECTED, l2bypass::DIRECTED, dram_sched::DIRECTED];
