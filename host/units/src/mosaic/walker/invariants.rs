// SPDX-License-Identifier: Apache-2.0
//! Invariants 6, 7, 10 and 12 of specification section 11, as far as `mosaic_walker` shows them.

use std::collections::BTreeMap;

use super::model::Model;
use super::ports::{In, Out};
use super::walk::{Found, Page};
use super::Walker;
use crate::bitset::bits;
use crate::mosaic::entry::Entry;
use crate::mosaic::params::Params;
use crate::mosaic::{Mapping, SLOT_BITS};
use crate::{Monitor, Violation};

/// The reads of a walk since it has begun, or begun anew.
#[derive(Clone, Debug)]
struct Trace {
    page: Page,
    root: u64,
    /// What they have found.
    entries: Vec<Entry>,
    /// The last one has found nothing yet.
    reads: bool,
    /// What it finds is out of date.
    stale: bool,
}

/// What a walk must do after what it has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Due {
    /// Read at this depth and address.
    Read(u8, u64),
    End(Found),
}

/// Follows one `mosaic_walker` from reset on.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    /// Outputs that the inputs of a cycle meet.
    shown: Out,
    /// The SMs that wait for each page.
    waiting: BTreeMap<Page, u64>,
    /// By tag.
    traces: BTreeMap<u8, Trace>,
}

impl Monitor<Walker> for Checker {
    fn new(params: &Params) -> Checker {
        let (waiting, traces) = (BTreeMap::new(), BTreeMap::new());
        Checker { params: params.clone(), cycle: 0, shown: Model::new(params).out(), waiting, traces }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let result = self
            .lookups(i)
            .and_then(|()| self.data(i))
            .and_then(|()| self.offered(i, o, model))
            .and_then(|()| self.answer(o))
            .and_then(|()| self.inside(o, model));
        let cycle = self.cycle;
        self.cycle += 1;
        self.shown = *o;
        result.map_err(|what| Violation { unit: "mosaic_walker", cycle, what })
    }
}

/// Address of the entry of a page in a table of some depth.
fn entry_at(p: &Params, table: u64, page: Page, depth: u32) -> u64 {
    let shift = p.base_page_log2 + SLOT_BITS * (p.pt_levels - depth);
    let virtual_address = page.vpn << p.base_page_log2;
    (table << 12) + 8 * (virtual_address >> shift) % 4096
}

/// What follows from what a walk has read, without its state (section 2.5).
fn due(p: &Params, trace: &Trace) -> Due {
    let (levels, page) = (p.pt_levels, trace.page);
    let mut entries = trace.entries.iter().copied();
    let mut table = trace.root;
    let mut upper = (0, 0);
    for depth in 1..levels {
        upper = (depth as u8, entry_at(p, table, page, depth));
        match entries.next() {
            None => return Due::Read(upper.0, upper.1),
            Some(entry) if !entry.valid() => return Due::End(None),
            Some(entry) if depth + 1 == levels => return last(p, page, entry, upper, entries),
            Some(entry) => table = entry.table(p),
        }
    }
    Due::Read(upper.0, upper.1)
}

/// The same from the entry above the last depth on, which is at `upper`.
fn last(
    p: &Params,
    page: Page,
    mut above: Entry,
    upper: (u8, u64),
    mut entries: impl Iterator<Item = Entry>,
) -> Due {
    for first in [true, false] {
        let large = above.large();
        let slot = if large { 0 } else { page.vpn % 512 };
        let Some(entry) = entries.next() else {
            return Due::Read(p.pt_levels as u8, (above.table(p) << 12) + 8 * slot);
        };
        let ppn = if large { entry.ppn(p) & !511 } else { entry.ppn(p) };
        let mapping = Mapping { large, ppn, perm: (entry.0 >> 1) as u8 & 15 };
        if !large && !entry.valid() {
            return Due::End(None);
        }
        if large || !entry.disabled() || !first {
            return Due::End(Some(mapping));
        }
        match entries.next() {
            None => return Due::Read(upper.0, upper.1),
            Some(entry) if !entry.valid() => return Due::End(None),
            Some(entry) => above = entry,
        }
    }
    unreachable!("the second entry of the last depth ends a walk")
}

impl Checker {
    fn lookups(&mut self, i: &In) -> Result<(), String> {
        let p = &self.params;
        let waits =
            |core: u8, waiting: &BTreeMap<Page, u64>| waiting.values().any(|mask| mask >> core & 1 == 1);
        if i.root_we && waits(i.root_core, &self.waiting) {
            return Err(format!("illegal stimulus: the root of SM {} changes while it waits", i.root_core));
        }
        for port in 0..p.ports() {
            let Some(miss) = i.miss(p, port).filter(|_| self.shown.miss_ready >> port & 1 == 1) else {
                continue;
            };
            let mask = self.waiting.entry(miss.page).or_default();
            if *mask >> miss.core & 1 == 1 {
                return Err(format!("illegal stimulus: {miss:?} while the SM waits for that page"));
            }
            *mask |= 1 << miss.core;
        }
        Ok(())
    }

