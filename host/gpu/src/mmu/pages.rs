// SPDX-License-Identifier: Apache-2.0
//! The page tables of all applications, as they lie in device memory, and the way back from a frame to its page.
//!
//! Tables change only between two epochs, so that all SMs and the walker may look at them at the same time.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use warpsmith_ptx::{GLOBAL_BASE, LOCAL_PHYSICAL_BASE};

use super::coalescing::{LargePage, TableEvent};
use super::entry::{self, LEVEL_BITS, TABLE_BITS};
use super::Channels;
use crate::machine::{MachineSpec, MmuSpec};
use crate::socket::{Frame, FreedPage, MemoryManager, Move, TableOp, TableOpKind, LINE_ENTRIES};
use crate::types::{Addr, Line, LineSize};

/// Entries of a table.
const ENTRIES: usize = 1 << LEVEL_BITS;

/// The address space of one application.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Space {
    /// Frame of 4 KB of its root table, once a page is mapped.
    root: u64,
    /// Those of the tables of the last level, by the pages that they are for.
    leaves: BTreeMap<u64, u64>,
    /// All page frames that it has, tables included, in the order in which it got them.
    frames: Vec<u64>,
    /// Pages that are freed, but mapped as long as the large page that they lie in is one.
    lapsed: BTreeSet<u64>,
}

/// The entry of a page in its table.
#[inline]
fn leaf_index(vpn: u64) -> usize {
    vpn as usize & (ENTRIES - 1)
}

/// Which of these ranges of pages, in ascending order, a page lies in.
fn allocation(live: &[Range<u64>], vpn: u64) -> Option<&Range<u64>> {
    let before = &live[..live.partition_point(|range| range.start <= vpn)];
    before.last().filter(|range| range.contains(&vpn))
}

/// All address spaces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pages {
    page_bits: u32,
    levels: u32,
    /// The pages whose data comes from the host after they have got a frame.
    remote: Range<u64>,
    lines: LineSize,
    channels: Channels,
    spaces: Vec<Space>,
    /// What the frames of 4 KB that hold tables hold.
    tables: BTreeMap<u64, Vec<u64>>,
    /// By frame of a page: the page.
    owners: Vec<u64>,
    /// Large pages are made by a coalescer: those that are complete, and those that it has not come to an end with.
    deferred: bool,
    complete: Vec<LargePage>,
    coalescing: BTreeSet<LargePage>,
    /// Those that are to be taken apart by it.
    splintering: BTreeSet<LargePage>,
}

/// Why a page got no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("device memory has no frame left for a page table")]
pub struct NoFrame;

impl Pages {
    /// Nothing is mapped yet. Each of the applications has a root table.
    ///
    /// # Errors
    /// There is no frame for one.
    pub fn new(
        machine: &MachineSpec,
        spec: &MmuSpec,
        applications: usize,
        manager: &mut dyn MemoryManager,
    ) -> Result<Pages, NoFrame> {
        let divided = if manager.divides_channels() { applications as u64 } else { 1 };
        let mut pages = Pages {
            page_bits: spec.page_bits,
            levels: spec.levels,
            remote: match spec.pages_on_demand() {
                true => GLOBAL_BASE >> spec.page_bits..LOCAL_PHYSICAL_BASE >> spec.page_bits,
                false => 0..0,
            },
            lines: machine.lines(),
            channels: Channels::new(machine, spec, divided),
            spaces: vec![Space::default(); applications],
            tables: BTreeMap::new(),
            owners: Vec::new(),
            deferred: false,
            complete: Vec::new(),
            coalescing: BTreeSet::new(),
            splintering: BTreeSet::new(),
        };
        for application in 0..applications {
            pages.spaces[application].root = pages.new_table(application as u8, manager)?;
        }
        Ok(pages)
    }

    /// The frame of an application's root table.
    pub fn root(&self, application: u8) -> u64 {
        self.spaces[usize::from(application)].root
    }

    /// The size of a line.
    pub fn lines(&self) -> LineSize {
        self.lines
    }

    /// The number of the page of a line.
    #[inline]
    pub fn vpn(&self, line: Line) -> u64 {
        line.0 >> (self.page_bits - self.lines.offset_bits())
    }

    /// The number of the page of an address.
    #[inline]
    pub fn vpn_of(&self, address: u64) -> u64 {
        address >> self.page_bits
    }

    /// The frame of a page that is there; `None` if it has none, or its data is not in it yet.
    #[inline]
    pub fn frame(&self, application: u8, vpn: u64) -> Option<Frame> {
        entry::page(self.leaf(application, vpn)?, self.page_bits)
    }

