// SPDX-License-Identifier: Apache-2.0
//! MASK as RTL.

mod monitor;
mod shapes;

pub use monitor::Monitor;
pub(crate) use shapes::{tops, wanted, LARGE};
