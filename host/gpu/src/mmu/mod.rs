// SPDX-License-Identifier: Apache-2.0
//! Address translation behind the SMs: page tables in device memory, the shared TLB with its walker, and the wires between them
//! (MASK, sections 2.1, 2.3, 2.4 and 2.9).
//!
//! ```text
//! L1 TLB of each SM -> wires -> ports of the shared TLB -> walk reads -> crossbar -> L2 -> DRAM
//! L1 TLB of each SM <- wires <------- answers               entries <------ crossbar <-
//! ```
//! The shared TLB is beside L2. It runs as a part of its own beside SMs and slices, with a port of the crossbar behind those of
//! the SMs; the wires take as long as a packet takes through an idle crossbar, and an epoch at least.

mod channels;
mod coalescing;
mod copying;
mod engine;
pub(crate) mod entry;
mod l1_tlb;
mod migration;
mod pages;
mod paging;
mod saved;
pub(crate) mod store;

pub use channels::Channels;
pub use engine::Engine;
pub use entry::LEVEL_BITS;
pub use l1_tlb::{Answer, Asker, Found, Heard, L1Tlb, Notice};
pub use pages::{NoFrame, Pages};

use std::collections::BTreeSet;
use std::ops::Range;

use crate::attachments::MmuSockets;
use crate::machine::{MachineSpec, MmuSpec};
use crate::mem::Lookahead;
use crate::policy::translation::{Frames, L2Tlb};
use crate::sm::Sm;
use crate::socket::{
    Announcement, DeviceFrames, Frame, L1Fill, Looks, MemoryManager, MigrateCommand, Move, PageCopy,
    Splinter, TlbLookup, Translation, UnitError,
};
use crate::stats::{PagingStats, StatGroup, UnitStats};
use crate::types::{bits, SmCycle};
use coalescing::{LargePage, TableEvent};
use paging::{Arrival, Paging};

/// Bits of the virtual addresses that programs have: device memory, and behind it local memory.
pub const VIRTUAL_BITS: u32 = 41;

/// Of device memory, one part in so many is left to page tables and local memory.
const RESERVED: u64 = 64;

/// The bytes of device memory that programs can have of `capacity`, where addresses are translated.
pub fn usable(capacity: u64) -> u64 {
    capacity - capacity / RESERVED
}

/// Address translation of a machine.
pub struct Mmu {
    machine: MachineSpec,
    spec: MmuSpec,
    /// SM cycles between an SM and the shared TLB.
    wire: u64,
    pages: Pages,
    manager: Box<dyn MemoryManager>,
    engine: Engine,
    /// Pages that got a frame, by application.
    mapped: Vec<u64>,
    /// Pages that get a frame when large pages are taken apart, by application.
    late: BTreeSet<(u8, u64)>,
    /// Until then pages are copied.
    stall_end: SmCycle,
    /// The large page whose base pages are to move when nothing of its application is being translated.
    migrating: Option<LargePage>,
    /// If pages come from the host when they are touched.
    paging: Option<Paging>,
}

/// What SMs are told, and when they are.
type Told = (SmCycle, u64, Notice);

