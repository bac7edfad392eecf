// SPDX-License-Identifier: Apache-2.0
//! The L1 TLB of an SM with its MSHRs (MASK, section 2.2): hits go on while others wait, a page that is on its way is asked for
//! once, one fill a cycle.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

mod attached;

pub use attached::{Asker, Heard};

use super::store::Store;
use super::Pages;
use crate::machine::MmuSpec;
use crate::socket::{Frame, L1Fill, SmActivity, TlbFlush, TlbLookup};
use crate::stats::L1TlbStats;
use crate::types::SmCycle;
use attached::Attached;

/// The answer to a lookup; no permissions: a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub vpn: u64,
    pub perm: Option<u8>,
}

impl Answer {
    /// That of the shared TLB.
    fn of(fill: &L1Fill) -> Answer {
        Answer { vpn: fill.vpn, perm: fill.page.map(|page| page.frame.perm) }
    }
}

/// What an L1 TLB is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Notice {
    /// The answer to its lookup.
    Answer(L1Fill),
    /// The page that it has looked up has to come from the host first.
    FarFault { vpn: u64 },
    /// Such a page has come.
    Arrived { vpn: u64 },
    /// To be done at once, and acknowledged.
    Flush(TlbFlush),
}

/// What an access finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    Page(u8),
    /// It will come.
    Waits,
    /// No MSHR is free; the access must be tried again.
    Refused,
}

/// A page that the SM waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Mshr {
    vpn: u64,
    /// The warps that wait.
    warps: u64,
    since: SmCycle,
}

/// L1 TLB and MSHRs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct L1Tlb {
    sm: u8,
    application: u8,
    depth: usize,
    /// Every page that has a frame hits.
    ideal: bool,
    pages: Store<u64, u8>,
    /// Of an ideal one the pages that come from the host, as many as there are.
    mshrs: Vec<Mshr>,
    /// Pages that come from the host, without an MSHR, and those that have come and are to be looked up again.
    parked: Vec<Mshr>,
    again: VecDeque<Mshr>,
    /// Lookups that still have to leave, one a cycle, and those that left in this epoch.
    leaving: VecDeque<TlbLookup>,
    sent: Vec<(SmCycle, TlbLookup)>,
    /// What comes, with the cycle in which it is there.
    coming: VecDeque<(SmCycle, Notice)>,
    /// The page without a frame that an ideal TLB has asked for last.
    touched: Option<u64>,
    /// What a shared TLB that watches the SMs is told: whether one does, what happened in the epoch, and the most warps that
    /// an MSHR had that changed in this cycle.
    watched: bool,
    activity: Vec<(SmCycle, SmActivity)>,
    stalled: u32,
    /// Until then nothing may be looked up.
    stall_end: SmCycle,
    /// When flushes of the epoch were done.
    flushed: Vec<SmCycle>,
    /// If a unit has the translations and the MSHRs.
    attached: Attached,
    stats: L1TlbStats,
}

/// The largest number of waiting warps that is told (MASK, section 2.2).
const MOST_WARPS: u32 = 63;

impl L1Tlb {
    /// Empty, of an SM of application 0.
    pub fn new(spec: &MmuSpec, sm: u32, ideal: bool, watched: bool) -> L1Tlb {
        L1Tlb {
            sm: sm as u8,
            application: 0,
            depth: spec.l1.mshrs as usize,
            ideal,
            pages: Store::new(spec.l1.entries),
            mshrs: Vec::with_capacity(spec.l1.mshrs as usize),
            parked: Vec::new(),
            again: VecDeque::new(),
            leaving: VecDeque::new(),
            sent: Vec::new(),
            coming: VecDeque::new(),
            touched: None,
            watched,
            activity: Vec::new(),
            stalled: 0,
            stall_end: SmCycle(0),
            flushed: Vec::new(),
            attached: Attached::default(),
            stats: L1TlbStats::default(),
        }
    }

    /// From now on its SM runs that application.
    pub fn belongs_to(&mut self, application: u8) {
        self.application = application;
    }

    /// Drops what has gone of the address space. Nothing may be waited for.
    pub fn flush(&mut self, what: TlbFlush) {
        self.stats.flushed += self.pages.flush(|vpn| what.is_of_base(*vpn)) as u64;
    }