    /// The same, but a page that is freed has its frame until its large page is taken apart: what TLBs know of it they may use until
    /// they are flushed (Mosaic, decision D7 and invariant 7).
    #[inline]
    pub fn frame_until_flushed(&self, application: u8, vpn: u64) -> Option<Frame> {
        let entry = self.leaf(application, vpn)?;
        let of = |entry| entry::page(entry, self.page_bits);
        of(entry).or_else(|| of(entry::present(entry)).filter(|_| self.is_going(application, vpn)))
    }

    /// Whether a page is freed and its large page is being taken apart.
    fn is_going(&self, application: u8, vpn: u64) -> bool {
        self.splintering.contains(&LargePage { application, lvpn: vpn >> LEVEL_BITS })
            && self.spaces[usize::from(application)].lapsed.contains(&vpn)
    }

    /// The entry of a page, if there is a table for it.
    #[inline]
    fn leaf(&self, application: u8, vpn: u64) -> Option<u64> {
        let table = self.spaces[usize::from(application)].leaves.get(&(vpn >> LEVEL_BITS))?;
        Some(self.tables.get(table)?[leaf_index(vpn)])
    }

    /// Whether the data of a page comes from the host.
    #[inline]
    pub fn is_remote(&self, vpn: u64) -> bool {
        self.remote.contains(&vpn)
    }

    /// Where a line of a mapped page is; where nothing is mapped, there is none.
    #[inline]
    pub fn physical(&self, application: u8, line: Line) -> Option<Line> {
        let bits = self.page_bits - self.lines.offset_bits();
        let frame = self.frame_until_flushed(application, line.0 >> bits)?;
        Some(self.channels.place(Line(frame.ppn << bits | line.0 & ((1 << bits) - 1))))
    }

    /// The line of an entry of a table.
    pub fn line_of_entry(&self, address: u64) -> Line {
        self.channels.place(self.lines.line(Addr(address)))
    }

    /// Physical address of the entry of the page in this frame of an application, and the entry. Nobody's page has none, and so a place
    /// is taken that changes nothing: the first entry of a root table (decision T53).
    pub fn entry_of_frame(&self, application: Option<u8>, ppn: u64) -> (u64, u64) {
        let of_page = application.and_then(|application| {
            let vpn = self.owners[ppn as usize];
            let table = self.spaces[usize::from(application)].leaves.get(&(vpn >> LEVEL_BITS))?;
            Some((table << TABLE_BITS) + 8 * leaf_index(vpn) as u64)
        });
        let address = of_page.unwrap_or(self.root(application.unwrap_or(0)) << TABLE_BITS);
        (address, self.read(address))
    }

    /// What the entry of a table at a physical address is; not valid where there is no table.
    pub fn read(&self, address: u64) -> u64 {
        let table = self.tables.get(&(address >> TABLE_BITS));
        table.map_or(entry::NONE, |table| table[(address >> 3) as usize & (ENTRIES - 1)])
    }

    /// A page is touched: if it has no frame, the manager gives it one. Whether it did. A page whose data comes from the host
    /// [is there](Pages::arrive) later, others at once.
    ///
    /// # Errors
    /// There is none left, or the page that was there before is still to be unmapped.
    pub fn touch(
        &mut self,
        application: u8,
        vpn: u64,
        manager: &mut dyn MemoryManager,
    ) -> Result<bool, NoFrame> {
        if self.leaf(application, vpn).is_some_and(|entry| entry != entry::NONE) {
            return if self.is_going(application, vpn) { Err(NoFrame) } else { Ok(false) };
        }
        let frame = manager.page(application, vpn).ok_or(NoFrame)?;
        self.spaces[usize::from(application)].frames.push(frame.ppn);
        self.own(frame.ppn, vpn);
        let mut table = self.root(application);
        for depth in 1..self.levels {
            let index = entry::index(vpn, depth, self.levels) as usize;
            table = match entry::table(self.entry(table, index)) {
                Some(next) => next,
                None => {
                    let next = self.new_table(application, manager)?;
                    self.set(table, index, entry::of_table(next));
                    next
                }
            };
        }
        let index = leaf_index(vpn);
        let (entry, remote) = (entry::of_page(frame, self.page_bits), self.is_remote(vpn));
        self.set(table, index, if remote { entry::awaited(entry) } else { entry });
        self.spaces[usize::from(application)].leaves.insert(vpn >> LEVEL_BITS, table);
        if !remote && manager.is_there(application, frame.ppn) {
            self.coalesce(application, vpn);
        }
        Ok(true)
    }

    /// A frame is that of a page.
    fn own(&mut self, ppn: u64, vpn: u64) {
        let place = ppn as usize;
        if self.owners.len() <= place {
            self.owners.resize(place + 1, 0);
        }
        self.owners[place] = vpn;
    }

