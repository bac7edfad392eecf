// SPDX-License-Identifier: Apache-2.0
//! The ready queue, the pending warps and those that are woken: one cycle of the scheduler (specification sections 2.4
//! and 2.5).

use crate::arbiter;
use crate::clog2;
use crate::cta_prefetch::params::Params;
use crate::word::{signals, Bit, Signal, Word};

/// Entries of the ready queue and of the FIFO of wake-ups at most.
const ENTRIES: usize = 16;
/// CTA slots at most.
const SLOTS: usize = 32;

signals! {
    /// Everything that `cta_sched` remembers from cycle to cycle (specification section 3). Bit `w` of a vector is warp `w`.
    pub struct State<W>, p: Params;
    /// The ready queue in order. What is beyond `count` does not matter.
    pub list: [W; ENTRIES] = p.warp_width() as u32;
    /// Warps in the list, as a number.
    pub count: W = clog2(p.ready_entries + 1) as u32;
    /// Position with which the search for a warp that can issue begins.
    pub rr: W = clog2(p.ready_entries) as u32;
    /// Warps in the list, as a mask.
    pub ready: W = p.n_warps;
    /// Live warps.
    pub live: W = p.n_warps;
    /// Leading warps.
    pub lead: W = p.n_warps;
    /// Warp with which the search for one to promote begins.
    pub pend_ptr: W = p.warp_width() as u32;
    /// The leading CTA; 0 without one.
    pub lead_cta: W = p.cta_width() as u32;
    /// There is a leading CTA.
    pub lead_valid: W::Bit = 1;
    /// Active CTA slots.
    pub active: W = p.n_cta;
    /// First warp of each CTA slot.
    pub first: [W; SLOTS] = p.warp_width() as u32;
    /// Warps of each CTA slot; they follow the first.
    pub nw: [W; SLOTS] = p.warps_width() as u32;
    /// Warps that are to be woken, the oldest first. What is beyond `wakes` does not matter.
    pub wake: [W; ENTRIES] = p.warp_width() as u32;
    /// How many they are.
    pub wakes: W = clog2(p.wake_depth + 1) as u32;
    /// What happened in the cycle before, the pulses `st_*`: a warp has entered a free place of the list,
    pub promoted: W::Bit = 1;
    /// a stalled warp has left it,
    pub demoted: W::Bit = 1;
    /// a woken warp has taken the place of another,
    pub swapped: W::Bit = 1;
    /// a wake-up was lost, since no further one can wait.
    pub wake_lost: W::Bit = 1;
}

/// The inputs of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Events<W: Word> {
    /// A kernel starts.
    pub kernel_start: W::Bit,
    /// A CTA starts.
    pub start: W::Bit,
    /// Its slot, below `n_cta`.
    pub start_slot: W,
    /// Its first warp.
    pub start_first: W,
    /// Its warps, at least 1; they follow the first, and none of them lives.
    pub start_nw: W,
    /// A CTA ends.
    pub end: W::Bit,
    /// Its slot.
    pub end_slot: W,
    /// The initial distribution of CTAs to this SM goes on.
    pub hold_fill: W::Bit,
    /// Bit `w`: warp `w` can issue an instruction.
    pub can_issue: W,
    /// Bit `w`: warp `w` waits for a long-latency operation, a barrier or a fence.
    pub stall: W,
    /// A warp has finished.
    pub done: W::Bit,
    /// That warp.
    pub done_warp: W,
    /// A prefetched line has arrived.
    pub wake: W::Bit,
    /// The warp that it serves.
    pub wake_warp: W,
}

/// What issues; 0 if nothing does.
#[derive(Clone, Copy, Debug)]
pub struct Issue<W: Word> {
    /// A warp issues an instruction in this cycle.
    pub valid: W::Bit,
    /// That warp.
    pub warp: W,
    /// Position in the list.
    position: W,
}

/// What leaves the list; at most one warp.
#[derive(Clone, Copy, Debug)]
struct Leaving<W: Word> {
    /// It is stalled.
    stalled: W::Bit,
    /// It makes room for a woken warp.
    pushed: W::Bit,
    any: W::Bit,
    position: W,
}

/// What enters the list; at most one warp.
#[derive(Clone, Copy, Debug)]
struct Entering<W: Word> {
    promoted: W::Bit,
    any: W::Bit,
    warp: W,
}

/// What the oldest wake-up comes to.
#[derive(Clone, Copy, Debug)]
struct Wake<W: Word> {
    /// It is the turn of this warp.
    effective: W::Bit,
    warp: W,
}

/// The mask of one bit, if `valid`.
fn one<W: Word>(valid: W::Bit, index: W) -> W {
    valid.select(W::one_at(index), W::from(0))
}