    /// A warp looks for a page.
    #[inline]
    pub fn look(&mut self, now: SmCycle, vpn: u64, warp: u8, pages: &Pages) -> Found {
        if now < self.stall_end {
            return Found::Refused;
        }
        if self.ideal {
            return self.look_ideal(now, vpn, warp, pages);
        }
        if let Some(perm) = self.pages.look(vpn) {
            self.hit();
            return Found::Page(perm);
        }
        match self.miss(now, vpn, 1 << warp) {
            true => Found::Waits,
            false => Found::Refused,
        }
    }

    /// Nothing may be looked up until then.
    pub fn stall(&mut self, until: SmCycle) {
        self.stall_end = until;
    }

    /// Counts an access that hits.
    fn hit(&mut self) {
        (self.stats.accesses, self.stats.hits) = (self.stats.accesses + 1, self.stats.hits + 1);
    }

    /// Warps join those that wait for a page, or are the first; whether there was room.
    fn miss(&mut self, now: SmCycle, vpn: u64, warps: u64) -> bool {
        if self.join(vpn, warps) {
            return true;
        }
        if self.mshrs.len() == self.depth {
            self.stats.stall_cycles += 1;
            return false;
        }
        self.begin(now, vpn, warps);
        self.leaving.push_back(TlbLookup { sm: self.sm, warp: warps.trailing_zeros() as u8, vpn });
        true
    }

    /// Warps join those that wait for a page; whether there are any.
    fn join(&mut self, vpn: u64, warps: u64) -> bool {
        let Some(mshr) = self.mshrs.iter_mut().find(|mshr| mshr.vpn == vpn) else { return false };
        mshr.warps |= warps;
        self.stalled = self.stalled.max(mshr.warps.count_ones());
        (self.stats.accesses, self.stats.merged) = (self.stats.accesses + 1, self.stats.merged + 1);
        true
    }

    /// Warps are the first to wait for a page.
    fn begin(&mut self, now: SmCycle, vpn: u64, warps: u64) {
        self.stalled = self.stalled.max(warps.count_ones());
        self.mshrs.push(Mshr { vpn, warps, since: now });
        (self.stats.accesses, self.stats.misses) = (self.stats.accesses + 1, self.stats.misses + 1);
    }

    /// The same where all hit; a page without a frame is there in the next epoch, or when it has come from the host.
    fn look_ideal(&mut self, now: SmCycle, vpn: u64, warp: u8, pages: &Pages) -> Found {
        if let Some(Frame { perm, .. }) = pages.frame(self.application, vpn) {
            self.hit();
            return Found::Page(perm);
        }
        if pages.is_remote(vpn) {
            self.hit();
            if !self.awaits(vpn) {
                self.mshrs.push(Mshr { vpn, warps: 1 << warp, since: now });
                self.sent.push((now, TlbLookup { sm: self.sm, warp, vpn }));
            }
            return Found::Waits;
        }
        if self.touched != Some(vpn) {
            self.touched = Some(vpn);
            self.sent.push((now, TlbLookup { sm: self.sm, warp, vpn }));
        }
        Found::Refused
    }

    /// Whether a page is there, for an access that only looks.
    pub fn holds(&self, vpn: u64, pages: &Pages) -> bool {
        if self.ideal {
            return pages.frame(self.application, vpn).is_some();
        }
        self.pages.holds(vpn)
    }

    /// Whether a page is waited for.
    pub fn awaits(&self, vpn: u64) -> bool {
        self.mshrs.iter().chain(&self.parked).chain(&self.again).any(|one| one.vpn == vpn)
    }

    /// One cycle: a lookup leaves, and a page comes.
    #[inline]
    pub fn step(&mut self, now: SmCycle) -> Option<Answer> {
        if let Some(lookup) = self.leaving.pop_front() {
            self.sent.push((now, lookup));
        }
        if now >= self.stall_end {
            if let Some(answer) = self.look_again(now) {
                return Some(answer);
            }
        }
        match self.next_notice(now)? {
            Notice::Answer(fill) => {
                let answer = Answer::of(&fill);
                if self.free(now, answer.vpn).is_some() && !self.ideal {
                    answer.perm.into_iter().for_each(|perm| self.pages.fill(answer.vpn, perm));
                }
                return Some(answer);
            }
            Notice::FarFault { vpn } => {
                self.free(now, vpn).into_iter().for_each(|freed| self.park(freed));
            }
            Notice::Arrived { vpn } => self.arrived(vpn),
            Notice::Flush(flush) => {
                self.flush(flush);
                self.flushed.push(now);
            }
        }
        None
    }

