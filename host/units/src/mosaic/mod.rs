// SPDX-License-Identifier: Apache-2.0
//! Mosaic, a memory manager with two sizes of pages that programs do not see (Ausavarungnirun 2017, ch. 7): data moves in base pages, and a
//! large page frame that is full of the pages of one application becomes a large page where it is.

pub mod coalescer;
pub mod entry;
pub mod frames;
pub mod l1_tlb;
pub mod l2_tlb;
pub mod migrator;
pub mod params;
pub mod walker;
pub mod xlat;

pub use coalescer::Coalescer;
pub use frames::Frames;
pub use l1_tlb::L1Tlb;
pub use l2_tlb::L2Tlb;
pub use migrator::Migrator;
pub use walker::Walker;
pub use xlat::Xlat;

use serde::{Deserialize, Serialize};

use crate::Description;

/// What the library says about Mosaic.
pub const DESCRIPTION: Description = Description {
    about: "TLBs for two page sizes, and large pages made of base pages in place",
    source: "Ausavarungnirun et al., MICRO 2017; Ausavarungnirun, dissertation (2017), chapter 7",
    place: "mosaic_l1_tlb in each SM, mosaic_xlat, which is mosaic_l2_tlb and mosaic_walker, beside the L2 cache, mosaic_coalescer and mosaic_frames at them, mosaic_migrator at the memory controllers",
    blocks: &[],
};

/// What the benches run of each module.
const BENCHED: &[&str] = &["paper", "variant", "tiny"];

/// Bits of the number of a base page in its large page: 512 base pages, as many as a page table has entries (section 2.1).
pub const SLOT_BITS: u32 = 9;

/// Base pages of a large page.
pub const SLOTS: usize = 1 << SLOT_BITS;

/// Entries of a page table in a line of 128 bytes.
pub const LANES: usize = 16;

/// Bits of permissions.
pub const PERM: usize = 4;

/// Kind of a flush (section 2.10): the large entry of a large page.
pub const FLUSH_LARGE: bool = false;
/// Kind of a flush: the large entry of a large page and all entries of its base pages.
pub const FLUSH_BASE: bool = true;

/// Where a page is, and what may be done with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapping {
    /// It is a large page; the lowest [`SLOT_BITS`] of `ppn` are 0 then.
    pub large: bool,
    /// Number of the base page in physical memory.
    pub ppn: u64,
    /// Permissions, of [`PERM`] bits.
    pub perm: u8,
}

#[cfg(test)]
mod tests {
    use crate::stimulated::keeps_its_invariants;

    #[test]
    fn the_coalescer_keeps_its_invariants() {
        keeps_its_invariants::<super::Coalescer>(20_000);
    }

    #[test]
    fn the_lists_of_frames_keep_their_invariants() {
        keeps_its_invariants::<super::Frames>(20_000);
    }

    #[test]
    fn the_migrator_keeps_its_invariants() {
        keeps_its_invariants::<super::Migrator>(20_000);
    }

    #[test]
    fn the_tlb_of_an_sm_keeps_its_invariants() {
        keeps_its_invariants::<super::L1Tlb>(20_000);
    }

    #[test]
    fn the_shared_tlb_keeps_its_invariants() {
        keeps_its_invariants::<super::L2Tlb>(20_000);
    }

    #[test]
    fn the_walker_keeps_its_invariants() {
        keeps_its_invariants::<super::Walker>(20_000);
    }

    #[test]
    fn the_shared_tlb_with_its_walker_keeps_its_invariants() {
        keeps_its_invariants::<super::Xlat>(20_000);
    }
}