/// Whether `mask` has bit `index`.
fn has<W: Word>(mask: W, index: W) -> W::Bit {
    (mask & W::one_at(index)).any()
}

/// The element at `index` of the `n` first ones.
fn element<W: Word>(array: &[W], n: u32, index: W) -> W {
    (1..n).fold(array[0], |found, i| index.is(i).select(array[i as usize], found))
}

/// The position of the highest set bit; 0 if there is none.
fn highest<W: Word>(mask: W) -> W {
    let mut highest = W::from(0);
    mask.each_one(&mut highest, |i, highest| *highest = W::from(i));
    highest
}

/// The warps `first` to `first + nw - 1`.
fn warps<W: Word>(first: W, nw: W) -> W {
    let end = first + nw;
    let all = W::from(0);
    let below_end = end.bit(6).select(all, W::one_at(end & W::from(63)));
    below_end.wrapping_sub(W::one_at(first))
}

impl<W: Word> State<W> {
    /// After reset.
    pub fn reset() -> State<W> {
        Self::collect(&mut || W::from(0))
    }

    /// The positions of the list whose warps are in `mask`.
    fn positions(&self, p: &Params, mask: W) -> W {
        (0..p.ready_entries).fold(W::from(0), |found, i| {
            let here = self.count.above(i) & has(mask, self.list[i as usize]);
            found | W::from(here) << i
        })
    }

    /// Step 1 of a cycle: what issues.
    pub fn issue(&self, p: &Params, can_issue: W) -> Issue<W> {
        let able = self.positions(p, can_issue & self.ready);
        let valid = able.any();
        let position = arbiter::first(able, self.rr);
        let warp = valid.select(element(&self.list, p.ready_entries, position), W::from(0));
        Issue { valid, warp, position }
    }

    /// The other steps.
    pub fn step(&mut self, p: &Params, e: &Events<W>, issue: &Issue<W>) {
        let done = one(e.done, e.done_warp);
        let wake = self.oldest_wake(p, e, done);
        let leaving = self.leaving(p, e, issue, done, &wake);
        let room = self.count.below(p.ready_entries) | leaving.any;
        let entering = self.entering(p, e, done, &wake, room);
        self.pulses(p, e, &leaving, &entering);
        self.shift_wakes(p, e, wake.effective & !entering.any);
        self.marks(p, e, &leaving, done);
        self.requeue(p, issue, &leaving, &entering);
        entering.promoted.when(self, |s| {
            let next = entering.warp + W::from(1);
            s.pend_ptr = next.is(p.n_warps).select(W::from(0), next);
        });
        e.kernel_start.when(&mut self.pend_ptr, |pend_ptr| *pend_ptr = W::from(0));
        self.lead(e);
        self.slots(p, e);
    }

    /// What the oldest wake-up comes to (section 2.5, decision P14).
    fn oldest_wake(&self, p: &Params, e: &Events<W>, done: W) -> Wake<W> {
        let warp = self.wake[0];
        let asleep = self.live & !self.ready & !done;
        let able = if p.wake_check { asleep & !e.stall } else { asleep };
        Wake { effective: self.wakes.any() & has(able, warp), warp }
    }

    /// Step 2, and who is pushed out by a woken warp (decision P15).
    fn leaving(&self, p: &Params, e: &Events<W>, issue: &Issue<W>, done: W, wake: &Wake<W>) -> Leaving<W> {
        let finished = self.positions(p, done);
        let stalled = self.positions(p, e.stall);
        let by_done = finished.any();
        let by_stall = !by_done & stalled.any();
        let removed = by_done.select(finished, stalled).lowest();

        let others = self.positions(p, self.ready) & !one(issue.valid, issue.position);
        let unmarked = others & self.positions(p, !self.lead);
        let full = self.count.is(p.ready_entries);
        let pushed = wake.effective & full & !by_done & !by_stall & others.any();
        let victim = highest(unmarked.any().select(unmarked, others));
        Leaving {
            stalled: by_stall,
            pushed,
            any: by_done | by_stall | pushed,
            position: pushed.select(victim, removed),
        }
    }

    /// Step 3. `room`: the list has a free place.
    fn entering(&self, p: &Params, e: &Events<W>, done: W, wake: &Wake<W>, room: W::Bit) -> Entering<W> {
        let pending = self.live & !self.ready & !e.stall & !done;
        let chosen = if p.ctaa_en { self.class(p, e, pending) } else { pending };
        let promoted = room & !wake.effective & chosen.any();
        let warp = wake.effective.select(wake.warp, arbiter::first(chosen, self.pend_ptr));
        Entering { promoted, any: promoted | room & wake.effective, warp }
    }