    /// What comes in this cycle.
    fn next_notice(&mut self, now: SmCycle) -> Option<Notice> {
        let (_, notice) = self.coming.front().copied().filter(|(at, _)| *at <= now)?;
        self.coming.pop_front();
        Some(notice)
    }

    /// Warps wait for a page without an MSHR until it comes from the host.
    fn park(&mut self, waits: Mshr) {
        match self.parked.iter_mut().find(|one| one.vpn == waits.vpn) {
            Some(parked) => parked.warps |= waits.warps,
            None => self.parked.push(waits),
        }
    }

    /// A page has come from the host.
    fn arrived(&mut self, vpn: u64) {
        let place = self.parked.iter().position(|one| one.vpn == vpn);
        self.again.extend(place.map(|place| self.parked.swap_remove(place)));
    }

    /// The MSHR of a page becomes free.
    fn free(&mut self, now: SmCycle, vpn: u64) -> Option<Mshr> {
        let place = self.mshrs.iter().position(|mshr| mshr.vpn == vpn)?;
        let freed = self.mshrs.swap_remove(place);
        if !self.ideal {
            let warps = freed.warps.count_ones();
            self.stalled = self.stalled.max(warps);
            self.stats.miss_cycles += now - freed.since;
            self.stats.stalled_warps += u64::from(warps);
        }
        Some(freed)
    }

    /// The warps that have waited longest of those whose page has come look for it again, as one does that has just come.
    fn look_again(&mut self, now: SmCycle) -> Option<Answer> {
        let Mshr { vpn, warps, .. } = *self.again.front()?;
        let perm = self.pages.look(vpn);
        if perm.is_some() {
            self.hit();
        }
        if perm.is_some() || self.miss(now, vpn, warps) {
            self.again.pop_front();
        }
        perm.map(|perm| Answer { vpn, perm: Some(perm) })
    }

    /// A cycle ends in which these warps have issued.
    #[inline]
    pub fn cycle_ends(&mut self, now: SmCycle, issued: u64) {
        let stalled = std::mem::take(&mut self.stalled).min(MOST_WARPS) as u8;
        if self.watched && (issued != 0 || stalled != 0) {
            self.activity.push((now, SmActivity { sm: self.sm, issued, stalled }));
        }
    }

