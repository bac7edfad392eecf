// SPDX-License-Identifier: Apache-2.0
//! One walk (specification section 2.5): reads from the root on, and what each entry leads to.

use serde::{Deserialize, Serialize};

use crate::mosaic::entry::Entry;
use crate::mosaic::params::Params;
use crate::mosaic::{Mapping, SLOT_BITS};

/// A base page of an address space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Page {
    /// Number of the address space.
    pub asid: u32,
    /// Number of the virtual base page.
    pub vpn: u64,
}

/// What a walk has found; none: a far-fault.
pub type Found = Option<Mapping>;

/// A walk: its page, who waits for it, and where it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    /// The base page that is looked up.
    pub page: Page,
    /// The SM that began it, whose root it reads from.
    pub core: u8,
    /// The SMs that wait, a bit each.
    pub waiters: u64,
    /// Depth of the next read, 1 the root; its table if it is deeper, and that of the depth above (O15).
    depth: u8,
    table: u64,
    above: u64,
    /// The entry above the last depth had the large bit.
    large: bool,
    /// That entry has been read once more (decision D8).
    pub retried: bool,
    /// Of a walk that is over.
    pub found: Found,
}

impl Walk {
    /// At its beginning.
    pub fn of(page: Page, core: u8) -> Walk {
        Walk { page, core, waiters: 1 << core, depth: 1, ..Walk::default() }
    }

    /// From the beginning again.
    pub fn begin_anew(&mut self) {
        *self = Walk { waiters: self.waiters, ..Walk::of(self.page, self.core) };
    }

    /// Depth of the next read, or of that which it waits for.
    pub fn depth(&self) -> u8 {
        self.depth
    }

    /// Where the next read is; of a large page the last is of slot 0.
    pub fn address(&self, p: &Params, root: u64) -> u64 {
        let table = if self.depth == 1 { root } else { self.table };
        let below = p.pt_levels - u32::from(self.depth);
        let index = self.page.vpn >> (SLOT_BITS * below) & 0x1ff;
        table << 12 | if below == 0 && self.large { 0 } else { index << 3 }
    }

    /// What it has read: whether it is over.
    pub fn read(&mut self, p: &Params, pte: Entry) -> bool {
        let (levels, depth) = (p.pt_levels, u32::from(self.depth));
        if depth < levels {
            if !pte.valid() {
                self.found = None;
                return true;
            }
            self.large = depth == levels - 1 && pte.large();
            (self.above, self.table, self.depth) = (self.table, pte.table(p), self.depth + 1);
            return false;
        }
        let (large, perm) = (self.large, (pte.0 >> 1 & 0xf) as u8);
        if large {
            self.found = Some(Mapping { large, ppn: pte.ppn(p) >> SLOT_BITS << SLOT_BITS, perm });
            return true;
        }
        if pte.valid() && pte.disabled() && !self.retried {
            (self.retried, self.table, self.depth) = (true, self.above, self.depth - 1);
            return false;
        }
        self.found = pte.valid().then(|| Mapping { large, ppn: pte.ppn(p), perm });
        true
    }
}
