// SPDX-License-Identifier: Apache-2.0
//! MASK as RTL.

mod l2bypass;
mod monitor;
mod shapes;

pub use l2bypass::L2Bypass;
pub use monitor::Monitor;
pub(crate) use shapes::{tops, wanted, LARGE};
