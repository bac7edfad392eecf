// SPDX-License-Identifier: Apache-2.0
//! Mosaic as RTL.

mod coalescer;
mod frame_list;
mod frame_ram;
mod frames;
mod free_page;
mod l1_misses;
mod l1_tlb;
mod l2_flush;
mod l2_tlb;
mod line_check;
mod migrator;
mod page_count;
mod shapes;
mod tlb_cam;
mod walker;
mod walks;
mod xlat;

pub use coalescer::Coalescer;
pub use frames::Frames;
pub use l1_tlb::L1Tlb;
pub use l2_tlb::L2Tlb;
pub use migrator::Migrator;
pub(crate) use shapes::{tops, wanted, LARGE};
pub use walker::Walker;
pub use xlat::Xlat;
