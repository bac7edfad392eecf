// SPDX-License-Identifier: Apache-2.0
//! Entries of page tables (specification section 2.1, decision D2). A table is 4 KB: 512 entries of 8 bytes, 32 lines.

use super::params::Params;
use crate::bitset::ones64;

/// Lines of a page table.
pub const LINES: u32 = 32;

/// The table of the next depth is there, or the base page is.
pub const VALID: u64 = 1;
/// In the entry of the depth above the last: the base pages of the table are a large page.
pub const LARGE: u64 = 1 << 7;
/// In an entry of the last depth: the base mapping is not preferred.
pub const DISABLED: u64 = 1 << 10;

/// An entry as it is in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry(pub u64);

impl Entry {
    /// Whether the table of the next depth, or the base page, is there ([`VALID`]).
    pub fn valid(self) -> bool {
        self.0 & VALID != 0
    }

    /// Whether the base pages of the table are a large page ([`LARGE`]).
    pub fn large(self) -> bool {
        self.0 & LARGE != 0
    }

    /// Whether the base mapping is not preferred ([`DISABLED`]).
    pub fn disabled(self) -> bool {
        self.0 & DISABLED != 0
    }

    /// Frame of 4 KB of the table of the next depth.
    pub fn table(self, p: &Params) -> u64 {
        (self.0 & ones64(p.pa_w)) >> 12
    }

    /// Number of the base page.
    pub fn ppn(self, p: &Params) -> u64 {
        (self.0 & ones64(p.pa_w)) >> p.base_page_log2
    }
}
