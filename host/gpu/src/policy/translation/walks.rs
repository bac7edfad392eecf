// SPDX-License-Identifier: Apache-2.0
//! The page table walker's contexts, which are the MSHRs behind the L1 TLBs (MASK, section 2.4, decision D27; docs/translation.md).
//! Bit `c` of a mask is context `c`.

use serde::{Deserialize, Serialize};

use crate::machine::MmuSpec;
use crate::mmu::entry;
use crate::socket::{Frame, Root, TlbLookup, Translation, WalkRead, Walked};
use crate::types::bits;

/// A page of an address space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Page {
    pub asid: u16,
    pub vpn: u64,
}

/// A walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Walk {
    page: Page,
    application: u8,
    /// The SM of the lookup that began it.
    sm: u8,
    waiters: u64,
    /// Of the next read.
    depth: u8,
    /// That read's table, of a depth above 1.
    table: u64,
    /// Of a walk that is over; none: a fault.
    found: Option<Frame>,
}

/// All contexts. A busy one is about to read, reads, or is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walks {
    levels: u32,
    page_bits: u32,
    walks: Vec<Walk>,
    /// All contexts, and those that are busy.
    all: u64,
    busy: u64,
    ready: u64,
    over: u64,
    /// What these have read may be out of date.
    poisoned: u64,
    /// Where the search for the next read, and for the next walk that is over, begins.
    next_read: u32,
    next_over: u32,
}

/// The first bit of `mask` from number `first` on, cyclically.
fn cyclic(mask: u64, first: u32) -> Option<usize> {
    let later = mask & (u64::MAX << first);
    let from = if later != 0 { later } else { mask };
    (from != 0).then(|| from.trailing_zeros() as usize)
}

impl Walks {
    /// Contexts that are all free.
    pub fn new(spec: &MmuSpec) -> Walks {
        Walks {
            levels: spec.levels,
            page_bits: spec.page_bits,
            walks: vec![Walk::default(); spec.walks as usize],
            all: u64::MAX >> (64 - spec.walks),
            busy: 0,
            ready: 0,
            over: 0,
            poisoned: 0,
            next_read: 0,
            next_over: 0,
        }
    }

    /// Whether nothing is under way.
    pub fn idle(&self) -> bool {
        self.busy == 0
    }

    /// Whether a context is free.
    pub fn has_room(&self) -> bool {
        self.busy != self.all
    }

    /// The context that reads next.
    pub fn choose_read(&self) -> Option<usize> {
        cyclic(self.ready & !self.poisoned, self.next_read)
    }

    /// The read of the chosen context, which waits for its data from now on.
    pub fn issue(&mut self, context: usize, roots: &[Root]) -> WalkRead {
        self.next_read = (context as u32 + 1) % self.walks.len() as u32;
        self.ready &= !(1 << context);
        let walk = &self.walks[context];
        let table = if walk.depth == 1 { roots[usize::from(walk.sm)].table } else { walk.table };
        let index = entry::index(walk.page.vpn, walk.depth.into(), self.levels);
        WalkRead {
            address: table << entry::TABLE_BITS | index << 3,
            depth: walk.depth,
            application: walk.application,
            context: context as u8,
        }
    }

    /// The entry that a context waits for.
    pub fn data(&mut self, context: usize, entry: u64) {
        let bit = 1 << context;
        if self.busy & !self.ready & !self.over & bit == 0 {
            return;
        }
        if self.poisoned & bit != 0 {
            return self.begin_anew(bit);
        }
        let walk = &mut self.walks[context];
        let last = u32::from(walk.depth) == self.levels;
        walk.found = if last { entry::page(entry, self.page_bits) } else { None };
        match entry::table(entry) {
            Some(table) if !last => {
                (walk.table, walk.depth) = (table, walk.depth + 1);
                self.ready |= bit;
            }
            _ => self.over |= bit,
        }
    }

    /// The walk that ends next, but for one that does so now.
    pub fn choose_over(&self, now: Option<usize>) -> Option<usize> {
        let now = now.map_or(0, |context| 1 << context);
        cyclic(self.over & !self.poisoned & !now, self.next_over)
    }

    /// That one has been chosen.
    pub fn chosen_over(&mut self, context: usize) {
        self.next_over = (context as u32 + 1) % self.walks.len() as u32;
    }

    /// Whether a walk that is over has found its page.
    pub fn found(&self, context: usize) -> bool {
        self.walks[context].found.is_some()
    }

    /// A walk that is over ends, and its context is free. Its page comes back with what it found.
    pub fn end(&mut self, context: usize) -> (Page, Walked) {
        let bit = 1 << context;
        (self.busy, self.over) = (self.busy & !bit, self.over & !bit);
        let Walk { page, waiters, found, .. } = self.walks[context];
        let found = found.map(Translation::base);
        (page, Walked { sms: waiters, vpn: page.vpn, page: found, walk: true })
    }

    /// A lookup joins the walk of its page, if there is one.
    pub fn join(&mut self, page: Page, sm: u8) -> bool {
        let walk = bits(self.busy).find(|context| self.walks[*context as usize].page == page);
        walk.map(|context| self.walks[context as usize].waiters |= 1 << sm).is_some()
    }

    /// A lookup begins a walk in the lowest free context, if there is one.
    pub fn begin(&mut self, page: Page, application: u8, lookup: &TlbLookup) -> bool {
        let free = self.all & !self.busy;
        if free == 0 {
            return false;
        }
        let context = free.trailing_zeros() as usize;
        let (sm, waiters) = (lookup.sm, 1 << lookup.sm);
        self.walks[context] = Walk { page, application, sm, waiters, depth: 1, table: 0, found: None };
        self.busy |= 1 << context;
        self.ready |= 1 << context;
        true
    }

    /// Poisoned walks that wait for no data begin anew; those that are over only if nothing is `held`.
    pub fn restart(&mut self, held: bool) {
        if self.poisoned != 0 {
            let over = if held { 0 } else { self.over };
            self.begin_anew(self.poisoned & (self.ready | over));
        }
    }

    /// What the walks of an address space, or all, have read is out of date.
    pub fn poison(&mut self, asid: Option<u16>) {
        let concerned =
            |context: &u32| asid.is_none_or(|asid| asid == self.walks[*context as usize].page.asid);
        self.poisoned |= bits(self.busy).filter(concerned).fold(0, |mask, context| mask | 1 << context);
    }

    fn begin_anew(&mut self, mask: u64) {
        for context in bits(mask) {
            (self.walks[context as usize].depth, self.walks[context as usize].found) = (1, None);
        }
        self.ready |= mask;
        self.over &= !mask;
        self.poisoned &= !mask;
    }

    /// Whether every context is in one state, and no two walk to the same page.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self) -> Result<(), String> {
        if (self.ready | self.over | self.poisoned) & !self.busy != 0 || self.ready & self.over != 0 {
            return Err("a walk context is free and busy at once".into());
        }
        let pages: Vec<Page> = bits(self.busy).map(|context| self.walks[context as usize].page).collect();
        match (1..pages.len()).find(|i| pages[..*i].contains(&pages[*i])) {
            Some(i) => {
                Err(format!("two walks to page {:#x} of address space {}", pages[i].vpn, pages[i].asid))
            }
            None => Ok(()),
        }
    }
}