    /// The data of a page that has a frame has come. Its frame.
    pub fn arrive(&mut self, application: u8, vpn: u64, manager: &mut dyn MemoryManager) -> Option<Frame> {
        let table = *self.spaces[usize::from(application)].leaves.get(&(vpn >> LEVEL_BITS))?;
        let index = leaf_index(vpn);
        let entry = self.entry(table, index);
        if entry == entry::NONE {
            return None;
        }
        self.set(table, index, entry::present(entry));
        let frame = self.frame(application, vpn)?;
        if manager.is_there(application, frame.ppn) {
            self.coalesce(application, vpn);
        }
        Some(frame)
    }

    /// The pages of an application that lie in none of its `live` allocations, those ranges of pages in ascending order, and are not
    /// freed yet.
    pub fn dead(&self, application: u8, live: &[Range<u64>]) -> Vec<FreedPage> {
        let space = &self.spaces[usize::from(application)];
        let allocatable = GLOBAL_BASE >> self.page_bits..LOCAL_PHYSICAL_BASE >> self.page_bits;
        let mut dead = Vec::new();
        for (lvpn, table) in &space.leaves {
            let first = lvpn << LEVEL_BITS;
            let whole = allocation(live, first).is_some_and(|range| range.end >= first + ENTRIES as u64);
            if whole || !allocatable.contains(&first) {
                continue;
            }
            for (vpn, entry) in (first..).zip(self.tables.get(table).into_iter().flatten()) {
                let lives = allocation(live, vpn).is_some();
                if *entry == entry::NONE || lives || space.lapsed.contains(&vpn) {
                    continue;
                }
                let is_there = entry::page(*entry, self.page_bits).is_some();
                let frame = entry::page(entry::present(*entry), self.page_bits).unwrap_or_default();
                dead.push(FreedPage { vpn, ppn: frame.ppn, is_there });
            }
        }
        dead
    }

    /// Pages of an application are freed. Those that lie in a large page stay mapped until it is taken apart (Mosaic, decision D7);
    /// gives the large pages that others lie in, which are mapped no more.
    pub fn free(&mut self, application: u8, freed: &[FreedPage]) -> BTreeSet<u64> {
        let mut unmapped = BTreeSet::new();
        for FreedPage { vpn, .. } in freed {
            let (lvpn, index) = (vpn >> LEVEL_BITS, leaf_index(*vpn));
            if self.is_large(application, *vpn) || self.coalescing.contains(&LargePage { application, lvpn })
            {
                self.spaces[usize::from(application)].lapsed.insert(*vpn);
            } else if let Some(table) = self.spaces[usize::from(application)].leaves.get(&lvpn) {
                self.set(*table, index, entry::NONE);
                unmapped.insert(lvpn);
            }
        }
        let frames: BTreeSet<u64> = freed.iter().map(|page| page.ppn).collect();
        self.spaces[usize::from(application)].frames.retain(|frame| !frames.contains(frame));
        unmapped
    }

    /// The page of an application that has a frame, and whether its data is there.
    pub fn content(&self, application: u8, ppn: u64) -> Option<(u64, bool)> {
        let vpn = *self.owners.get(ppn as usize)?;
        Some((vpn, self.frame(application, vpn).is_some()))
    }

    /// A page of an application has another frame from now on. The large page that it lies in, which is none.
    pub fn moved(&mut self, application: u8, Move { from, to }: Move) -> u64 {
        let vpn = self.owners[from as usize];
        self.own(to, vpn);
        let space = &mut self.spaces[usize::from(application)];
        space.frames.iter_mut().filter(|frame| **frame == from).for_each(|frame| *frame = to);
        if let Some(table) = space.leaves.get(&(vpn >> LEVEL_BITS)).copied() {
            let index = leaf_index(vpn);
            let entry = self.entry(table, index);
            self.set(table, index, entry ^ (from ^ to) << self.page_bits);
        }
        vpn >> LEVEL_BITS
    }

    /// A page of an application has moved to a frame where it lies as in a large page, which that can be if it was the last one.
    pub fn gathered(&mut self, application: u8, one: Move, manager: &mut dyn MemoryManager) {
        let lvpn = self.moved(application, one);
        let vpn = self.owners[one.to as usize];
        if self.frame(application, vpn).is_some() && manager.is_there(application, one.to) {
            self.coalesce(application, lvpn << LEVEL_BITS);
        }
    }

    /// The large pages of an application that have pages which were freed, and are allocated again.
    pub fn revived(&self, application: u8, live: &[Range<u64>]) -> BTreeSet<u64> {
        let lives = |vpn: &&u64| allocation(live, **vpn).is_some();
        let lapsed = &self.spaces[usize::from(application)].lapsed;
        lapsed.iter().filter(lives).map(|vpn| vpn >> LEVEL_BITS).collect()
    }

    /// A large page is to be taken apart by a coalescer.
    pub fn splinters(&mut self, page: LargePage) {
        self.splintering.insert(page);
    }

