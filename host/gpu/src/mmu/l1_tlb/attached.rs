// SPDX-License-Identifier: Apache-2.0
//! The L1 TLB of an SM where a unit has the translations and the MSHRs (`L1TlbArray`): whose lookup it is that is answered a cycle
//! later, what is counted, and pages that come from the host.

use serde::{Deserialize, Serialize};

use super::{Answer, Found, L1Tlb, Mshr, Notice};
use crate::mmu::Pages;
use crate::socket::{
    L1Fill, L1Found, L1Lookup, L1TlbArray, L1TlbIn, L1TlbOut, L1Woken, TlbFlush, TlbLookup, Translation,
};
use crate::types::SmCycle;

/// Who looks a page up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Asker {
    /// Warps whose page has come from the host.
    Again,
    /// The instruction whose turn it is.
    Instruction,
    /// The texture cache, or the constant cache.
    Port(u8),
}

/// What stands between the SM and the unit.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Attached {
    /// What the unit is told in the cycle that goes on, and who makes the lookup in it.
    input: L1TlbIn,
    asker: Option<Asker>,
    /// Nothing may be looked up in this cycle.
    stalled: bool,
    /// The answer of this cycle says that its page has to come from the host.
    far: bool,
    /// The same of the last cycle.
    asked: Option<(Asker, L1Lookup)>,
    filled: Option<(u64, bool)>,
    /// A flush is under way in the unit; it has done one while no time passed.
    flushing: bool,
    acknowledged: bool,
    /// What it has said that the page tables do not say.
    wrong: Option<String>,
}

impl Attached {
    /// Whether the unit has nothing to answer, nor to flush.
    pub fn is_settled(&self) -> bool {
        self.asked.is_none() && self.filled.is_none() && !self.flushing
    }
}

/// What the SM hears in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// Pages that have come for all who wait for them.
    pub answers: [Option<Answer>; 2],
    /// What the lookup of the last cycle has found.
    pub found: Option<(Asker, Found)>,
}