    /// What has happened in the epoch, for one that watches.
    pub fn take_activity(&mut self) -> std::vec::Drain<'_, (SmCycle, SmActivity)> {
        self.activity.drain(..)
    }

    /// What has left in the epoch.
    pub fn take_sent(&mut self) -> std::vec::Drain<'_, (SmCycle, TlbLookup)> {
        self.sent.drain(..)
    }

    /// When flushes of the epoch were done.
    pub fn take_flushed(&mut self) -> std::vec::Drain<'_, SmCycle> {
        self.flushed.drain(..)
    }

    /// What is there at `at`, not before what came earlier.
    pub fn comes(&mut self, at: SmCycle, notice: Notice) {
        self.coming.push_back((at, notice));
    }

    /// Whether every access hits.
    pub fn is_ideal(&self) -> bool {
        self.ideal
    }

    /// Nothing is waited for.
    pub fn idle(&self) -> bool {
        let waits = [self.mshrs.len(), self.parked.len(), self.again.len(), self.leaving.len()];
        waits == [0; 4] && self.coming.is_empty()
    }

    /// Whether nothing is being translated: what it has can be forgotten.
    pub fn is_settled(&self) -> bool {
        self.ideal || self.mshrs.is_empty() && self.leaving.is_empty() && self.attached.is_settled()
    }

    pub fn stats(&self) -> &L1TlbStats {
        &self.stats
    }

    /// Whether no page is there twice, nor both there and waited for.
    ///
    /// # Errors
    /// What does not hold.
    pub fn audit(&self) -> Result<(), String> {
        self.pages.audit()?;
        let both = self.mshrs.iter().find(|mshr| self.pages.holds(mshr.vpn));
        let twice = (1..self.mshrs.len())
            .map(|i| &self.mshrs[i])
            .zip(1..)
            .find(|(mshr, i)| self.mshrs[..*i].iter().any(|other| other.vpn == mshr.vpn));
        match (both, twice, self.ideal || self.mshrs.len() <= self.depth) {
            (None, None, true) => Ok(()),
            (Some(mshr), ..) => Err(format!("page {:#x} is there and waited for", mshr.vpn)),
            (_, Some((mshr, _)), _) => Err(format!("page {:#x} has two MSHRs", mshr.vpn)),
            _ => Err(format!("{} MSHRs of {}", self.mshrs.len(), self.depth)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::{MachineSpec, PagingOrder, PagingSpec};
    use crate::policy::translation::Frames;
    use crate::socket::{DeviceFrames, MemoryManager, Translation};
    use warpsmith_ptx::GLOBAL_BASE;

    /// An L1 TLB of two entries and two MSHRs, with tables that map page 1.
    fn tlb(ideal: bool) -> (L1Tlb, Pages) {
        let machine = MachineSpec::load("maxwell").unwrap();
        let mut spec = machine.mmu.clone().unwrap();
        (spec.l1.entries, spec.l1.mshrs) = (2, 2);
        let mut manager = Frames::new(false, false);
        manager.start(DeviceFrames { frames: 100, applications: 1 });
        let mut pages = Pages::new(&machine, &spec, 1, &mut manager).unwrap();
        pages.touch(0, 1, &mut manager).unwrap();
        (L1Tlb::new(&spec, 3, ideal, true), pages)
    }

    /// The answer for a page that is there.
    fn page(vpn: u64) -> Notice {
        let frame = Frame { ppn: 9, perm: 3 };
        Notice::Answer(L1Fill { vpn, page: Some(Translation::base(frame)) })
    }

    fn sent(tlb: &mut L1Tlb) -> Vec<(u64, u64)> {
        tlb.take_sent().map(|(at, lookup)| (at.0, lookup.vpn)).collect()
    }

    #[test]
    fn a_page_is_asked_for_once_however_many_warps_want_it_and_hits_after_its_fill() {
        let (mut tlb, pages) = tlb(false);
        for warp in [4, 9, 4] {
            assert_eq!(tlb.look(SmCycle(10), 7, warp, &pages), Found::Waits);
        }
        assert_eq!((tlb.step(SmCycle(10)), tlb.step(SmCycle(11))), (None, None));
        assert_eq!(sent(&mut tlb), [(10, 7)]);
        tlb.comes(SmCycle(30), page(7));
        assert_eq!(tlb.step(SmCycle(29)), None);
        assert_eq!(tlb.step(SmCycle(30)), Some(Answer { vpn: 7, perm: Some(3) }));
        assert_eq!(tlb.look(SmCycle(31), 7, 9, &pages), Found::Page(3));
        let L1TlbStats { accesses, hits, merged, misses, miss_cycles, stalled_warps, .. } = *tlb.stats();
        assert_eq!((accesses, hits, merged, misses, miss_cycles, stalled_warps), (4, 1, 2, 1, 20, 2));
        assert!(tlb.idle() && tlb.audit().is_ok());
    }

    #[test]
    fn hits_go_on_under_misses_and_without_a_free_mshr_a_miss_is_refused() {
        let (mut tlb, pages) = tlb(false);
        tlb.look(SmCycle(0), 7, 0, &pages);
        tlb.comes(SmCycle(1), page(7));
        tlb.step(SmCycle(1));
        assert_eq!(tlb.look(SmCycle(2), 8, 0, &pages), Found::Waits);
        assert_eq!(tlb.look(SmCycle(2), 9, 1, &pages), Found::Waits);
        assert_eq!(tlb.look(SmCycle(2), 10, 2, &pages), Found::Refused);
        assert_eq!(tlb.look(SmCycle(2), 7, 3, &pages), Found::Page(3));
        assert_eq!((tlb.stats().accesses, tlb.stats().stall_cycles), (4, 1));
    }

    #[test]
    fn lookups_leave_and_fills_come_one_a_cycle() {
        let (mut tlb, pages) = tlb(false);
        tlb.look(SmCycle(5), 7, 0, &pages);
        tlb.look(SmCycle(5), 8, 0, &pages);
        for vpn in [7, 8] {
            tlb.comes(SmCycle(6), page(vpn));
        }
        let filled: Vec<_> = (5..9).map(|now| tlb.step(SmCycle(now)).map(|answer| answer.vpn)).collect();
        assert_eq!(filled, [None, Some(7), Some(8), None]);
        assert_eq!(sent(&mut tlb), [(5, 7), (6, 8)]);
    }

    #[test]
    fn a_fault_frees_its_mshr_and_fills_nothing() {
        let (mut tlb, pages) = tlb(false);
        tlb.look(SmCycle(0), 7, 0, &pages);
        tlb.comes(SmCycle(1), Notice::Answer(L1Fill { vpn: 7, page: None }));
        assert_eq!(tlb.step(SmCycle(1)), Some(Answer { vpn: 7, perm: None }));
        assert!(!tlb.awaits(7) && !tlb.holds(7, &pages));
    }

    #[test]
    fn a_far_fault_frees_its_mshr_and_its_warps_look_again_once_for_all_when_the_page_has_come() {
        let (mut tlb, pages) = tlb(false);
        for warp in [0, 1] {
            assert_eq!(tlb.look(SmCycle(0), 7, warp, &pages), Found::Waits);
        }
        tlb.comes(SmCycle(20), Notice::FarFault { vpn: 7 });
        (0..=20).for_each(|now| assert_eq!(tlb.step(SmCycle(now)), None));
        assert!(tlb.mshrs.is_empty() && tlb.awaits(7) && !tlb.idle());
        // Both MSHRs are free for others, and a warp that comes now does not know of the fault.
        for vpn in [7, 8] {
            assert_eq!(tlb.look(SmCycle(21), vpn, 2, &pages), Found::Waits);
        }
        for (at, vpn) in [(40, 7), (41, 8)] {
            tlb.comes(SmCycle(at), Notice::FarFault { vpn });
        }
        for (at, vpn) in [(50, 7), (60, 8)] {
            tlb.comes(SmCycle(at), Notice::Arrived { vpn });
        }
        (21..62).for_each(|now| assert_eq!(tlb.step(SmCycle(now)), None));
        let lookups: Vec<_> = tlb.leaving.drain(..).map(|lookup| (lookup.vpn, lookup.warp)).collect();
        assert_eq!((sent(&mut tlb), lookups), (vec![(0, 7), (21, 7), (22, 8), (52, 7)], vec![(8, 2)]));
        tlb.comes(SmCycle(70), page(7));
        assert_eq!(tlb.step(SmCycle(70)), Some(Answer { vpn: 7, perm: Some(3) }));
        let L1TlbStats { accesses, merged, misses, miss_cycles, stalled_warps, .. } = *tlb.stats();
        assert_eq!((accesses, merged, misses), (6, 1, 5));
        assert_eq!((miss_cycles, stalled_warps), (20 + 19 + 20 + 19, 2 + 1 + 1 + 3));
        assert!(tlb.awaits(8) && tlb.audit().is_ok());
    }

    /// One whose page 7 has come after a far fault of warp 0, but is not looked up again yet, at cycle 2.
    fn arrived() -> (L1Tlb, Pages) {
        let (mut tlb, pages) = tlb(false);
        tlb.look(SmCycle(0), 7, 0, &pages);
        tlb.comes(SmCycle(0), Notice::FarFault { vpn: 7 });
        tlb.comes(SmCycle(1), Notice::Arrived { vpn: 7 });
        assert_eq!([0, 1].map(|now| tlb.step(SmCycle(now))), [None; 2]);
        assert_eq!((tlb.parked.len(), tlb.again.len(), tlb.awaits(7)), (0, 1, true));
        (tlb, pages)
    }

    #[test]
    fn a_page_that_has_come_waits_for_a_free_mshr_or_joins_who_waits_for_it_or_hits() {
        let (mut full, pages) = arrived();
        for vpn in [8, 9] {
            assert_eq!(full.look(SmCycle(2), vpn, 1, &pages), Found::Waits);
        }
        (2..5).for_each(|now| assert_eq!(full.step(SmCycle(now)), None));
        assert_eq!((full.stats().stall_cycles, full.again.len()), (3, 1));
        let (mut joins, pages) = arrived();
        assert_eq!(joins.look(SmCycle(2), 7, 2, &pages), Found::Waits);
        assert_eq!(joins.step(SmCycle(2)), None);
        assert_eq!((joins.mshrs[0].warps, joins.mshrs.len(), joins.again.len()), (0b101, 1, 0));
        let (mut hits, _) = arrived();
        hits.pages.fill(7, 3);
        assert_eq!(hits.step(SmCycle(2)), Some(Answer { vpn: 7, perm: Some(3) }));
        assert_eq!((hits.stats().hits, hits.awaits(7)), (1, false));
    }

    #[test]
    fn warps_wait_for_a_page_that_an_ideal_tlb_hits_but_that_comes_from_the_host() {
        let (mut tlb, _) = tlb(true);
        let machine = MachineSpec::load("maxwell").unwrap();
        let mut spec = machine.mmu.clone().unwrap();
        let order = PagingOrder::Overlapped;
        spec.paging = Some(PagingSpec { fault_4k_ns: 55_000, fault_2m_ns: 318_000, order });
        let mut manager = Frames::new(false, false);
        manager.start(DeviceFrames { frames: 100, applications: 1 });
        let mut pages = Pages::new(&machine, &spec, 1, &mut manager).unwrap();
        let first = pages.vpn_of(GLOBAL_BASE);
        for vpn in [first, first + 1, first, first + 2] {
            assert_eq!(tlb.look(SmCycle(vpn - first), vpn, 0, &pages), Found::Waits);
        }
        assert_eq!(sent(&mut tlb), [(0, first), (1, first + 1), (2, first + 2)]);
        pages.touch(0, first, &mut manager).unwrap();
        assert!(pages.arrive(0, first, &mut manager).is_some());
        tlb.comes(SmCycle(9), page(first));
        assert_eq!(tlb.step(SmCycle(9)), Some(Answer { vpn: first, perm: Some(3) }));
        assert_eq!(tlb.look(SmCycle(10), first, 1, &pages), Found::Page(3));
        assert!(!tlb.awaits(first) && tlb.awaits(first + 1) && tlb.audit().is_ok());
        let L1TlbStats { accesses, hits, misses, miss_cycles, .. } = *tlb.stats();
        assert_eq!((accesses, hits, misses, miss_cycles), (5, 5, 0, 0));
    }

    #[test]
    fn an_ideal_tlb_hits_every_page_that_has_a_frame_and_asks_once_for_one_that_has_none() {
        let (mut tlb, pages) = tlb(true);
        assert_eq!(tlb.look(SmCycle(0), 1, 0, &pages), Found::Page(3));
        assert_eq!(tlb.look(SmCycle(1), 2, 0, &pages), Found::Refused);
        assert_eq!(tlb.look(SmCycle(2), 2, 0, &pages), Found::Refused);
        assert_eq!(sent(&mut tlb), [(1, 2)]);
        assert!(tlb.idle());
    }

    #[test]
    fn one_that_watches_is_told_who_issued_and_how_many_warps_a_page_stalls() {
        let (mut tlb, pages) = tlb(false);
        tlb.cycle_ends(SmCycle(0), 0);
        for warp in 0..3 {
            tlb.look(SmCycle(1), 7, warp, &pages);
        }
        tlb.cycle_ends(SmCycle(1), 0b10);
        tlb.comes(SmCycle(9), page(7));
        tlb.step(SmCycle(9));
        tlb.cycle_ends(SmCycle(9), 0);
        tlb.cycle_ends(SmCycle(10), 0b1);
        let told: Vec<_> = tlb.take_activity().map(|(at, a)| (at.0, a.sm, a.issued, a.stalled)).collect();
        assert_eq!(told, [(1, 3, 0b10, 3), (9, 3, 0, 3), (10, 3, 0b1, 0)]);
    }

    #[test]
    fn a_flush_drops_every_page_and_counts_them() {
        let (mut tlb, pages) = tlb(false);
        tlb.look(SmCycle(0), 7, 0, &pages);
        tlb.comes(SmCycle(1), page(7));
        tlb.step(SmCycle(1));
        tlb.flush(TlbFlush::All);
        assert!(!tlb.holds(7, &pages));
        assert_eq!(tlb.stats().flushed, 1);
    }
}
