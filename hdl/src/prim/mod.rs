// SPDX-License-Identifier: Apache-2.0
//! Primitives that the units are built from.

mod age_matrix;
mod cam;
mod carry_save;
pub(crate) mod dff;
pub(crate) mod dffr;
mod fifo;
mod first_few;
mod first_index;
mod first_set;
mod lfsr;
mod min_tree;
mod popcount;
mod prefix_adder;
mod round_robin;
mod scaled;
mod shift_list;
mod sum_is;
mod upward;

pub use age_matrix::AgeMatrix;
pub use cam::Cam;
pub use carry_save::CarrySave;
pub use dff::Dff;
pub use dffr::DffR;
pub use fifo::Fifo;
pub use first_few::FirstFew;
pub use first_index::FirstIndex;
pub use first_set::FirstSet;
pub use lfsr::Lfsr;
pub use min_tree::MinTree;
pub use popcount::Popcount;
pub use prefix_adder::PrefixAdder;
pub use round_robin::RoundRobin;
pub use scaled::Scaled;
pub use shift_list::ShiftList;
pub use sum_is::SumIs;
pub use upward::Upward;
