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
    idle: Signal<Local, Bits<QUEUE>>,
    /// Places that do not issue, and those of them that do not lead, the last place first.
    last_idle: Signal<Local, Bits<QUEUE>>,
    last_free: Signal<Local, Bits<QUEUE>>,
    /// All places before the victim.
    ahead: Signal<Local, Bits<QUEUE>>,
    chosen: Signal<Local, Bits<QUEUE>>,
    from_done: Upward<QUEUE, STEPS> = Upward::new(),
    from_stalled: Upward<QUEUE, STEPS> = Upward::new(),
    down_from_idle: Upward<QUEUE, STEPS> = Upward::new(),
    down_from_free: Upward<QUEUE, STEPS> = Upward::new(),
    down: Signal<Local, Bits<QUEUE>>,
    last: Constant<Bits<32>> = Constant::new((QUEUE as u64 - 1).into()),
}

impl<const QUEUE: usize, const STEPS: usize> Logic for Removal<QUEUE, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.full.next = self.used.val().get_bit(self.last.val().index());
        self.leaves.next = (self.done.val() | self.stalled.val()).any();
        self.from_done.bits.next = self.done.val();
        self.from_stalled.bits.next = self.stalled.val();

        comment!("The last place is the first in reverse.");
        self.idle.next = self.used.val() & (!self.pick.val());
        self.last_idle.next = 0.into();
        self.last_free.next = 0.into();
        for i in 0..QUEUE {
            self.last_idle.next =
                self.last_idle.val().replace_bit(i, self.idle.val().get_bit(self.last.val().index() - i));
            self.last_free.next = self.last_free.val().replace_bit(
                i,
                self.idle.val().get_bit(self.last.val().index() - i)
                    && !self.marked.val().get_bit(self.last.val().index() - i),
            );
        }
        self.down_from_idle.bits.next = self.last_idle.val();
        self.down_from_free.bits.next = self.last_free.val();
        self.down.next = self.down_from_idle.from.val();
        if self.last_free.val().any() {
            self.down.next = self.down_from_free.from.val();
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
