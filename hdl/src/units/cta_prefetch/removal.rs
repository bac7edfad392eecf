// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::Upward;

block! {
    /// Which warp leaves the ready queue (specification sections 2.4, step 2, and 2.5): one that is done, else the first that is
    /// stalled; else, where a woken warp finds the queue full, the last one that neither leads nor issues, or if there is none, the
    /// last one that does not issue.
    pub struct Removal<QUEUE, STEPS> = "cta_sched_removal" where STEPS = bits(QUEUE);
    fn new();
    /// Places in use.
    pub used: Signal<In, Bits<QUEUE>>,
    /// The place whose warp is done, one-hot, or zero.
    pub done: Signal<In, Bits<QUEUE>>,
    /// Places whose warp is stalled.
    pub stalled: Signal<In, Bits<QUEUE>>,
    /// Places whose warp is marked as leading.
    pub marked: Signal<In, Bits<QUEUE>>,
    /// Some place issues.
    pub issues: Signal<In, Bit>,
    /// That place, one-hot, or zero.
    pub pick: Signal<In, Bits<QUEUE>>,
    /// A woken warp is to be put in.
    pub woken: Signal<In, Bit>,
    /// A warp leaves.
    pub takes: Signal<Out, Bit>,
    /// Its place and all places behind it.
    pub up: Signal<Out, Bits<QUEUE>>,
    /// That place, one-hot, or zero.
    pub removed: Signal<Out, Bits<QUEUE>>,
    /// A stalled warp leaves.
    pub demotes: Signal<Out, Bit>,
    /// A warp is pushed out for the woken one.
    pub swaps: Signal<Out, Bit>,
    /// There is room for one more warp, or will be.
    pub room: Signal<Out, Bit>,
    full: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    swap: Signal<Local, Bit>,
    /// Places that do not lead, the last one first.
    last_free: Signal<Local, Bits<QUEUE>>,
    /// The last of them, and the last but one, with all places before it in reverse.
    last_one: Signal<Local, Bits<QUEUE>>,
    without_last: Signal<Local, Bits<QUEUE>>,
    reversed_pick: Signal<Local, Bits<QUEUE>>,
    chosen: Signal<Local, Bits<QUEUE>>,
    from_done: Upward<QUEUE, STEPS> = Upward::new(),
    from_stalled: Upward<QUEUE, STEPS> = Upward::new(),
    down_from_free: Upward<QUEUE, STEPS> = Upward::new(),
    down_from_second: Upward<QUEUE, STEPS> = Upward::new(),
    down: Signal<Local, Bits<QUEUE>>,
    /// All places before the victim.
    ahead: Signal<Local, Bits<QUEUE>>,
    nowhere: Constant<Bits<QUEUE>> = Constant::new(0.into()),
    last: Constant<Bits<32>> = Constant::new((QUEUE as u64 - 1).into()),
}

impl<const QUEUE: usize, const STEPS: usize> Logic for Removal<QUEUE, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.full.next = self.used.val().get_bit(self.last.val().index());
        self.leaves.next = (self.done.val() | self.stalled.val()).any();
        self.from_done.bits.next = self.done.val();
        self.from_stalled.bits.next = self.stalled.val();

        comment!("Of a full queue: the last place is the first in reverse. Who issues is known late, so the next one is looked for as well.");
        self.last_free.next = 0.into();
        self.reversed_pick.next = 0.into();
        for i in 0..QUEUE {
            self.last_free.next =
                self.last_free.val().replace_bit(i, !self.marked.val().get_bit(self.last.val().index() - i));
            self.reversed_pick.next =
                self.reversed_pick.val().replace_bit(i, self.pick.val().get_bit(self.last.val().index() - i));
        }
        self.down_from_free.bits.next = self.last_free.val();
        self.last_one.next = self.down_from_free.from.val() & (!(self.down_from_free.from.val() << 1));
        self.without_last.next = self.last_free.val() & (!self.last_one.val());
        self.down_from_second.bits.next = self.without_last.val();
        self.down.next = self.down_from_free.from.val();
        if (self.last_one.val() & self.reversed_pick.val()).any() {
            self.down.next = self.down_from_second.from.val();
        }
        comment!("If none is left, the last place, or if that issues the one before it.");
        if !(self.last_free.val() & (!self.reversed_pick.val())).any() {
            self.down.next = !self.nowhere.val();
            if self.reversed_pick.val().get_bit(0) {
                self.down.next = (!self.nowhere.val()) << 1;
            }
        }
        self.ahead.next = 0.into();
        for i in 0..QUEUE {
            self.ahead.next =
                self.ahead.val().replace_bit(i, self.down.val().get_bit(self.last.val().index() - i));
        }
        self.ahead.next = self.ahead.val() >> 1;

        comment!("A full queue has a place that does not issue, unless it is the only one.");
        self.swap.next =
            self.full.val() && self.woken.val() && ((self.used.val() >> 1).any() || !self.issues.val());
        self.chosen.next = !self.ahead.val();
        if self.stalled.val().any() {
            self.chosen.next = self.from_stalled.from.val();
        }
        if self.done.val().any() {
            self.chosen.next = self.from_done.from.val();
        }
        self.takes.next = self.leaves.val() || self.swap.val();
        self.up.next = self.chosen.val();
        self.removed.next = 0.into();
        if self.leaves.val() || self.swap.val() {
            self.removed.next = self.chosen.val() & (!(self.chosen.val() << 1));
        }
        self.demotes.next = self.stalled.val().any() && !self.done.val().any();
        self.swaps.next = self.swap.val() && !self.leaves.val();
        self.room.next = !self.full.val() || self.leaves.val();
    }
}
