// SPDX-License-Identifier: Apache-2.0
//! The invariants of specification section 11 that concern `cta_sched`, checked at its ports.

use std::collections::VecDeque;

use super::model::Model;
use super::ports::{In, Out};
use super::Sched;
use crate::bitset::cyclic;
use crate::cta_prefetch::params::Params;
use crate::cta_prefetch::residents::{Cta, Residents};
use crate::{Monitor, Violation};

/// Follows the ports of one `cta_sched` from reset on; refuses illegal stimulus too.
#[derive(Clone, Debug)]
pub struct Checker {
    params: Params,
    cycle: u64,
    residents: Residents,
    live: u64,
    lead: u64,
    wakes: VecDeque<u8>,
    /// Warp with which the search for one to promote begins.
    pend_ptr: u32,
    before: Out,
}

/// What a cycle did to the ready queue.
struct Change {
    left: u64,
    entered: u64,
    /// The oldest wake-up is the turn of its warp.
    woken: Option<u8>,
    done: u64,
}

impl Monitor<Sched> for Checker {
    fn new(params: &Params) -> Checker {
        Checker {
            params: params.clone(),
            cycle: 0,
            residents: Residents::new(params),
            live: 0,
            lead: 0,
            wakes: VecDeque::new(),
            pend_ptr: 0,
            before: Out::default(),
        }
    }

    fn check(&mut self, i: &In, o: &Out, model: &Model) -> Result<(), Violation> {
        let change = self.change(i, o);
        let checks = self
            .check_stimulus(i)
            .and_then(|()| self.check_issue(i, o))
            .and_then(|()| self.check_queue(o, model))
            .and_then(|()| self.check_balance(i, o, &change))
            .and_then(|()| self.check_entrant(i, o, &change))
            .and_then(|()| self.check_lead(i, o))
            .and_then(|()| self.follow(i, o, &change));
        checks.map_err(|what| Violation { unit: "cta_sched", cycle: self.cycle, what })?;
        self.before = *o;
        self.cycle += 1;
        Ok(())
    }
}

impl Checker {
    /// Live warps.
    pub fn live(&self) -> u64 {
        self.live
    }

    /// Leading warps.
    pub fn lead(&self) -> u64 {
        self.lead
    }

    /// The warp of the oldest wake-up.
    pub fn oldest_wake(&self) -> Option<u8> {
        self.wakes.front().copied()
    }

    fn change(&self, i: &In, o: &Out) -> Change {
        let (before, after) = (self.before.ready_mask, o.ready_mask);
        let done = if i.warp_done_valid { 1 << i.warp_done } else { 0 };
        let stalled = if self.params.wake_check { i.w_stall } else { 0 };
        let able = self.live & !before & !done & !stalled;
        let woken = self.oldest_wake().filter(|w| able >> w & 1 == 1);
        Change { left: before & !after, entered: after & !before, woken, done }
    }

    fn check_stimulus(&self, i: &In) -> Result<(), String> {
        let cta = Cta { first: i.cta_start_first, nw: i.cta_start_nw };
        let warps = u32::from(i.cta_start_first) + u32::from(i.cta_start_nw);
        if i.cta_start_valid && (cta.nw == 0 || warps > self.params.n_warps || cta.warps() & self.live != 0) {
            return Err(format!("illegal stimulus: warps of {cta:?} live or there are none"));
        }
        if i.warp_done_valid && self.live >> i.warp_done & 1 == 0 {
            return Err(format!("illegal stimulus: warp {} is done and does not live", i.warp_done));
        }
        Ok(())
    }

    /// Invariant 6: what issues is in the queue and can; if one can, one does.
    fn check_issue(&self, i: &In, o: &Out) -> Result<(), String> {
        let able = self.before.ready_mask & i.w_can_issue;
        let issued = if o.issue_valid { 1 << o.issue_warp } else { 0 };
        if o.issue_valid != (able != 0) || issued & !able != 0 || !o.issue_valid && o.issue_warp != 0 {
            return Err(format!("issued {issued:#x} of {able:#x}"));
        }
        Ok(())
    }

    /// Invariant 5.
    fn check_queue(&self, o: &Out, model: &Model) -> Result<(), String> {
        let s = model.state();
        let listed = s.list.iter().take(s.count as usize).fold(0, |mask, w| mask | 1u64 << w);
        let count = o.ready_mask.count_ones();
        if count > self.params.ready_entries || listed != o.ready_mask || u64::from(count) != s.count {
            return Err(format!("ready {:#x}, list {:?} of {}", o.ready_mask, s.list, s.count));
        }
        Ok(())
    }

    /// At most one warp leaves, at most one enters, for the reasons that the pulses say.
    fn check_balance(&self, i: &In, o: &Out, c: &Change) -> Result<(), String> {
        let finished = c.done & self.before.ready_mask;
        let (left, entered) = (c.left.count_ones(), c.entered.count_ones());
        let removed = u32::from(o.st_demote || o.st_swap || finished != 0);
        let fine = left == removed
            && entered == u32::from(o.st_promote || o.st_swap)
            && !(o.st_promote && o.st_swap)
            && !(o.st_demote && o.st_swap)
            && finished & !c.left == 0
            && (!o.st_demote || c.left & i.w_stall != 0)
            && (o.st_demote || o.st_swap || finished != 0 || self.before.ready_mask & i.w_stall == 0);
        match fine {
            true => Ok(()),
            false => Err(format!("left {:#x}, entered {:#x}, {o:?}", c.left, c.entered)),
        }
    }