    /// Those of the pending warps that are of the lowest class.
    fn class(&self, p: &Params, e: &Events<W>, pending: W) -> W {
        let first = element(&self.first, p.n_cta, self.lead_cta);
        let nw = element(&self.nw, p.n_cta, self.lead_cta);
        let leading = pending & self.lead;
        let of_lead_cta = self.lead_valid.select(pending & warps(first, nw), W::from(0));
        let others = of_lead_cta.any().select(of_lead_cta, pending);
        let hold = W::Bit::from(p.hold_fill_en) & e.hold_fill;
        (leading.any() | hold).select(leading, others)
    }

    fn pulses(&mut self, p: &Params, e: &Events<W>, leaving: &Leaving<W>, entering: &Entering<W>) {
        self.promoted = entering.any & !leaving.pushed;
        self.demoted = leaving.stalled;
        self.swapped = leaving.pushed;
        let full = self.wakes.is(p.wake_depth);
        self.wake_lost = W::Bit::from(p.wake_en) & e.wake & full & !e.kernel_start;
    }

    /// The FIFO of wake-ups. `keep`: the oldest could have no effect yet.
    fn shift_wakes(&mut self, p: &Params, e: &Events<W>, keep: W::Bit) {
        let push = W::Bit::from(p.wake_en) & e.wake & self.wakes.below(p.wake_depth);
        (self.wakes.any() & !keep).when(self, |s| {
            for i in 1..p.wake_depth as usize {
                s.wake[i - 1] = s.wake[i];
            }
            s.wakes = s.wakes - W::from(1);
        });
        push.when(self, |s| {
            for i in 0..p.wake_depth {
                s.wakes.is(i).when(&mut s.wake[i as usize], |wake| *wake = e.wake_warp);
            }
            s.wakes = s.wakes + W::from(1);
        });
        e.kernel_start.when(&mut self.wakes, |wakes| *wakes = W::from(0));
    }

    /// Live and leading warps (A10, decision P16).
    fn marks(&mut self, p: &Params, e: &Events<W>, leaving: &Leaving<W>, done: W) {
        self.live = self.live & !done;
        self.lead = self.lead & !done;
        if !p.lead_scope {
            let warp = element(&self.list, p.ready_entries, leaving.position);
            self.lead = self.lead & !one(leaving.stalled | leaving.pushed, warp);
        }
        e.start.when(self, |s| {
            s.live = s.live | warps(e.start_first, e.start_nw);
            if p.ctaa_en {
                s.lead = s.lead | W::one_at(e.start_first);
            }
        });
    }

    /// The list after the cycle, and where the next search begins (step 4).
    fn requeue(&mut self, p: &Params, issue: &Issue<W>, leaving: &Leaving<W>, entering: &Entering<W>) {
        let mut rr = issue.valid.select(issue.position + W::from(1), self.rr);
        leaving.any.when(self, |s| {
            s.ready = s.ready & !W::one_at(element(&s.list, p.ready_entries, leaving.position));
            for i in 1..p.ready_entries {
                let next = s.list[i as usize];
                leaving.position.below(i).when(&mut s.list[i as usize - 1], |entry| *entry = next);
            }
            s.count = s.count - W::from(1);
        });
        (leaving.any & leaving.position.below(rr)).when(&mut rr, |rr| *rr = *rr - W::from(1));
        entering.any.when(self, |s| {
            s.ready = s.ready | W::one_at(entering.warp);
            for i in 0..p.ready_entries {
                s.count.is(i).when(&mut s.list[i as usize], |entry| *entry = entering.warp);
            }
            s.count = s.count + W::from(1);
        });
        self.rr = rr.below(self.count).select(rr, W::from(0));
    }

    /// The leading CTA (decisions P11 and P12). Before the slots change.
    fn lead(&mut self, e: &Events<W>) {
        let active = self.active & !one(e.end, e.end_slot) | one(e.start, e.start_slot);
        let leads = self.lead_valid & !e.kernel_start;
        let ends = leads & e.end & e.end_slot.is(self.lead_cta);
        ends.when(self, |s| {
            s.lead_cta = arbiter::first(active, s.lead_cta + W::from(1));
            s.lead_valid = active.any();
        });
        (!leads).when(self, |s| {
            s.lead_cta = e.start.select(e.start_slot, W::from(0));
            s.lead_valid = e.start;
        });
    }

    /// The CTA slots.
    fn slots(&mut self, p: &Params, e: &Events<W>) {
        self.active = self.active & !one(e.end, e.end_slot);
        e.start.when(self, |s| {
            s.active = s.active | W::one_at(e.start_slot);
            for c in 0..p.n_cta {
                let here = e.start_slot.is(c);
                here.when(&mut s.first[c as usize], |first| *first = e.start_first);
                here.when(&mut s.nw[c as usize], |nw| *nw = e.start_nw);
            }
        });
    }
}