impl Mmu {
    /// The translation of `machine`, if it has one, for one application on all SMs.
    ///
    /// # Errors
    /// Device memory has no room for the root table.
    pub fn new(machine: &MachineSpec, sockets: Option<MmuSockets>) -> Result<Option<Mmu>, NoFrame> {
        let (Some(spec), Some(sockets)) = (&machine.mmu, sockets) else { return Ok(None) };
        let MmuSockets { shared_tlb, walk_route, manager, coalescer, migrator } = sockets;
        let mut manager = manager.unwrap_or_else(|| Box::new(Frames::new(false, false)));
        let tlb = shared_tlb.unwrap_or_else(|| Box::new(L2Tlb::new(machine)));
        let clock = &machine.clock;
        let crossing = u64::from(machine.icnt.latency + 1) * u64::from(clock.sm_mhz);
        let epoch = u64::from(Lookahead::new(machine).sm_cycles);
        let all = 0..machine.sm.count as usize;
        Ok(Some(Mmu {
            machine: machine.clone(),
            spec: spec.clone(),
            wire: crossing.div_ceil(clock.icnt_mhz.into()).max(epoch),
            pages: start(machine, spec, 1, manager.as_mut(), coalescer.is_some())?,
            manager,
            engine: Engine::new(
                machine,
                spec,
                tlb,
                walk_route,
                coalescer,
                migrator,
                std::slice::from_ref(&all),
            ),
            mapped: vec![0],
            late: BTreeSet::new(),
            stall_end: SmCycle(0),
            migrating: None,
            paging: Paging::new(spec, clock.sm_mhz, 1),
        }))
    }

    /// From now on applications share the GPU, each with these SMs. Nothing has been translated yet.
    ///
    /// # Errors
    /// Device memory has no room for the root tables.
    pub fn share(&mut self, sms: &[Range<usize>]) -> Result<(), NoFrame> {
        let manager = self.manager.as_mut();
        self.pages = start(&self.machine, &self.spec, sms.len(), manager, self.engine.coalesces())?;
        self.engine.share(sms);
        self.mapped = vec![0; sms.len()];
        self.migrating = None;
        self.paging.iter_mut().for_each(|paging| paging.share(sms.len()));
        Ok(())
    }

    /// The L1 TLB of an SM.
    pub fn l1_tlb(&self, sm: u32) -> L1Tlb {
        L1Tlb::new(&self.spec, sm, self.engine.is_ideal(), self.engine.watches())
    }

    /// Whether applications have channels of their own.
    pub fn divides_channels(&self) -> bool {
        self.manager.divides_channels()
    }

    /// The applications that can share memory at most; none: any number.
    pub fn most_applications(&self) -> Option<usize> {
        self.manager.most_applications()
    }

    /// Where pages are, for the SMs, and the shared TLB, which can run beside them.
    pub fn parts(&mut self) -> (&Pages, &mut Engine) {
        (&self.pages, &mut self.engine)
    }

    /// After an epoch of these `cycles`, lookups and answers change hands, pages that were touched get frames, in the
    /// order of the SMs, and pages that have come from the host are there. `resting` has a bit for each SM that has not gone
    /// through it. `looks` says what has looked for lines in L2 since the GPU was made.
    pub fn exchange(
        &mut self,
        cycles: Range<SmCycle>,
        sms: &mut [Sm],
        resting: u64,
        looks: impl FnOnce() -> Looks,
    ) {
        for sm in bits(resting) {
            sms[sm as usize].flush_at_rest(&cycles, &self.pages);
        }
        for event in self.engine.take_table_events() {
            self.pages.changed(&event);
            if let TableEvent::Splintered(LargePage { application, lvpn }) = event {
                self.manager.splintered(application, lvpn);
            }
        }
        self.engine.looked(looks);
        let mut told: Vec<Told> = Vec::new();
        self.touch_late();
        for (at, waiting, notice) in self.engine.take_said() {
            match notice {
                Notice::Answer(L1Fill { vpn, page: None }) if self.pages.is_remote(vpn) => {
                    self.far_fault(at, waiting, vpn, &mut told)
                }
                _ => told.push((at, waiting, notice)),
            }
        }
        let mut untranslated: Vec<(SmCycle, TlbLookup)> = Vec::new();
        for (sm, tlb) in sms.iter_mut().enumerate().filter_map(|(i, sm)| Some((i, sm.tlb()?))) {
            let application = self.engine.application_of(sm);
            let ideal = tlb.is_ideal();
            for (at, lookup) in tlb.take_sent() {
                let remote = self.pages.is_remote(lookup.vpn);
                let touched = remote || self.touch(application, lookup.vpn);
                if !ideal {
                    self.engine.comes(at + self.wire, lookup);
                } else if remote {
                    untranslated.push((at, lookup));
                } else if !touched {
                    told.push((at, 1 << sm, fault(lookup.vpn)));
                }
            }
            let Mmu { wire, engine, .. } = self;
            tlb.take_activity().for_each(|(at, one)| engine.happens(at + *wire, one));
            tlb.take_flushed().for_each(|at| engine.has_flushed(at + *wire, sm as u8));
        }
        untranslated.sort_by_key(|(at, _)| *at);
        for (at, lookup) in untranslated {
            self.far_fault(at, 1 << lookup.sm, lookup.vpn, &mut told);
        }
        self.arrivals(cycles.end, &mut told);
        self.migrate(cycles.end, sms);
        self.coalesce();
        self.engine.release();
        if let Some(until) = self.stall(cycles.end) {
            sms.iter_mut().filter_map(Sm::tlb).for_each(|tlb| tlb.stall(until));
        }
        // Not before what an SM is told earlier.
        told.sort_by_key(|(at, ..)| *at);
        for (at, waiting, notice) in told {
            for sm in bits(waiting) {
                sms[sm as usize].tlb().into_iter().for_each(|tlb| tlb.comes(at + self.wire, notice));
            }
        }
    }

