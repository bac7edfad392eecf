// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::cta_prefetch::params::Params;

use super::issue::Issue;
use super::lead::Lead;
use super::pending::Pending;
use super::removal::Removal;
use super::slots::Slots;
use super::warps::Warps;
use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR, ShiftList};

block! {
    /// Two-level warp scheduler with leading warps (specification sections 2.4 and 2.5). One warp of those in the ready queue issues;
    /// stalled ones leave it for pending ones, and a warp whose prefetched line has come is woken.
    /// Protocol: the status of the warps are levels, and `issue_*` answers in the same cycle; what issues is issued. All else is
    /// registers: a warp that is promoted or woken in a cycle can issue in the next one.
    pub struct Sched<WARPS, WARP, CTAS, CTA, COUNT, END, QUEUE, STEPS, WAKES> = "cta_sched";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub kernel_start: Signal<In, Bit>,
    pub cta_start_valid: Signal<In, Bit>,
    pub cta_start_slot: Signal<In, Bits<CTA>>,
    pub cta_start_first: Signal<In, Bits<WARP>>,
    pub cta_start_nw: Signal<In, Bits<COUNT>>,
    pub cta_end_valid: Signal<In, Bit>,
    pub cta_end_slot: Signal<In, Bits<CTA>>,
    pub hold_fill: Signal<In, Bit>,
    pub w_can_issue: Signal<In, Bits<WARPS>>,
    pub w_stall: Signal<In, Bits<WARPS>>,
    pub warp_done_valid: Signal<In, Bit>,
    pub warp_done: Signal<In, Bits<WARP>>,
    pub wake_valid: Signal<In, Bit>,
    pub wake_warp: Signal<In, Bits<WARP>>,
    pub issue_valid: Signal<Out, Bit>,
    pub issue_warp: Signal<Out, Bits<WARP>>,
    pub ready_mask: Signal<Out, Bits<WARPS>>,
    pub lead_cta: Signal<Out, Bits<CTA>>,
    pub lead_valid: Signal<Out, Bit>,
    pub st_promote: Signal<Out, Bit>,
    pub st_demote: Signal<Out, Bit>,
    pub st_swap: Signal<Out, Bit>,
    pub st_wakedrop: Signal<Out, Bit>,
    /// Warps that live, and those of them that are marked as leading.
    live: DffR<Bits<WARPS>>,
    marked: DffR<Bits<WARPS>>,
    /// Warps that were in the ready queue a cycle ago; and the one that has entered since, and the one that has left.
    was_in_queue: DffR<Bits<WARPS>>,
    has_entered: DffR<Bit>,
    entered: Dff<Bits<WARP>>,
    has_left: DffR<Bit>,
    left: Dff<Bits<WARP>>,
    /// Warps of the leading CTA: the first one, and how many.
    lead_first: Dff<Bits<WARP>>,
    lead_nw: Dff<Bits<COUNT>>,
    promoted: DffR<Bit>,
    demoted: DffR<Bit>,
    swapped: DffR<Bit>,
    lost: DffR<Bit>,
    done: Signal<Local, Bits<WARPS>>,
    /// Warps in the ready queue.
    in_queue: Signal<Local, Bits<WARPS>>,
    used: Signal<Local, Bits<QUEUE>>,
    /// The same by place in the queue.
    can_at: Signal<Local, Bits<QUEUE>>,
    stalled_at: Signal<Local, Bits<QUEUE>>,
    marked_at: Signal<Local, Bits<QUEUE>>,
    done_at: Signal<Local, Bits<QUEUE>>,
    issued: Signal<Local, Bits<WARP>>,
    /// The warp that goes back to pending, one-hot, or zero.
    leaving: Signal<Local, Bits<WARPS>>,
    leaving_warp: Signal<Local, Bits<WARP>>,
    wake_used: Signal<Local, Bits<WAKES>>,
    wake_full: Signal<Local, Bit>,
    woken: Signal<Local, Bits<WARP>>,
    /// The first wake-up is of a pending warp that is not stalled.
    wakes: Signal<Local, Bit>,
    /// It is done.
    wake_done: Signal<Local, Bit>,
    promotes: Signal<Local, Bit>,
    enters: Signal<Local, Bit>,
    entering: Signal<Local, Bits<WARP>>,
    started: Signal<Local, Bits<WARPS>>,
    first_started: Signal<Local, Bits<WARPS>>,
    kept_marks: Signal<Local, Bits<WARPS>>,
    /// Wake-ups behind the first one are of no use here.
    unused: Signal<Local, Bit>,
    slots: Slots<CTAS, CTA, WARP, COUNT> = Slots::new(),
    leader: Lead<CTAS, CTA> = Lead::new(),
    starting: Warps<WARPS, WARP, COUNT, END> = Warps::new(),
    leading: Warps<WARPS, WARP, COUNT, END> = Warps::new(),
    issue: Issue<QUEUE, STEPS> = Issue::new(),
    removal: Removal<QUEUE, STEPS> = Removal::new(),
    pending: Pending<WARPS, WARP> = Pending::new(),
    queue: ShiftList<QUEUE, WARP> = ShiftList::new(),
    wake_queue: ShiftList<WAKES, WARP> = ShiftList::new(),
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    last_wake: Constant<Bits<32>> = Constant::new((WAKES as u64 - 1).into()),
    every_wake: Constant<Bits<WAKES>> = Constant::new(!Bits::<WAKES>::default()),
    /// A warp keeps its mark for the life of its CTA (A10).
    lead_scope: Constant<Bit> = Constant::new(params.lead_scope),
    /// During the initial fill only marked warps are promoted (A11).
    hold_fill_en: Constant<Bit> = Constant::new(params.hold_fill_en),
    /// Wake-ups of stalled warps are ignored (A12).
    wake_check: Constant<Bit> = Constant::new(params.wake_check),
    /// Leading warps and the leading CTA go first.
    ctaa_en: Constant<Bit> = Constant::new(params.ctaa_en),
    /// Wake-ups are taken.
    wake_en: Constant<Bit> = Constant::new(params.wake_en),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, live, marked, was_in_queue, has_entered, entered, has_left, left);
        clock!(self, clock, lead_first, lead_nw, promoted, demoted, swapped, lost);
        clock!(self, clock, slots, leader, issue, pending, queue, wake_queue);
        self.live.reset.next = self.reset.val();
        self.marked.reset.next = self.reset.val();
        self.was_in_queue.reset.next = self.reset.val();
        self.has_entered.reset.next = self.reset.val();
        self.has_left.reset.next = self.reset.val();
        self.promoted.reset.next = self.reset.val();
        self.demoted.reset.next = self.reset.val();
        self.swapped.reset.next = self.reset.val();
        self.lost.reset.next = self.reset.val();
        self.slots.reset.next = self.reset.val();
        self.leader.reset.next = self.reset.val();
        self.issue.reset.next = self.reset.val();
        self.pending.reset.next = self.reset.val();
        self.queue.reset.next = self.reset.val();
        self.wake_queue.reset.next = self.reset.val();

        comment!("The CTAs, and which of them leads.");
        self.slots.start_valid.next = self.cta_start_valid.val();
        self.slots.start_slot.next = self.cta_start_slot.val();
        self.slots.start_first.next = self.cta_start_first.val();
        self.slots.start_nw.next = self.cta_start_nw.val();
        self.slots.end_valid.next = self.cta_end_valid.val();
        self.slots.end_slot.next = self.cta_end_slot.val();
        self.slots.read.next = self.leader.slot_next.val();
        self.slots.count.next = self.leader.slot_next.val();
        self.leader.clear.next = self.kernel_start.val();
        self.leader.start_valid.next = self.cta_start_valid.val();
        self.leader.start_slot.next = self.cta_start_slot.val();
        self.leader.end_valid.next = self.cta_end_valid.val();
        self.leader.end_slot.next = self.cta_end_slot.val();
        self.leader.active_next.next = self.slots.active_next.val();
        self.lead_valid.next = self.leader.valid.val();
        self.lead_cta.next = self.leader.slot.val();
        comment!("Its warps are found a cycle ahead; it may start in this one.");
        self.lead_first.d.next = self.slots.first.val();
        self.lead_nw.d.next = self.slots.nw.val();
        if self.cta_start_valid.val() && (self.cta_start_slot.val() == self.leader.slot_next.val()) {
            self.lead_first.d.next = self.cta_start_first.val();
            self.lead_nw.d.next = self.cta_start_nw.val();
        }
        self.leading.valid.next = self.leader.valid.val() && self.ctaa_en.val();
        self.leading.first.next = self.lead_first.q.val();
        self.leading.nw.next = self.lead_nw.q.val();

        comment!("The ready queue: what its warps can do, and which issues.");
        self.done.next = 0.into();
        if self.warp_done_valid.val() {
            self.done.next = self.one.val() << self.warp_done.val();
        }
        self.in_queue.next = self.was_in_queue.q.val();
        if self.has_left.q.val() {
            self.in_queue.next = self.was_in_queue.q.val() & (!(self.one.val() << self.left.q.val()));
        }
        if self.has_entered.q.val() {
            self.in_queue.next = self.in_queue.val() | (self.one.val() << self.entered.q.val());
        }
        self.used.next = self.queue.used.val();
        self.can_at.next = 0.into();
        self.stalled_at.next = 0.into();
        self.marked_at.next = 0.into();
        self.done_at.next = 0.into();
        for i in 0..QUEUE {
            if self.used.val().get_bit(i) {
                self.can_at.next = self
                    .can_at
                    .val()
                    .replace_bit(i, self.w_can_issue.val().get_bit(self.queue.words[i].val().index()));
                self.stalled_at.next = self
                    .stalled_at
                    .val()
                    .replace_bit(i, self.w_stall.val().get_bit(self.queue.words[i].val().index()));
                self.marked_at.next = self
                    .marked_at
                    .val()
                    .replace_bit(i, self.marked.q.val().get_bit(self.queue.words[i].val().index()));
                self.done_at.next = self.done_at.val().replace_bit(
                    i,
                    self.warp_done_valid.val() && (self.queue.words[i].val() == self.warp_done.val()),
                );
            }
        }
        self.ready_mask.next = self.in_queue.val();
        self.issue.can.next = self.can_at.val();
        self.issue.used.next = self.used.val();
        self.issue.take.next = self.removal.takes.val();
        self.issue.up.next = self.removal.up.val();
        self.issued.next = 0.into();
        self.leaving_warp.next = 0.into();
        for i in 0..QUEUE {
            if self.issue.pick.val().get_bit(i) {
                self.issued.next = self.issued.val() | self.queue.words[i].val();
            }
        }
        for i in 0..QUEUE {
            if self.removal.removed.val().get_bit(i) {
                self.leaving_warp.next = self.leaving_warp.val() | self.queue.words[i].val();
            }
        }
        self.issue_valid.next = self.can_at.val().any();
        self.issue_warp.next = self.issued.val();

        comment!("The first wake-up that waits.");
        self.wake_used.next = self.wake_queue.used.val();
        self.wake_full.next = self.wake_used.val().get_bit(self.last_wake.val().index());
        self.woken.next = self.wake_queue.words[0].val();
        self.unused.next = self.slots.active.val().any()
            || self.slots.changed.val().any()
            || self.slots.counted.val().any()
            || self.queue.first_next.val().any()
            || self.wake_queue.first_next.val().any();
        for i in 0..WAKES {
            self.unused.next = self.unused.val() || self.wake_queue.words[i].val().any();
        }
        self.wakes.next = self.wake_used.val().get_bit(0)
            && self.live.q.val().get_bit(self.woken.val().index())
            && !self.in_queue.val().get_bit(self.woken.val().index())
            && !self.done.val().get_bit(self.woken.val().index())
            && !(self.wake_check.val() && self.w_stall.val().get_bit(self.woken.val().index()));
        self.removal.used.next = self.used.val();
        self.removal.done.next = self.done_at.val();
        self.removal.stalled.next = self.stalled_at.val();
        self.removal.marked.next = self.marked_at.val();
        self.removal.issues.next = self.can_at.val().any();
        self.removal.pick.next = self.issue.pick.val();
        self.removal.woken.next = self.wakes.val();
        self.wake_done.next =
            !self.wakes.val() || self.removal.room.val() || self.removal.swaps.val();
        self.wake_queue.clear.next = self.kernel_start.val();
        self.wake_queue.take.next = self.wake_used.val().get_bit(0) && self.wake_done.val();
        self.wake_queue.up.next = self.every_wake.val();
        self.wake_queue.offer.next = self.wake_valid.val() && self.wake_en.val();
        self.wake_queue.push.next = self.wake_valid.val() && self.wake_en.val() && !self.wake_full.val();
        self.wake_queue.data.next = self.wake_warp.val();

        comment!("Without one a pending warp is promoted, if there is room.");
        self.pending.clear.next = self.kernel_start.val();
        self.pending.ready.next = ((self.live.q.val() & (!self.in_queue.val())) & (!self.w_stall.val()))
            & (!self.done.val());
        self.pending.marked.next = self.marked.q.val();
        self.pending.leading.next = self.leading.mask.val();
        self.pending.hold.next = self.hold_fill.val() && self.hold_fill_en.val() && self.ctaa_en.val();
        self.promotes.next = self.pending.valid.val() && self.removal.room.val() && !self.wakes.val();
        self.pending.promoted.next = self.promotes.val();
        self.entering.next = self.pending.warp.val();
        if self.wakes.val() {
            self.entering.next = self.woken.val();
        }
        self.queue.clear.next = false;
        self.queue.take.next = self.removal.takes.val();
        self.queue.up.next = self.removal.up.val();
        self.queue.offer.next = self.wakes.val() || self.pending.valid.val();
        self.enters.next = self.promotes.val() || (self.wakes.val() && self.wake_done.val());
        self.queue.push.next = self.enters.val();
        self.queue.data.next = self.entering.val();
        self.was_in_queue.d.next = self.in_queue.val();
        self.has_entered.d.next = self.enters.val();
        self.entered.d.next = self.entering.val();
        self.has_left.d.next = self.removal.takes.val();
        self.left.d.next = self.leaving_warp.val();

        comment!("Which warps live, and which are marked.");
        self.starting.valid.next = self.cta_start_valid.val();
        self.starting.first.next = self.cta_start_first.val();
        self.starting.nw.next = self.cta_start_nw.val();
        self.started.next = self.starting.mask.val();
        self.live.d.next = (self.live.q.val() & (!self.done.val())) | self.started.val();
        self.leaving.next = 0.into();
        if self.removal.demotes.val() || self.removal.swaps.val() {
            self.leaving.next = self.one.val() << self.leaving_warp.val();
        }
        self.kept_marks.next = self.marked.q.val() & (!self.done.val());
        if !self.lead_scope.val() {
            self.kept_marks.next = (self.marked.q.val() & (!self.done.val())) & (!self.leaving.val());
        }
        self.first_started.next = 0.into();
        if self.cta_start_valid.val() && self.ctaa_en.val() {
            self.first_started.next = self.one.val() << self.cta_start_first.val();
        }
        self.marked.d.next = self.kept_marks.val() | self.first_started.val();

        self.promoted.d.next = self.promotes.val()
            || (self.wakes.val() && self.removal.room.val());
        self.demoted.d.next = self.removal.demotes.val();
        self.swapped.d.next = self.removal.swaps.val();
        self.lost.d.next = self.wake_valid.val()
            && self.wake_en.val()
            && self.wake_full.val()
            && !self.kernel_start.val();
        self.st_promote.next = self.promoted.q.val();
        self.st_demote.next = self.demoted.q.val();
        self.st_swap.next = self.swapped.q.val();
        self.st_wakedrop.next = self.lost.q.val();
    }
}
