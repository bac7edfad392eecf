// SPDX-License-Identifier: Apache-2.0
//! What the engine knows of CTAs and loads: CTA slots with PerCTA, and DIST (specification section 3).

use serde::{Deserialize, Serialize};

use super::generator::Target;
use super::learning::{Lesson, Load, Registered, Trained, BASES};
use crate::cta_prefetch::params::{Params, Replacement};

/// An entry of PerCTA: a load of a CTA, and where its leading warp began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    pc: u64,
    lead: u64,
    n: u64,
    base: [u64; BASES],
    /// Case 2 has asked for prefetches from these base addresses.
    own_done: bool,
    /// When it was registered; the larger, the later.
    updated: u64,
}

/// A CTA slot.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Slot {
    active: bool,
    first: u64,
    nw: u64,
    entries: Vec<Option<Entry>>,
}

/// The CTA slots with PerCTA.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerCta {
    slots: Vec<Slot>,
    updates: u64,
}

impl Slot {
    fn matching(&self, pc: u64) -> Option<&Entry> {
        self.entries.iter().flatten().find(|e| e.pc == pc)
    }

    fn clear(&mut self) {
        self.entries.fill(None);
    }

    /// The entry for a load that has none.
    fn victim(&self, params: &Params) -> Option<usize> {
        let free = self.entries.iter().position(Option::is_none);
        let oldest = || {
            let updated = |i: &usize| self.entries[*i].as_ref().map(|e| e.updated);
            (0..self.entries.len()).min_by_key(updated)
        };
        match params.percta_repl {
            Replacement::LruUpdate => free.or_else(oldest),
            Replacement::Sticky => free,
        }
    }
}

impl PerCta {
    /// Without CTAs.
    pub fn new(params: &Params) -> PerCta {
        let slot = Slot { entries: vec![None; params.percta_entries as usize], ..Slot::default() };
        PerCta { slots: vec![slot; params.n_cta as usize], updates: 0 }
    }

    /// Whether it has the sizes of another.
    pub fn fits(&self, other: &PerCta) -> bool {
        let sizes = |t: &PerCta| t.slots.iter().map(|s| s.entries.len()).collect::<Vec<_>>();
        sizes(self) == sizes(other)
    }

    fn slot(&self, cta: u64) -> Option<&Slot> {
        self.slots.get(cta as usize)
    }

    /// Whether a CTA is in the slot.
    pub fn active(&self, cta: u64) -> bool {
        self.slot(cta).is_some_and(|s| s.active)
    }

    /// First warp, warps.
    pub fn target(&self, cta: u64) -> Target<u64> {
        self.slot(cta).map_or(Target { active: false, first: 0, nw: 0 }, |s| Target {
            active: s.active,
            first: s.first,
            nw: s.nw,
        })
    }

    /// What there is of a CTA and a PC.
    pub fn registered(&self, cta: u64, pc: u64) -> Registered<u64> {
        match self.slot(cta).and_then(|s| s.matching(pc)) {
            Some(e) => Registered { hit: true, lead: e.lead, n: e.n, base: e.base },
            None => Registered { hit: false, lead: 0, n: 0, base: [0; BASES] },
        }
    }

    /// Whether an entry can be used for a load of the CTA that has none.
    pub fn room(&self, cta: u64, params: &Params) -> bool {
        self.slot(cta).is_some_and(|s| s.victim(params).is_some())
    }

    /// Whether all entries of the CTA are in use.
    pub fn full(&self, cta: u64) -> bool {
        self.slot(cta).is_some_and(|s| s.entries.iter().all(Option::is_some))
    }

    /// CTAs that case 1 serves (section 2.3).
    pub fn candidates(&self, pc: u64, of: u64, params: &Params) -> u64 {
        let served =
            |s: &Slot| s.active && s.matching(pc).is_some_and(|e| !(params.skip_own_done && e.own_done));
        let bit = |(c, s): (usize, &Slot)| u64::from(served(s)) << c;
        self.slots.iter().enumerate().map(bit).sum::<u64>() & !(1 << of)
    }