    /// SMs have looked for a page that was not there: it gets a frame, and is asked for if nobody did before.
    fn far_fault(&mut self, at: SmCycle, sms: u64, vpn: u64, told: &mut Vec<Told>) {
        let application = self.engine.application_of(sms.trailing_zeros() as usize);
        let touched = self.touch(application, vpn);
        let (frame, ideal) = (self.pages.frame(application, vpn), self.engine.is_ideal());
        let mut tell = |notice| told.push((at, sms, notice));
        if !touched {
            return tell(fault(vpn));
        }
        if !ideal {
            tell(Notice::FarFault { vpn });
        }
        match frame {
            // It has come since.
            Some(frame) => tell(here(vpn, frame, ideal)),
            // Lookups wait until it has a frame.
            None if self.late.contains(&(application, vpn)) => tell(Notice::Arrived { vpn }),
            None => {
                let paging = self.paging.iter_mut();
                paging.for_each(|paging| paging.fault(at, application, vpn, sms));
            }
        }
    }

    /// A page is touched; whether it has a frame now, or gets one when large pages are taken apart.
    fn touch(&mut self, application: u8, vpn: u64) -> bool {
        loop {
            match self.pages.touch(application, vpn, self.manager.as_mut()) {
                Ok(new) => {
                    self.mapped[usize::from(application)] += u64::from(new);
                    return true;
                }
                Err(NoFrame) if self.engine.splinters() => {
                    self.late.insert((application, vpn));
                    self.engine.hold(application);
                    return true;
                }
                Err(NoFrame) => match self.manager.reclaim(application) {
                    Some(splinter) => self.splinter(&splinter),
                    None => return false,
                },
            }
        }
    }

    /// When no large page is to be taken apart any more, pages that wait for that get their frames.
    fn touch_late(&mut self) {
        if self.engine.splinters() {
            return;
        }
        for (application, vpn) in std::mem::take(&mut self.late) {
            self.touch(application, vpn);
        }
    }

    /// A large page is taken apart: by the coalescer, or at once by the driver.
    fn splinter(&mut self, splinter: &Splinter) {
        let Splinter { application, lvpn, .. } = *splinter;
        let page = LargePage { application, lvpn };
        if self.engine.coalesces() {
            self.pages.splinters(page);
            self.engine.splinter(splinter, self.pages.root(application));
        } else {
            self.pages.splinter(page);
            self.engine.flush(application, std::iter::once(lvpn));
            self.manager.splintered(application, lvpn);
        }
    }

