// SPDX-License-Identifier: Apache-2.0
//! Primitives that the units are built from.

mod age_matrix;
mod ahead_store;
mod ahead_way;
mod cam;
mod carry_save;
mod fifo;
mod first_few;
mod first_index;
mod first_set;
mod lfsr;
mod lru_lanes;
mod lru_store;
mod lru_touch;
mod lru_way;
mod min_tree;
mod popcount;
mod prefix_adder;
mod round_robin;
mod scaled;
mod shift_list;
mod sum_is;
mod upward;

pub use age_matrix::AgeMatrix;
pub use ahead_store::AheadStore;
pub use ahead_way::AheadWay;
pub use cam::Cam;
pub use carry_save::CarrySave;
pub use fifo::Fifo;
pub use first_few::FirstFew;
pub use first_index::FirstIndex;
pub use first_set::FirstSet;
pub use lfsr::Lfsr;
pub use lru_lanes::LruLanes;
pub use lru_store::LruStore;
pub use lru_touch::LruTouch;
pub use lru_way::LruWay;
pub use min_tree::MinTree;
pub use popcount::Popcount;
pub use prefix_adder::PrefixAdder;
pub use round_robin::RoundRobin;
pub use scaled::Scaled;
pub use shift_list::ShiftList;
pub use sum_is::SumIs;
pub use upward::Upward;
pub use warpsmith_verilog::register::{Dff, DffR};
