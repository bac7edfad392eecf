// SPDX-License-Identifier: Apache-2.0
//! Prefetchers without RTL.

mod next_line;
mod queue;
mod stride;

pub use next_line::INFO as NEXT_LINE;
pub use stride::INFO as STRIDE;