    /// A large page is taken apart by the driver, at once.
    pub fn splinter(&mut self, page: LargePage) {
        let LargePage { application, lvpn } = page;
        if let Some((above, index, table)) = self.last_tables(application, lvpn << LEVEL_BITS) {
            let entries = self.tables.get_mut(&table).into_iter().flatten();
            entries.for_each(|entry| *entry = entry::enabled(*entry));
            self.set(above, index, entry::not_large(self.entry(above, index)));
        }
        self.splintered(page);
    }

    /// A large page is taken apart: its pages that are freed are mapped no more.
    fn splintered(&mut self, page: LargePage) {
        let LargePage { application, lvpn } = page;
        self.splintering.remove(&page);
        let space = &mut self.spaces[usize::from(application)];
        let first = lvpn << LEVEL_BITS;
        let mut gone = space.lapsed.split_off(&first);
        space.lapsed.append(&mut gone.split_off(&(first + ENTRIES as u64)));
        let table = space.leaves.get(&lvpn).copied();
        for (vpn, table) in gone.into_iter().zip(std::iter::repeat(table).flatten()) {
            self.set(table, leaf_index(vpn), entry::NONE);
        }
    }

    /// Whether a page lies in a large one.
    fn is_large(&self, application: u8, vpn: u64) -> bool {
        let way = self.last_tables(application, vpn);
        way.is_some_and(|(above, index, _)| entry::is_large(self.entry(above, index)))
    }

    /// The large pages that lie in these bytes as a whole and of which nothing is mapped.
    pub fn unmapped_large(&self, application: u8, bytes: Range<u64>) -> Vec<u64> {
        let bits = self.page_bits + LEVEL_BITS;
        let leaves = &self.spaces[usize::from(application)].leaves;
        let large = bytes.start.div_ceil(1 << bits)..bytes.end >> bits;
        let maps = |table| self.tables.get(table).into_iter().flatten().any(|entry| *entry != entry::NONE);
        large.filter(|lvpn| !leaves.get(lvpn).is_some_and(maps)).collect()
    }

    /// Whether large pages are left to a coalescer.
    pub fn leave_large_pages(&mut self, deferred: bool) {
        self.deferred = deferred;
    }

    /// Those that are complete since this was asked last.
    pub fn take_complete(&mut self) -> Vec<LargePage> {
        std::mem::take(&mut self.complete)
    }

    /// What a coalescer has done takes effect.
    pub fn changed(&mut self, event: &TableEvent) {
        let TableOp { what, address, .. } = match event {
            TableEvent::Op(op) => op,
            TableEvent::Coalesced(page) => {
                self.coalescing.remove(page);
                return;
            }
            TableEvent::Splintered(page) => return self.splintered(*page),
        };
        match what {
            TableOpKind::Read | TableOpKind::ReadLine => {}
            TableOpKind::SetLarge => self.change(*address, entry::large),
            TableOpKind::Disable(lanes) => {
                self.change_lanes(*address, *lanes, entry::disabled);
            }
            TableOpKind::Enable { marked, invalid } => {
                self.change_lanes(*address, *marked, entry::enabled);
                self.change_lanes(*address, *invalid, entry::awaited);
            }
            TableOpKind::ClearLarge => self.change(*address, entry::not_large),
        }
    }

    /// Entries of a line of a table are changed, one a bit.
    fn change_lanes(&mut self, address: u64, lanes: u16, change: fn(u64) -> u64) {
        let changed = (0..LINE_ENTRIES as u64).filter(|lane| lanes >> lane & 1 == 1);
        changed.for_each(|lane| self.change(address + 8 * lane, change));
    }

    /// An entry of a table at a physical address is changed; where there is no table, nothing.
    fn change(&mut self, address: u64, change: fn(u64) -> u64) {
        if let Some(table) = self.tables.get_mut(&(address >> TABLE_BITS)) {
            let entry = &mut table[(address >> 3) as usize & (ENTRIES - 1)];
            *entry = change(*entry);
        }
    }

    /// The 512 pages around `vpn` are to be one large page. Without a coalescer the driver makes it one at once.
    fn coalesce(&mut self, application: u8, vpn: u64) {
        if self.deferred {
            let page = LargePage { application, lvpn: vpn >> LEVEL_BITS };
            self.coalescing.insert(page);
            return self.complete.push(page);
        }
        let Some((above, index, table)) = self.last_tables(application, vpn) else { return };
        self.set(above, index, entry::large(self.entry(above, index)));
        let entries = self.tables.get_mut(&table).into_iter().flatten();
        entries.for_each(|entry| *entry = entry::disabled(*entry));
    }

    /// The table above the last level with the number of the entry in it that is on the way to a page, and the table that it names.
    fn last_tables(&self, application: u8, vpn: u64) -> Option<(u64, usize, u64)> {
        let mut way = (0, 0, self.root(application));
        for depth in 1..self.levels {
            let index = entry::index(vpn, depth, self.levels) as usize;
            way = (way.2, index, entry::table(self.entry(way.2, index))?);
        }
        Some(way)
    }

