// SPDX-License-Identifier: Apache-2.0
//! The walk contexts, which are the MSHRs of the shared TLB (specification section 2.4, decisions D9 and D27; T17 to T23 of
//! docs/translation.md). Bit `c` of a mask is context `c`.

use serde::{Deserialize, Serialize};

use super::contexts::Contexts;
use super::store::{Frame, Page};
use crate::bitset::{bits, ones64};
use crate::mask::params::Params;

/// A lookup of an SM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lookup {
    /// The SM, below `num_cores`.
    pub core: u8,
    /// Its warp slot, below `warps_per_core`.
    pub warp: u8,
    /// Number of the virtual page.
    pub vpn: u64,
}

/// The root register of an SM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Root {
    /// Frame of 4 KB of the table of depth 1.
    pub table: u64,
    /// Number of the address space.
    pub asid: u32,
    /// Its application, below `num_apps`.
    pub app: u8,
}

/// A walk read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Read {
    /// Physical address of the entry, of 8 bytes.
    pub address: u64,
    /// Depth of the table, 1 the root.
    pub depth: u8,
    /// Application of the walk.
    pub app: u8,
    /// The context that reads.
    pub context: u8,
}

/// A walk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    /// The page that is looked up.
    pub page: Page,
    /// Application of that lookup.
    pub app: u8,
    /// SM of the lookup that began it (D11), whose root register it reads from.
    pub core: u8,
    /// Warp slot of the lookup that began it.
    pub warp: u8,
    /// The SMs that wait for it, a bit each.
    pub waiters: u64,
    /// Of the next read, 1 the root, and its table if it is deeper.
    depth: u8,
    table: u64,
    /// Of a walk that is over; none: a fault.
    pub found: Option<Frame>,
}

/// All contexts, and their walks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walks {
    walks: Vec<Walk>,
    contexts: Contexts,
}

impl Walks {
    /// All free.
    pub fn new(p: &Params) -> Walks {
        Walks { walks: vec![Walk::default(); p.walk_ctx as usize], contexts: Contexts::reset() }
    }

    /// Whether the contexts are as many as the parameters say.
    pub fn fits(&self, p: &Params) -> bool {
        let (most, Contexts { next_read, next_over, .. }) = (u64::from(p.walk_ctx), self.contexts);
        self.walks.len() as u64 == most && next_read < most && next_over < most
    }

    /// Busy contexts.
    pub fn busy(&self) -> impl Iterator<Item = &Walk> {
        bits(self.contexts.busy).map(|context| &self.walks[context])
    }

    /// Contexts that read out-of-date tables.
    pub fn poisoned(&self) -> u64 {
        self.contexts.poisoned
    }

    /// Whether a context is free.
    pub fn has_room(&self, p: &Params) -> bool {
        self.contexts.free(p) != 0
    }

    /// One context.
    pub fn walk(&self, context: usize) -> &Walk {
        &self.walks[context]
    }

    /// The context that reads next.
    pub fn choose_read(&self) -> Option<usize> {
        let (any, context) = self.contexts.choose_read();
        any.then_some(context as usize)
    }

    /// The walk that ends next, but for one that does so now.
    pub fn choose_over(&self, now: Option<usize>) -> Option<usize> {
        let (any, context) = self.contexts.choose_over(now.map_or(0, |context| 1 << context));
        any.then_some(context as usize)
    }

    /// That one has been chosen.
    pub fn chosen_over(&mut self, p: &Params, context: usize) {
        self.contexts.chosen_over(p, context as u64);
    }

    /// The read of the chosen context, which waits for its data from now on.
    pub fn issue(&mut self, p: &Params, context: usize, roots: &[Root]) -> Read {
        self.contexts.read(p, context as u64);
        let walk = &self.walks[context];
        let table = if walk.depth == 1 { roots[usize::from(walk.core)].table } else { walk.table };
        let index = walk.page.vpn >> (9 * (p.pt_levels - u32::from(walk.depth))) & 0x1ff;
        let address = table << 12 | index << 3;
        Read { address, depth: walk.depth, app: walk.app, context: context as u8 }
    }

    /// The entry that a context waits for.
    pub fn data(&mut self, p: &Params, context: usize, pte: u64) {
        let Some(walk) = self.walks.get_mut(context) else { return };
        let (valid, physical) = (pte & 1 == 1, pte & ones64(p.pa_w));
        let goes_on = valid && u32::from(walk.depth) < p.pt_levels;
        let (fresh, stale) = self.contexts.answer(1 << context, goes_on);
        if fresh != 0 && goes_on {
            (walk.table, walk.depth) = (physical >> 12, walk.depth + 1);
        } else if fresh != 0 {
            let frame = Frame { ppn: physical >> p.page_bits, perm: (pte >> 1 & 0xf) as u8 };
            walk.found = valid.then_some(frame);
        }
        self.begin_anew(stale);
    }

    /// A walk that is over ends, and its context is free.
    pub fn end(&mut self, context: usize) -> Walk {
        self.contexts.end(1 << context);
        self.walks[context]
    }

    /// A lookup joins the walk of its page, if there is one.
    pub fn join(&mut self, page: Page, core: u8) -> bool {
        let walk = bits(self.contexts.busy).find(|context| self.walks[*context].page == page);
        walk.map(|context| self.walks[context].waiters |= 1 << core).is_some()
    }

    /// A lookup begins a walk in the lowest free context, if there is one.
    pub fn begin(&mut self, p: &Params, page: Page, app: u8, lookup: &Lookup) -> bool {
        let Some(context) = bits(self.contexts.free(p)).next() else { return false };
        let Lookup { core, warp, .. } = *lookup;
        let waiters = 1 << core;
        self.walks[context] = Walk { page, app, core, warp, waiters, depth: 1, table: 0, found: None };
        self.contexts.begin(1 << context);
        true
    }

    /// Poisoned walks that wait for no data begin anew; those that are over only if nothing is `held`.
    pub fn restart(&mut self, held: bool) {
        let restarted = self.contexts.restart(held);
        self.begin_anew(restarted);
    }

    /// What the walks of an address space, or (none) all, have read is out of date.
    pub fn poison(&mut self, asid: Option<u32>) {
        let concerned = |context: &usize| asid.is_none_or(|asid| asid == self.walks[*context].page.asid);
        let mask = bits(self.contexts.busy).filter(concerned).fold(0, |mask, context| mask | 1 << context);
        self.contexts.poison(mask);
    }

    fn begin_anew(&mut self, mask: u64) {
        for context in bits(mask) {
            (self.walks[context].depth, self.walks[context].found) = (1, None);
        }
    }

    /// Whether every context is in one state.
    pub fn is_sound(&self) -> bool {
        let Contexts { busy, ready, over, poisoned, .. } = self.contexts;
        (ready | over | poisoned) & !busy == 0 && ready & over == 0
    }
}
