// SPDX-License-Identifier: Apache-2.0
//! MASK as RTL.

mod candidates;
mod dram_sched;
mod l2bypass;
mod monitor;
mod shapes;

pub use dram_sched::DramSched;
pub use l2bypass::L2Bypass;
pub use monitor::Monitor;
pub(crate) use shapes::{tops, wanted, LARGE};
