// SPDX-License-Identifier: Apache-2.0
//! The L1 TLB of an SM with its MSHRs (MASK, section 2.2): hits go on while others wait, a page that is on its way is asked for
//! once, one fill a cycle.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::store::Store;
use super::Pages;
use crate::machine::MmuSpec;
use crate::socket::{Frame, SmActivity, TlbLookup};
use crate::stats::L1TlbStats;
use crate::types::SmCycle;

/// The answer to a lookup; no permissions: a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    pub vpn: u64,
    pub perm: Option<u8>,
}

/// What an access finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The page, with these permissions.
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
    mshrs: Vec<Mshr>,
    /// Lookups that still have to leave, one a cycle, and those that left in this epoch.
    leaving: VecDeque<TlbLookup>,
    sent: Vec<(SmCycle, TlbLookup)>,
    /// What comes, with the cycle in which it is there.
    coming: VecDeque<(SmCycle, Answer)>,
    /// The page without a frame that an ideal TLB has asked for last.
    touched: Option<u64>,
    /// What a shared TLB that watches the SMs is told: whether one does, what happened in the epoch, and the most warps that
    /// an MSHR had that changed in this cycle.
    watched: bool,
    activity: Vec<(SmCycle, SmActivity)>,
    stalled: u32,
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
            leaving: VecDeque::new(),
            sent: Vec::new(),
            coming: VecDeque::new(),
            touched: None,
            watched,
            activity: Vec::new(),
            stalled: 0,
            stats: L1TlbStats::default(),
        }
    }

    /// From now on its SM runs that application.
    pub fn belongs_to(&mut self, application: u8) {
        self.application = application;
    }

    /// Drops everything: the address space has gone. Nothing may be waited for.
    pub fn flush(&mut self) {
        self.stats.flushed += self.pages.flush(|_| true) as u64;
    }

    /// A warp looks for a page.
    #[inline]
    pub fn look(&mut self, now: SmCycle, vpn: u64, warp: u8, pages: &Pages) -> Found {
        if self.ideal {
            return self.look_ideal(now, vpn, warp, pages);
        }
        if let Some(perm) = self.pages.look(vpn) {
            (self.stats.accesses, self.stats.hits) = (self.stats.accesses + 1, self.stats.hits + 1);
            return Found::Page(perm);
        }
        if let Some(mshr) = self.mshrs.iter_mut().find(|mshr| mshr.vpn == vpn) {
            mshr.warps |= 1 << warp;
            self.stalled = self.stalled.max(mshr.warps.count_ones());
            (self.stats.accesses, self.stats.merged) = (self.stats.accesses + 1, self.stats.merged + 1);
            return Found::Waits;
        }
        if self.mshrs.len() == self.depth {
            self.stats.stall_cycles += 1;
            return Found::Refused;
        }
        self.stalled = self.stalled.max(1);
        self.mshrs.push(Mshr { vpn, warps: 1 << warp, since: now });
        self.leaving.push_back(TlbLookup { sm: self.sm, warp, vpn });
        (self.stats.accesses, self.stats.misses) = (self.stats.accesses + 1, self.stats.misses + 1);
        Found::Waits
    }

    /// The same where all hit; a page without a frame is there in the next epoch.
    fn look_ideal(&mut self, now: SmCycle, vpn: u64, warp: u8, pages: &Pages) -> Found {
        if let Some(Frame { perm, .. }) = pages.frame(self.application, vpn) {
            (self.stats.accesses, self.stats.hits) = (self.stats.accesses + 1, self.stats.hits + 1);
            return Found::Page(perm);
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
        self.mshrs.iter().any(|mshr| mshr.vpn == vpn)
    }

    /// One cycle: a lookup leaves, and a page comes.
    #[inline]
    pub fn step(&mut self, now: SmCycle) -> Option<Answer> {
        if let Some(lookup) = self.leaving.pop_front() {
            self.sent.push((now, lookup));
        }
        let (_, answer) = self.coming.front().copied().filter(|(at, _)| *at <= now)?;
        self.coming.pop_front();
        if let Some(place) = self.mshrs.iter().position(|mshr| mshr.vpn == answer.vpn) {
            let Mshr { warps, since, .. } = self.mshrs.swap_remove(place);
            self.stalled = self.stalled.max(warps.count_ones());
            self.stats.miss_cycles += now - since;
            self.stats.stalled_warps += u64::from(warps.count_ones());
            if let Some(perm) = answer.perm {
                self.pages.fill(answer.vpn, perm);
            }
        }
        Some(answer)
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

    /// An answer that is there at `at`, not before those that came earlier.
    pub fn comes(&mut self, at: SmCycle, answer: Answer) {
        self.coming.push_back((at, answer));
    }

    /// Whether every access hits.
    pub fn is_ideal(&self) -> bool {
        self.ideal
    }

    /// Nothing is waited for.
    pub fn idle(&self) -> bool {
        self.mshrs.is_empty() && self.leaving.is_empty() && self.coming.is_empty()
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
        match (both, twice, self.mshrs.len() <= self.depth) {
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
    use crate::machine::MachineSpec;
    use crate::policy::translation::Frames;
    use crate::socket::{DeviceFrames, MemoryManager};

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
        tlb.comes(SmCycle(30), Answer { vpn: 7, perm: Some(3) });
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
        tlb.comes(SmCycle(1), Answer { vpn: 7, perm: Some(3) });
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
            tlb.comes(SmCycle(6), Answer { vpn, perm: Some(3) });
        }
        let filled: Vec<_> = (5..9).map(|now| tlb.step(SmCycle(now)).map(|answer| answer.vpn)).collect();
        assert_eq!(filled, [None, Some(7), Some(8), None]);
        assert_eq!(sent(&mut tlb), [(5, 7), (6, 8)]);
    }

    #[test]
    fn a_fault_frees_its_mshr_and_fills_nothing() {
        let (mut tlb, pages) = tlb(false);
        tlb.look(SmCycle(0), 7, 0, &pages);
        tlb.comes(SmCycle(1), Answer { vpn: 7, perm: None });
        assert_eq!(tlb.step(SmCycle(1)), Some(Answer { vpn: 7, perm: None }));
        assert!(!tlb.awaits(7) && !tlb.holds(7, &pages));
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
        tlb.comes(SmCycle(9), Answer { vpn: 7, perm: Some(3) });
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
        tlb.comes(SmCycle(1), Answer { vpn: 7, perm: Some(3) });
        tlb.step(SmCycle(1));
        tlb.flush();
        assert!(!tlb.holds(7, &pages));
        assert_eq!(tlb.stats().flushed, 1);
    }
}