    /// A flush, behind which nothing counts that was read before it, and an entry that is read.
    fn data(&mut self, i: &In) -> Result<(), String> {
        if let Some(flush) = i.flush() {
            self.traces.retain(|_, trace| trace.reads || !flush.concerns(trace.page));
            for trace in self.traces.values_mut().filter(|trace| flush.concerns(trace.page)) {
                trace.stale = true;
            }
        }
        if !i.wd_valid {
            return Ok(());
        }
        let Some(trace) = self.traces.get_mut(&i.wd_tag).filter(|trace| trace.reads) else {
            return Err(format!("illegal stimulus: walk {} does not read", i.wd_tag));
        };
        if trace.stale {
            self.traces.remove(&i.wd_tag);
        } else {
            trace.entries.push(Entry(i.wd_pte));
            trace.reads = false;
        }
        Ok(())
    }

    /// Invariants 6, 7 and 12: a read is the next of its walk, all of whose reads are behind the last flush of its page.
    fn offered(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), String> {
        if self.shown.wm_valid && !i.wm_ready {
            let same =
                |a: &Out, b: &Out| (a.wm_addr, a.wm_depth, a.wm_tag) == (b.wm_addr, b.wm_depth, b.wm_tag);
            let stays = o.wm_valid && same(o, &self.shown);
            return if stays { Ok(()) } else { Err("a read that is not taken changes".to_string()) };
        }
        if !o.wm_valid {
            return Ok(());
        }
        let s = model.state();
        let Some((_, walk)) = s.walks().find(|(place, _)| *place == usize::from(o.wm_tag)) else {
            return Err(format!("walk {} reads, which is free", o.wm_tag));
        };
        let begun = Trace {
            page: walk.page,
            root: s.root(walk.core.into()),
            entries: Vec::new(),
            reads: false,
            stale: false,
        };
        let trace = self.traces.entry(o.wm_tag).or_insert(begun);
        let expected = due(&self.params, trace);
        if trace.reads || expected != Due::Read(o.wm_depth, o.wm_addr) {
            return Err(format!("invariant 7: {expected:x?} is due of {trace:x?}, not {o:x?}"));
        }
        trace.reads = true;
        if trace.entries.len() as u32 + 1 > self.params.pt_levels + 2 {
            return Err(format!("invariant 12: {trace:x?} reads once more"));
        }
        Ok(())
    }

    /// Invariants 6, 7 and 10: a walk ends with what its reads have found, for all that wait for its page.
    fn answer(&mut self, o: &Out) -> Result<(), String> {
        let Some((page, found)) = o.ended() else { return Ok(()) };
        let waited = self.waiting.remove(&page);
        if waited != Some(o.wrsp_mask) {
            return Err(format!(
                "invariant 10: {page:x?} is answered to {:#x}, {waited:x?} wait",
                o.wrsp_mask
            ));
        }
        let of_page = self.traces.iter().find(|(_, trace)| trace.page == page && !trace.reads);
        let Some((tag, trace)) = of_page.map(|(tag, trace)| (*tag, trace)) else {
            return Err(format!("invariant 6: {found:x?} of {page:x?} was read before a flush"));
        };
        if due(&self.params, trace) != Due::End(found) {
            return Err(format!("invariant 7: {found:x?} is not what {trace:x?} has found"));
        }
        self.traces.remove(&tag);
        Ok(())
    }

    /// Invariant 10, and what only the model's state shows.
    fn inside(&self, o: &Out, model: &Model) -> Result<(), String> {
        let (p, s) = (&self.params, model.state());
        let walked: BTreeMap<Page, u64> = s.walks().map(|(_, walk)| (walk.page, walk.waiters)).collect();
        if walked != self.waiting || s.walks().count() != walked.len() {
            return Err(format!("invariant 10: the walks are {walked:x?}, who waits {:x?}", self.waiting));
        }
        let room = p.ports().min(p.walk_ctx as usize - self.waiting.len());
        if bits(o.miss_ready).count() != room {
            return Err(format!("invariant 10: {:#x} are ready, {room} walks are free", o.miss_ready));
        }
        if !s.is_sound() {
            return Err("a walk is in two states".to_string());
        }
        Ok(())
    }
}
