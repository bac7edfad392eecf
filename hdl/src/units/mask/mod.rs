// SPDX-License-Identifier: Apache-2.0
//! MASK as RTL.

mod candidates;
mod divider;
mod dram_sched;
mod epoch;
mod epoch_counts;
mod l2_tlb;
mod l2bypass;
mod level_rates;
mod monitor;
mod product;
mod shapes;
mod tlb_replay;
mod tlb_walks;
mod token_count;

pub use dram_sched::DramSched;
pub use epoch::Epoch;
pub use l2_tlb::L2Tlb;
pub use l2bypass::L2Bypass;
pub use monitor::Monitor;
pub(crate) use shapes::{tops, wanted, LARGE};
pub use tlb_replay::TlbReplay;
pub use tlb_walks::TlbWalks;
