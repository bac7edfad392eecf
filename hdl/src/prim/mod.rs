// SPDX-License-Identifier: Apache-2.0
//! Primitives that the units are built from.

mod age_matrix;
mod cam;
pub(crate) mod dff;
pub(crate) mod dffr;
mod fifo;
mod first_set;
mod lfsr;
mod min_tree;
mod popcount;
mod round_robin;

pub use age_matrix::AgeMatrix;
pub use cam::Cam;
pub use dff::Dff;
pub use dffr::DffR;
pub use fifo::Fifo;
pub use first_set::FirstSet;
pub use lfsr::Lfsr;
pub use min_tree::MinTree;
pub use popcount::Popcount;
pub use round_robin::RoundRobin;