    /// An application has ended: it has nothing but a new root table.
    ///
    /// # Errors
    /// There is no frame for that.
    pub fn clear(&mut self, application: u8, manager: &mut dyn MemoryManager) -> Result<(), NoFrame> {
        let Space { frames, .. } = std::mem::take(&mut self.spaces[usize::from(application)]);
        for frame in &frames {
            self.tables.remove(&(frame << (self.page_bits - TABLE_BITS)));
        }
        self.coalescing.retain(|page| page.application != application);
        self.complete.retain(|page| page.application != application);
        self.splintering.retain(|page| page.application != application);
        manager.ended(application, &frames);
        self.spaces[usize::from(application)].root = self.new_table(application, manager)?;
        Ok(())
    }

    /// Pages that an application has, tables included.
    #[cfg(test)]
    pub fn count(&self, application: u8) -> usize {
        self.spaces[usize::from(application)].frames.len()
    }

    fn entry(&self, table: u64, index: usize) -> u64 {
        self.tables.get(&table).map_or(0, |table| table[index])
    }

    fn set(&mut self, table: u64, index: usize, entry: u64) {
        if let Some(table) = self.tables.get_mut(&table) {
            table[index] = entry;
        }
    }

    /// An empty table, in a page frame of its own.
    fn new_table(&mut self, application: u8, manager: &mut dyn MemoryManager) -> Result<u64, NoFrame> {
        let ppn = manager.table(application).ok_or(NoFrame)?;
        self.spaces[usize::from(application)].frames.push(ppn);
        let frame = ppn << (self.page_bits - TABLE_BITS);
        self.tables.insert(frame, vec![entry::NONE; ENTRIES]);
        Ok(frame)
    }