    /// The highest number of entries of one CTA that are for the same PC.
    pub fn most_of_a_pc(&self) -> usize {
        let of = |s: &Slot, pc| s.entries.iter().flatten().filter(|e| e.pc == pc).count();
        let most = |s: &Slot| s.entries.iter().flatten().map(|e| of(s, e.pc)).max();
        self.slots.iter().filter_map(most).max().unwrap_or(0)
    }

    /// What a load changes. `own_done`: case 2 has asked for prefetches.
    pub fn learn(
        &mut self,
        cta: u64,
        pc: u64,
        load: &Load<u64>,
        lesson: &Lesson<u64>,
        own_done: bool,
        params: &Params,
    ) {
        let Some(slot) = self.slots.get_mut(cta as usize) else { return };
        let hit = slot.entries.iter().position(|e| e.as_ref().is_some_and(|e| e.pc == pc));
        if lesson.drop {
            if let Some(i) = hit {
                slot.entries[i] = None;
            }
        } else if lesson.register {
            if let Some(i) = hit.or_else(|| slot.victim(params)) {
                self.updates += 1;
                let Load { widx: lead, n, addr: base, .. } = *load;
                slot.entries[i] = Some(Entry { pc, lead, n, base, own_done, updated: self.updates });
            }
        }
    }

    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(Slot::clear);
    }

    /// A CTA starts in the slot.
    pub fn start(&mut self, cta: u8, first: u8, nw: u8) {
        if let Some(slot) = self.slots.get_mut(usize::from(cta)) {
            slot.clear();
            (slot.active, slot.first, slot.nw) = (true, first.into(), nw.into());
        }
    }

    /// The CTA of the slot ends.
    pub fn end(&mut self, cta: u8) {
        if let Some(slot) = self.slots.get_mut(usize::from(cta)) {
            slot.clear();
            slot.active = false;
        }
    }
}

/// An entry of DIST: a load with its stride.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Stride {
    pc: u64,
    stride: u64,
    mis: u64,
}

/// DIST. Entries are installed one after the other, so the next place is free or has the oldest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dist {
    entries: Vec<Option<Stride>>,
    next: usize,
}

impl Dist {
    /// Without strides.
    pub fn new(params: &Params) -> Dist {
        Dist { entries: vec![None; params.dist_entries as usize], next: 0 }
    }

    /// Whether it has the size of another.
    pub fn fits(&self, other: &Dist) -> bool {
        self.entries.len() == other.entries.len() && self.next < self.entries.len()
    }

    /// What there is of a PC.
    pub fn trained(&self, pc: u64) -> Trained<u64> {
        match self.entries.iter().flatten().find(|s| s.pc == pc) {
            Some(s) => Trained { hit: true, stride: s.stride, mis: s.mis },
            None => Trained { hit: false, stride: 0, mis: 0 },
        }
    }

    /// The highest number of entries that are for the same PC.
    pub fn most_of_a_pc(&self) -> usize {
        let of = |pc| self.entries.iter().flatten().filter(|s| s.pc == pc).count();
        self.entries.iter().flatten().map(|s| of(s.pc)).max().unwrap_or(0)
    }

    /// What a load changes.
    pub fn learn(&mut self, pc: u64, lesson: &Lesson<u64>) {
        if lesson.install {
            self.entries[self.next] = Some(Stride { pc, stride: lesson.stride, mis: lesson.mis });
            self.next = (self.next + 1) % self.entries.len();
        } else if let Some(s) = self.entries.iter_mut().flatten().find(|s| lesson.verify && s.pc == pc) {
            s.mis = lesson.mis;
        }
    }

    pub fn clear(&mut self) {
        self.entries.fill(None);
        self.next = 0;
    }
}