impl L1Tlb {
    /// The unit in the socket, unless every access hits.
    #[inline]
    pub fn unit<'a>(
        &self,
        socket: &'a mut Option<Box<dyn L1TlbArray>>,
    ) -> Option<&'a mut (dyn L1TlbArray + 'static)> {
        socket.as_deref_mut().filter(|_| !self.ideal)
    }

    /// A cycle begins, in which the unit says this.
    pub fn hear(&mut self, now: SmCycle, out: &L1TlbOut, pages: &Pages) -> Heard {
        let (asked, filled) = (self.attached.asked.take(), self.attached.filled.take());
        self.attached.stalled = now < self.stall_end;
        let mut heard = Heard::default();
        if out.flushed || std::mem::take(&mut self.attached.acknowledged) {
            self.attached.flushing = false;
            self.flushed.push(now);
        }
        if let (Some(woken), Some((vpn, far))) = (&out.woken, filled) {
            heard.answers[0] = self.wake(now, woken, vpn, far, pages);
        }
        if let Some(vpn) = out.asks {
            let warps = self.mshrs.iter().find(|mshr| mshr.vpn == vpn).map_or(1, |mshr| mshr.warps);
            self.sent.push((now, TlbLookup { sm: self.sm, warp: warps.trailing_zeros() as u8, vpn }));
            self.attached.input.taken = true;
        }
        if let (Some(found), Some((asker, lookup))) = (&out.found, asked) {
            let found = self.settle(now, asker, lookup, found, pages);
            if let (Asker::Again, Found::Page(perm)) = (asker, found) {
                heard.answers[1] = Some(Answer { vpn: lookup.vpn, perm: Some(perm) });
            }
            heard.found = Some((asker, found));
        }
        self.take_notice(now);
        // What was refused just now lets others look first.
        let refused = heard.found == Some((Asker::Again, Found::Refused));
        if let Some(Mshr { vpn, warps, .. }) = self.again.front().copied().filter(|_| !refused) {
            self.ask(Asker::Again, L1Lookup { vpn, warp: warps.trailing_zeros() as u8 });
        }
        heard
    }

    /// Looks a page up in this cycle, unless another lookup is made in it or none may be. Whether it is.
    pub fn ask(&mut self, asker: Asker, lookup: L1Lookup) -> bool {
        let free = self.attached.input.lookup.is_none() && !self.attached.stalled;
        if free {
            (self.attached.input.lookup, self.attached.asker) = (Some(lookup), Some(asker));
        }
        free
    }

    /// The cycle ends for the unit.
    pub fn end(&mut self, unit: &mut dyn L1TlbArray) {
        let attached = &mut self.attached;
        let input = std::mem::take(&mut attached.input);
        attached.asked = attached.asker.take().zip(input.lookup);
        attached.filled = input.fill.map(|fill| (fill.vpn, std::mem::take(&mut attached.far)));
        unit.step(&input);
    }

    /// Drops what has gone of the address space, in cycles of its own. Nothing may be waited for.
    pub fn flush_attached(&mut self, unit: &mut dyn L1TlbArray, what: TlbFlush) {
        self.attached.acknowledged |= self.attached.flushing && unit.out().flushed;
        let flush = Some(what);
        for input in [L1TlbIn { flush, ..L1TlbIn::default() }, L1TlbIn::default()] {
            unit.step(&input);
        }
    }

    /// Whether a flush is under way, or is there before `until`.
    pub fn flushes(&self, until: SmCycle) -> bool {
        let is_flush = |(at, notice): &(SmCycle, Notice)| *at < until && matches!(notice, Notice::Flush(_));
        self.attached.flushing || self.coming.iter().any(is_flush)
    }

    /// What has been said that page tables do not say (Mosaic, invariant 7).
    pub fn wrong(&self) -> Option<&str> {
        self.attached.wrong.as_deref()
    }

    /// The last cycle's answer has been for these warps.
    fn wake(&mut self, now: SmCycle, woken: &L1Woken, vpn: u64, far: bool, pages: &Pages) -> Option<Answer> {
        let freed = self.free(now, vpn);
        let warps = freed.map_or(0, |mshr| mshr.warps);
        // Warps whose page has come from the host are looked up for by one of them.
        if woken.warps == 0 || woken.warps & !warps != 0 {
            let what = format!("warps {:#x} are woken for page {vpn:#x}, {warps:#x} wait", woken.warps);
            self.attached.wrong.get_or_insert(what);
        }
        if far {
            freed.into_iter().for_each(|freed| self.park(freed));
            return None;
        }
        woken.page.iter().for_each(|page| self.compare(vpn, page, pages));
        Some(Answer::of(&L1Fill { vpn, page: woken.page }))
    }

    /// What a lookup has found is counted.
    fn settle(
        &mut self,
        now: SmCycle,
        asker: Asker,
        lookup: L1Lookup,
        found: &L1Found,
        pages: &Pages,
    ) -> Found {
        let mut warps = 1 << lookup.warp;
        if asker == Asker::Again && *found != L1Found::Refused {
            warps = self.again.pop_front().map_or(warps, |one| one.warps);
        }
        match found {
            L1Found::Page(page) => {
                self.hit();
                self.compare(lookup.vpn, page, pages);
                return Found::Page(page.frame.perm);
            }
            L1Found::Waits if self.join(lookup.vpn, warps) => {}
            L1Found::Waits => self.begin(now, lookup.vpn, warps),
            L1Found::Refused => {
                self.stats.stall_cycles += 1;
                return Found::Refused;
            }
        }
        Found::Waits
    }

    /// The unit is told what comes in this cycle.
    fn take_notice(&mut self, now: SmCycle) {
        let Some(notice) = self.next_notice(now) else { return };
        let input = &mut self.attached.input;
        match notice {
            Notice::Answer(fill) => input.fill = Some(fill),
            Notice::FarFault { vpn } => {
                input.fill = Some(L1Fill { vpn, page: None });
                self.attached.far = true;
            }
            Notice::Arrived { vpn } => self.arrived(vpn),
            Notice::Flush(flush) => {
                input.flush = Some(flush);
                self.attached.flushing = true;
            }
        }
    }

    /// What the unit says of a page is what its tables say.
    fn compare(&mut self, vpn: u64, page: &Translation, pages: &Pages) {
        let frame = pages.frame_until_flushed(self.application, vpn);
        if frame != Some(page.frame) {
            let said = page.frame;
            let what = format!("page {vpn:#x} is said to be {said:x?}, and page tables say {frame:x?}");
            self.attached.wrong.get_or_insert(what);
        }
    }
}

#[cfg(test)]
mod tests;