    /// Whether every page that the tables name is the owner of its frame, and no frame is there twice.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self) -> Result<(), String> {
        let mut taken = BTreeSet::new();
        for (application, space) in self.spaces.iter().enumerate() {
            if let Some(frame) = space.frames.iter().find(|frame| !taken.insert(**frame)) {
                return Err(format!("frame {frame:#x} of application {application} is given twice"));
            }
            for (range, table) in &space.leaves {
                let entries = self.tables.get(table).map_or(&[][..], Vec::as_slice);
                self.audit_large(application as u8, range << LEVEL_BITS, entries)?;
                for (vpn, entry) in (range << LEVEL_BITS..).zip(entries) {
                    if *entry == entry::NONE {
                        continue;
                    }
                    let frame = entry::page(entry::present(*entry), self.page_bits).unwrap_or_default();
                    if self.owners.get(frame.ppn as usize) != Some(&vpn) {
                        return Err(format!(
                            "page {vpn:#x} of application {application} is not that of its frame"
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// Whether a table of pages from `vpn` on is that of a large page if it is said to be: pages that are there, one behind the
    /// other from a multiple of 512 on, none of which is to be preferred (Mosaic, invariant 3).
    fn audit_large(&self, application: u8, vpn: u64, entries: &[u64]) -> Result<(), String> {
        let large = self.is_large(application, vpn);
        let page = LargePage { application, lvpn: vpn >> LEVEL_BITS };
        let splintering = self.splintering.contains(&page);
        let under_way = splintering || self.coalescing.contains(&page);
        let lapsed = &self.spaces[usize::from(application)].lapsed;
        let frame = |entry: u64| entry::page(entry::present(entry), self.page_bits).unwrap_or_default();
        let first = frame(entries.first().copied().unwrap_or_default());
        let fits = |(i, entry): (u64, &u64)| {
            let marked = entry::is_disabled(*entry) || under_way;
            let there =
                entry::page(*entry, self.page_bits).is_some() || splintering && lapsed.contains(&(vpn + i));
            marked && there && frame(*entry).ppn == first.ppn + i
        };
        let sound = match large {
            true => first.ppn % ENTRIES as u64 == 0 && (0..).zip(entries).all(fits),
            false => !entries.iter().any(|entry| entry::is_disabled(*entry)),
        };
        match sound {
            true => Ok(()),
            false => {
                Err(format!("the 512 pages from {vpn:#x} on of application {application} are no large page"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{PagingOrder, PagingSpec};
    use crate::policy::translation::Frames;
    use crate::socket::DeviceFrames;
    use proptest::prelude::*;

    fn spec() -> (MachineSpec, MmuSpec) {
        let machine = MachineSpec::load("maxwell").unwrap();
        let mmu = machine.mmu.clone().unwrap();
        (machine, mmu)
    }

    fn manager(frames: u64, divided: bool) -> Frames {
        let mut manager = Frames::new(false, divided);
        manager.start(DeviceFrames { frames, applications: 2 });
        manager
    }

    /// What a walk by hand finds: the entries of all levels, each from the address that the one before it gives.
    fn walk(pages: &Pages, application: u8, vpn: u64) -> Option<Frame> {
        let mut table = pages.root(application);
        for depth in 1..=4 {
            let index = vpn >> (9 * (4 - depth)) & 0x1ff;
            let found = pages.read((table << 12) + 8 * index);
            if found & 1 == 0 {
                return None;
            }
            if depth == 4 {
                return Some(Frame { ppn: found >> 12, perm: (found >> 1 & 0xf) as u8 });
            }
            table = found >> 12;
        }
        None
    }

    proptest! {
        #[test]
        fn walks_through_the_tables_find_what_the_map_says_and_lines_lie_in_its_frames(
            touched in prop::collection::vec((0u8..2, 0u64..1 << 29), 1..60), divided in any::<bool>(),
        ) {
            let (machine, mmu) = spec();
            let mut manager = manager(1 << 12, divided);
            let mut pages = Pages::new(&machine, &mmu, 2, &mut manager).unwrap();
            for (application, vpn) in &touched {
                pages.touch(*application, *vpn, &mut manager).unwrap();
            }
            prop_assert_eq!(pages.audit(), Ok(()));
            let mut frames = std::collections::BTreeMap::new();
            for (application, vpn) in &touched {
                let frame = pages.frame(*application, *vpn).unwrap();
                prop_assert_eq!(walk(&pages, *application, *vpn), Some(frame));
                prop_assert_eq!(frames.entry(frame.ppn).or_insert((*application, *vpn)), &(*application, *vpn));
                let line = Line(vpn << 5 | 17);
                let place = pages.channels.place(Line(frame.ppn << 5 | 17));
                prop_assert_eq!(pages.physical(*application, line), Some(place));
                let other = 1 - *application;
                let theirs = touched.contains(&(other, *vpn));
                prop_assert_eq!(walk(&pages, other, *vpn).is_some(), theirs);
            }
        }
    }

    #[test]
    fn a_page_whose_data_comes_from_the_host_has_its_frame_at_once_and_is_valid_when_it_has_come() {
        let (machine, mut mmu) = spec();
        let order = PagingOrder::Overlapped;
        mmu.paging = Some(PagingSpec { fault_4k_ns: 55_000, fault_2m_ns: 318_000, order });
        let mut manager = manager(100, false);
        let mut pages = Pages::new(&machine, &mmu, 2, &mut manager).unwrap();
        let [allocated, parameters, local] = [GLOBAL_BASE, 0, LOCAL_PHYSICAL_BASE].map(|at| pages.vpn_of(at));
        for vpn in [allocated, parameters, local] {
            assert_eq!(pages.touch(1, vpn, &mut manager), Ok(true));
            assert_eq!(pages.touch(1, vpn, &mut manager), Ok(false));
            assert_eq!(pages.frame(1, vpn).is_none(), vpn == allocated);
            assert_eq!(walk(&pages, 1, vpn), pages.frame(1, vpn));
        }
        assert_eq!(pages.audit(), Ok(()));
        let frame = pages.arrive(1, allocated, &mut manager).unwrap();
        assert_eq!(pages.frame(1, allocated), Some(frame));
        assert_eq!((walk(&pages, 1, allocated), frame.perm), (Some(frame), Frame::READ | Frame::WRITE));
        assert_eq!((pages.touch(1, allocated, &mut manager), pages.audit()), (Ok(false), Ok(())));
    }

    /// Gives frames from 512 on in order, and says that they are a large page when 512 are there.
    #[derive(Default, Serialize, Deserialize)]
    struct OneLarge {
        tables: u64,
        pages: u64,
        there: u64,
    }

    impl MemoryManager for OneLarge {
        fn start(&mut self, _: DeviceFrames) {}

        fn page(&mut self, _: u8, _: u64) -> Option<Frame> {
            self.pages += 1;
            Some(Frame { ppn: 511 + self.pages, perm: Frame::READ })
        }

        fn table(&mut self, _: u8) -> Option<u64> {
            self.tables += 1;
            Some(self.tables)
        }

        fn is_there(&mut self, _: u8, _: u64) -> bool {
            self.there += 1;
            self.there == 512
        }

        fn ended(&mut self, _: u8, _: &[u64]) {}
    }

    #[test]
    fn the_entry_above_a_large_page_has_bit_7_and_those_of_its_pages_bit_10_and_walks_find_the_same() {
        let (machine, mmu) = spec();
        let mut manager = OneLarge::default();
        let mut pages = Pages::new(&machine, &mmu, 1, &mut manager).unwrap();
        let first = 7 << 9;
        for vpn in first..first + 512 {
            let (above, index, table) = pages.last_tables(0, first).unwrap_or_default();
            assert_eq!(pages.entry(above, index) >> 7 & 1, 0);
            assert_eq!(pages.entry(table, 0) >> 10 & 1, 0);
            pages.touch(0, vpn, &mut manager).unwrap();
        }
        let (above, index, table) = pages.last_tables(0, first).unwrap();
        assert_eq!(pages.entry(above, index) & 0xfff, 0b1000_0111);
        for (i, vpn) in (0..512).zip(first..) {
            assert_eq!(pages.entry(table, i) & 0xfff, 0b100_0000_0011);
            let frame = Frame { ppn: 512 + i as u64, perm: Frame::READ };
            assert_eq!((walk(&pages, 0, vpn), pages.frame(0, vpn)), (Some(frame), Some(frame)));
        }
        assert_eq!(pages.audit(), Ok(()));
        pages.set(table, 5, entry::of_page(Frame { ppn: 517, perm: Frame::READ }, 12));
        assert!(pages.audit().unwrap_err().contains("0xe00"), "{:?}", pages.audit());
    }

    #[test]
    fn a_large_page_that_is_left_to_a_coalescer_is_sound_after_each_of_its_operations_and_not_if_one_is_missing(
    ) {
        let (machine, mmu) = spec();
        let mut manager = OneLarge::default();
        let mut pages = Pages::new(&machine, &mmu, 1, &mut manager).unwrap();
        pages.leave_large_pages(true);
        let first = 7 << 9;
        (first..first + 512).for_each(|vpn| assert_eq!(pages.touch(0, vpn, &mut manager), Ok(true)));
        let page = LargePage { application: 0, lvpn: 7 };
        assert_eq!((pages.take_complete(), pages.take_complete()), (vec![page], vec![]));
        let (above, index, table) = pages.last_tables(0, first).unwrap();
        assert!(!entry::is_large(pages.entry(above, index)));
        let over = TableEvent::Coalesced(page);
        let op = |what, address| TableEvent::Op(TableOp { what, address, tag: 0 });
        let lines = (0..32).map(|line| op(TableOpKind::Disable(0xffff), (table << 12) + 128 * line));
        let large = op(TableOpKind::SetLarge, (above << 12) + 8 * index as u64);
        for event in std::iter::once(large).chain(lines) {
            let mut cut = pages.clone();
            cut.changed(&over);
            assert_eq!((pages.audit(), cut.audit().is_err()), (Ok(()), event != large));
            pages.changed(&event);
        }
        pages.changed(&over);
        assert_eq!(pages.audit(), Ok(()));
        let mut manager = OneLarge::default();
        let mut by_driver = Pages::new(&machine, &mmu, 1, &mut manager).unwrap();
        (first..first + 512).for_each(|vpn| assert_eq!(by_driver.touch(0, vpn, &mut manager), Ok(true)));
        assert!(by_driver.tables == pages.tables);
    }

    /// A large page of an address space, of which pages 5 and 40 have been freed; the driver has made it one, or a coalescer.
    fn with_freed_pages(deferred: bool) -> (Pages, OneLarge, LargePage) {
        let (machine, mmu) = spec();
        let mut manager = OneLarge::default();
        let mut pages = Pages::new(&machine, &mmu, 1, &mut manager).unwrap();
        pages.leave_large_pages(deferred);
        let first = GLOBAL_BASE >> 12;
        (first..first + 512).for_each(|vpn| assert_eq!(pages.touch(0, vpn, &mut manager), Ok(true)));
        let live = [first..first + 5, first + 6..first + 40, first + 41..first + 512];
        let all = first..first + 512;
        assert!(pages.dead(0, std::slice::from_ref(&all)).is_empty() && pages.dead(0, &[]).len() == 512);
        let dead = pages.dead(0, &live);
        let expected = [5, 40].map(|i| FreedPage { vpn: first + i, ppn: 512 + i, is_there: true });
        assert_eq!(dead, expected);
        assert_eq!(pages.free(0, &dead), BTreeSet::new());
        assert!(pages.dead(0, &live).is_empty() && pages.frame(0, first + 5).is_some());
        let lvpn = first >> 9;
        assert_eq!(pages.revived(0, &live), BTreeSet::new());
        assert_eq!(pages.revived(0, std::slice::from_ref(&(first + 3..first + 6))), BTreeSet::from([lvpn]));
        (pages, manager, LargePage { application: 0, lvpn })
    }

    #[test]
    fn freed_pages_of_a_large_one_stay_mapped_until_it_is_taken_apart_and_the_others_do_then() {
        let (mut pages, mut manager, page) = with_freed_pages(false);
        pages.splinter(page);
        let first = page.lvpn << 9;
        for vpn in first..first + 512 {
            let frame = Frame { ppn: 512 + vpn - first, perm: Frame::READ };
            let expected = Some(frame).filter(|_| ![5, 40].contains(&(vpn - first)));
            assert_eq!((walk(&pages, 0, vpn), pages.frame(0, vpn)), (expected, expected));
        }
        assert_eq!(pages.audit(), Ok(()));
        assert_eq!(pages.touch(0, first + 5, &mut manager), Ok(true));
        assert_eq!(pages.frame(0, first + 5).map(|frame| frame.ppn), Some(1024));
        assert_eq!(pages.moved(0, Move { from: 1024, to: 1030 }), page.lvpn);
        assert_eq!(pages.content(0, 1030), Some((first + 5, true)));
        assert_eq!(walk(&pages, 0, first + 5), Some(Frame { ppn: 1030, perm: Frame::READ }));
    }

    #[test]
    fn a_large_page_that_a_coalescer_takes_apart_is_sound_after_each_of_its_operations() {
        let (mut pages, mut manager, page) = with_freed_pages(true);
        let first = page.lvpn << 9;
        let (above, index, table) = pages.last_tables(0, first).unwrap();
        let large = (above << 12) + 8 * index as u64;
        let op = |what, address| TableEvent::Op(TableOp { what, address, tag: 0 });
        let line = |line: u64| (table << 12) + 128 * line;
        pages.changed(&op(TableOpKind::SetLarge, large));
        (0..32).for_each(|i| pages.changed(&op(TableOpKind::Disable(0xffff), line(i))));
        pages.changed(&TableEvent::Coalesced(page));
        assert_eq!(pages.audit(), Ok(()));
        pages.splinters(page);
        assert_eq!(pages.touch(0, first + 5, &mut manager), Err(NoFrame), "it is still to be unmapped");
        let invalid = |i| [1 << 5, 0, 1 << 8].get(i as usize).copied().unwrap_or_default();
        let enable = |i| op(TableOpKind::Enable { marked: 0xffff, invalid: invalid(i) }, line(i));
        for event in (0..32).map(enable).chain([op(TableOpKind::ClearLarge, large)]) {
            pages.changed(&event);
            assert_eq!(pages.audit(), Ok(()));
        }
        pages.changed(&TableEvent::Splintered(page));
        let (mut by_driver, _, _) = with_freed_pages(false);
        by_driver.splinter(page);
        assert!(by_driver.tables == pages.tables && pages.audit() == Ok(()));
        assert_eq!(pages.touch(0, first + 5, &mut manager), Ok(true));
    }

    #[test]
    fn pages_of_no_large_one_are_unmapped_as_they_are_freed_and_can_be_a_large_one_again() {
        let (machine, mmu) = spec();
        let mut manager = manager(1 << 12, false);
        let mut pages = Pages::new(&machine, &mmu, 2, &mut manager).unwrap();
        let first = GLOBAL_BASE >> 12;
        for vpn in [0, first, first + 1, LOCAL_PHYSICAL_BASE >> 12] {
            pages.touch(0, vpn, &mut manager).unwrap();
        }
        let count = pages.count(0);
        let large = GLOBAL_BASE..GLOBAL_BASE + (2 << 20);
        assert!(pages.unmapped_large(0, large.clone()).is_empty());
        let dead = pages.dead(0, std::slice::from_ref(&(first + 1..first + 2)));
        assert_eq!(dead.iter().map(|page| page.vpn).collect::<Vec<_>>(), [first]);
        assert_eq!(pages.free(0, &dead), BTreeSet::from([first >> 9]));
        assert_eq!((pages.frame(0, first), pages.count(0), pages.audit()), (None, count - 1, Ok(())));
        // Neither parameters nor local memory are allocated, nor freed.
        let rest = pages.dead(0, &[]);
        assert_eq!(rest.iter().map(|page| page.vpn).collect::<Vec<_>>(), [first + 1]);
        pages.free(0, &rest);
        assert_eq!(pages.unmapped_large(0, large), [first >> 9]);
    }

    #[test]
    fn a_page_without_a_frame_is_an_error_and_stays_unmapped() {
        let (machine, mmu) = spec();
        // A root for each of the two applications, then a page with three tables.
        let mut manager = manager(6, false);
        let mut pages = Pages::new(&machine, &mmu, 2, &mut manager).unwrap();
        assert_eq!(pages.touch(0, 5, &mut manager), Ok(true));
        assert_eq!(pages.touch(0, 5, &mut manager), Ok(false));
        assert_eq!(pages.touch(0, 6, &mut manager), Err(NoFrame));
        assert_eq!((pages.frame(0, 6), walk(&pages, 0, 6)), (None, None));
        pages.clear(0, &mut manager).unwrap();
        assert_eq!((pages.frame(0, 5), pages.count(0)), (None, 1));
        assert_eq!(pages.touch(1, 6, &mut manager), Ok(true));
    }
}