    /// Invariants 7 and 8: who enters is the woken warp, or the next of the lowest class, and if one can enter, one does.
    fn check_entrant(&self, i: &In, o: &Out, c: &Change) -> Result<(), String> {
        let p = &self.params;
        let removed = self.before.ready_mask & (c.done | i.w_stall) != 0;
        let room = removed || self.before.ready_mask.count_ones() < p.ready_entries;
        let expected = match c.woken {
            Some(warp) if room || o.st_swap => 1 << warp,
            Some(_) => 0,
            None if room => self.promotable(i, c).map_or(0, |w| 1 << w),
            None => 0,
        };
        if c.entered != expected {
            return Err(format!("{:#x} enters, it is the turn of {expected:#x}", c.entered));
        }
        let issued = if o.issue_valid { 1 << o.issue_warp } else { 0 };
        let victims = self.before.ready_mask & !issued;
        let unmarked = victims & !self.lead;
        let wrong = o.st_swap && c.left & if unmarked == 0 { victims } else { unmarked } == 0;
        if wrong || o.st_swap != (c.woken.is_some() && !room && victims != 0) {
            return Err(format!("{:#x} makes room for {:?}", c.left, c.woken));
        }
        Ok(())
    }

    /// The pending warp that is promoted if there is room.
    fn promotable(&self, i: &In, c: &Change) -> Option<usize> {
        let p = &self.params;
        let pending = self.live & !self.before.ready_mask & !i.w_stall & !c.done;
        let of_lead_cta = match self.residents.get(self.before.lead_cta).filter(|_| self.before.lead_valid) {
            Some(cta) => pending & cta.warps(),
            None => 0,
        };
        let classes = match (p.ctaa_en, i.hold_fill && p.hold_fill_en) {
            (false, _) => [pending, 0, 0],
            (true, true) => [pending & self.lead, 0, 0],
            (true, false) => [pending & self.lead, of_lead_cta, pending],
        };
        let class = classes.into_iter().find(|class| *class != 0).unwrap_or(0);
        cyclic(class, self.pend_ptr).next()
    }

    /// The leading CTA is active, and stays while it is.
    fn check_lead(&self, i: &In, o: &Out) -> Result<(), String> {
        let mut after = self.residents.clone();
        let cta = Cta { first: i.cta_start_first, nw: i.cta_start_nw };
        after.update(
            i.cta_start_valid.then_some((i.cta_start_slot, cta)),
            i.cta_end_valid.then_some(i.cta_end_slot),
        )?;
        let leads = self.before.lead_valid && !i.kernel_start;
        let ends = i.cta_end_valid && i.cta_end_slot == self.before.lead_cta;
        let next =
            || cyclic(after.active(), u32::from(self.before.lead_cta) + 1).next().map(|slot| slot as u8);
        let expected = match (leads, ends) {
            (true, false) => Some(self.before.lead_cta),
            (true, true) => next(),
            (false, _) => i.cta_start_valid.then_some(i.cta_start_slot),
        };
        if o.lead_valid.then_some(o.lead_cta) != expected || !o.lead_valid && o.lead_cta != 0 {
            return Err(format!("CTA {} leads ({}), not {expected:?}", o.lead_cta, o.lead_valid));
        }
        Ok(())
    }

    /// What the next cycle begins with.
    fn follow(&mut self, i: &In, o: &Out, c: &Change) -> Result<(), String> {
        let p = &self.params;
        let full = self.wakes.len() == p.wake_depth as usize;
        if o.st_wakedrop != (p.wake_en && i.wake_valid && full && !i.kernel_start) {
            return Err(format!("{} wake-ups wait, {o:?}", self.wakes.len()));
        }
        if c.woken.is_none() || c.entered != 0 {
            self.wakes.pop_front();
        }
        if p.wake_en && i.wake_valid && !full {
            self.wakes.push_back(i.wake_warp);
        }
        if c.woken.is_none() && c.entered != 0 {
            self.pend_ptr = (c.entered.trailing_zeros() + 1) % p.n_warps;
        }
        if i.kernel_start {
            self.wakes.clear();
            self.pend_ptr = 0;
        }
        self.live &= !c.done;
        self.lead &= !c.done & if p.lead_scope { u64::MAX } else { !c.left };
        let cta = Cta { first: i.cta_start_first, nw: i.cta_start_nw };
        if i.cta_start_valid {
            self.live |= cta.warps();
            self.lead |= u64::from(p.ctaa_en) << cta.first;
        }
        let start = i.cta_start_valid.then_some((i.cta_start_slot, cta));
        self.residents.update(start, i.cta_end_valid.then_some(i.cta_end_slot))
    }
}