    /// What an application has freed goes back to the memory manager, if that wants it. These are the allocations that it has, by
    /// ascending address; none of its kernels is under way. Gives the large pages that the L1 TLBs of its SMs are to forget at once,
    /// with their base pages; what the shared TLB has of them its lookups wait for.
    pub fn take_back(
        &mut self,
        application: u8,
        allocations: impl Iterator<Item = (u64, u64)>,
    ) -> BTreeSet<u64> {
        if !self.manager.takes_back() {
            return BTreeSet::new();
        }
        let page = |address| self.pages.vpn_of(address);
        let pages_of = |(base, bytes)| page(base)..page(base + bytes - 1) + 1;
        let live: Vec<Range<u64>> = allocations.filter(|(_, bytes)| *bytes > 0).map(pages_of).collect();
        let dead = self.pages.dead(application, &live);
        let mut forgotten = self.pages.free(application, &dead);
        let mut splinters = self.manager.freed(application, &dead);
        for lvpn in self.pages.revived(application, &live) {
            splinters.extend(self.manager.splinter(application, lvpn));
        }
        for splinter in &splinters {
            self.splinter(splinter);
        }
        let pages = &self.pages;
        let moves = self.manager.compact(application, &|ppn| pages.content(application, ppn));
        forgotten.extend(moves.into_iter().map(|one| self.pages.moved(application, one)));
        self.engine.flush(application, forgotten.iter().copied());
        forgotten.extend(splinters.iter().map(|splinter| splinter.lvpn));
        if !forgotten.is_empty() {
            self.engine.hold(application);
        }
        forgotten
    }

    /// Large pages that are complete are left to the coalescer.
    fn coalesce(&mut self) {
        for page in self.pages.take_complete() {
            self.engine.coalesce(page, self.pages.root(page.application));
        }
    }

    /// Pages have come from the host before `until`.
    fn arrivals(&mut self, until: SmCycle, told: &mut Vec<Told>) {
        let Mmu { pages, manager, engine, paging, .. } = self;
        let Some(paging) = paging else { return };
        while let Some(Arrival { at, application, vpn, sms }) = paging.next_arrival(until) {
            if let Some(frame) = pages.arrive(application, vpn, manager.as_mut()) {
                told.push((at, sms, here(vpn, frame, engine.is_ideal())));
            }
        }
    }

    /// Whether one of these SMs waits for a page from the host.
    pub fn awaits_pages(&self, sms: Range<usize>) -> bool {
        let mask = sms.fold(0, |mask, sm| mask | 1 << sm);
        self.paging.as_ref().is_some_and(|paging| paging.is_awaited(mask))
    }

    /// What the DRAM channels are to know after an epoch, oldest first, until there is nothing more.
    pub fn announce(&mut self) -> Option<Announcement> {
        self.engine.announce()
    }

    /// Allocations of an application, as base and bytes, as they are when a kernel starts.
    pub fn allocated(&mut self, application: u8, allocations: impl Iterator<Item = (u64, u64)>) {
        if !self.manager.maps_allocations() {
            return;
        }
        for (base, bytes) in allocations.filter(|(_, bytes)| *bytes > 0) {
            for lvpn in self.pages.unmapped_large(application, base..base + bytes) {
                self.manager.reserve_large(application, lvpn);
            }
            for vpn in self.pages.vpn_of(base)..=self.pages.vpn_of(base + bytes - 1) {
                // A page that gets none has none when it is accessed, which is the fault.
                self.touch(application, vpn);
            }
        }
        self.coalesce();
    }

    /// What the memory manager moves is copied from `now` on, by the page migrator or in the manager's time: the cycle until which no
    /// SM may look up a page, if there is a new one.
    pub fn stall(&mut self, now: SmCycle) -> Option<SmCycle> {
        let copies = self.manager.take_copies();
        if self.engine.migrates() {
            copies.iter().for_each(|copy| self.copy(copy));
            if !self.engine.is_copying() {
                return None;
            }
            // Until after the next epoch, which is not longer than the wires.
            self.stall_end = self.stall_end.max(now + self.wire);
        } else {
            let ns = copies.iter().map(|copy| copy.ns).sum();
            if ns == 0 {
                return None;
            }
            self.stall_end = self.stall_end.max(now) + self.machine.clock.sm_cycles(ns);
        }
        Some(self.stall_end)
    }

