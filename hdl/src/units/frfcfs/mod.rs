// SPDX-License-Identifier: Apache-2.0
//! FR-FCFS as RTL: the DRAM controller with one content-addressed request buffer that SMS is compared with.

mod collapsing_buffer;
mod controller;
mod entries;
mod legality;
mod rows;
mod shapes;
mod timestamp_buffer;

pub use collapsing_buffer::CollapsingBuffer;
pub use controller::{Frfcfs, FrfcfsCollapse};
pub use entries::Entries;
pub use legality::Legality;
pub use rows::Rows;
pub(crate) use shapes::{tops, wanted, LARGE};
pub use timestamp_buffer::TimestampBuffer;