    /// The migrator is to copy a page, whose entry in the page table is as it is to be.
    fn copy(&mut self, copy: &PageCopy) {
        let PageCopy { page: Move { from, to }, application, bulk, ns } = *copy;
        let (entry_address, entry) = self.pages.entry_of_frame(application, to);
        let command = MigrateCommand { from, to, entry_address, entry, bulk };
        self.engine.copy(command, self.machine.clock.sm_cycles(ns));
    }

    /// Whether pages are copied in a cycle.
    pub fn is_copying(&self, now: SmCycle) -> bool {
        now < self.stall_end
    }

    /// An application has ended; another one follows, with an address space of its own, on the same SMs.
    ///
    /// # Errors
    /// Device memory has no room for the root table.
    pub fn clear(&mut self, application: u8) -> Result<(), NoFrame> {
        self.engine.clear(application);
        self.late.retain(|page| page.0 != application);
        self.migrating = self.migrating.filter(|page| page.application != application);
        self.paging.iter_mut().for_each(|paging| paging.clear(application));
        self.pages.clear(application, self.manager.as_mut())
    }

    /// Adds what was counted for the applications all of whose SMs are among `sms`.
    pub fn count(&self, sms: &Range<usize>, to: &mut UnitStats) {
        self.engine.count(sms, &self.mapped, to);
        if let Some(paging) = &self.paging {
            let own = paging.stats().iter().zip(0..).filter(|(_, one)| self.engine.runs_within(*one, sms));
            to.add(&own.fold(PagingStats::default(), |sum, (stats, _)| sum.plus(*stats)));
        }
        self.manager.count(to);
    }

    /// Whether what is attached is sound.
    ///
    /// # Errors
    /// What is not.
    pub fn check(&self) -> Result<(), UnitError> {
        self.manager.check()?;
        self.engine.check()
    }

    /// Whether page tables are changed in memory, or pages copied there.
    pub fn uses_memory(&self) -> bool {
        self.engine.is_coalescing() || self.engine.is_copying()
    }

    /// Whether the page tables are sound, and at the end of the only kernel nothing is under way.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self, quiet: bool) -> Result<(), String> {
        self.pages.audit()?;
        if quiet && !self.engine.idle() {
            return Err("a lookup or a walk is under way at the end of the kernel".into());
        }
        if quiet && self.paging.as_ref().is_some_and(|paging| !paging.idle()) {
            return Err("a page is on its way from the host at the end of the kernel".into());
        }
        Ok(())
    }
}

/// What is said of a page that has no frame, and gets none.
fn fault(vpn: u64) -> Notice {
    Notice::Answer(L1Fill { vpn, page: None })
}

/// What is said of a page that has come: an ideal L1 TLB hits it, others look it up again.
fn here(vpn: u64, frame: Frame, ideal: bool) -> Notice {
    match ideal {
        true => Notice::Answer(L1Fill { vpn, page: Some(Translation::base(frame)) }),
        false => Notice::Arrived { vpn },
    }
}

/// Nothing is mapped.
fn start(
    machine: &MachineSpec,
    spec: &MmuSpec,
    applications: usize,
    manager: &mut dyn MemoryManager,
    deferred: bool,
) -> Result<Pages, NoFrame> {
    let frames = machine.dram.capacity() >> spec.page_bits;
    manager.start(DeviceFrames { frames, applications });
    let mut pages = Pages::new(machine, spec, applications, manager)?;
    pages.leave_large_pages(deferred);
    Ok(pages)
}
