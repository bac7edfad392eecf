// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{DffR, Upward};

block! {
    /// Which place of the ready queue issues: the first that can, from the one behind that which issued last on (specification
    /// section 2.4, steps 1 and 4).
    pub struct Issue<QUEUE, STEPS> = "cta_sched_issue" where STEPS = bits(QUEUE);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Places whose warp can issue.
    pub can: Signal<In, Bits<QUEUE>>,
    /// Places in use.
    pub used: Signal<In, Bits<QUEUE>>,
    /// A warp leaves the queue in this cycle.
    pub take: Signal<In, Bit>,
    /// Its place and all places behind it.
    pub up: Signal<In, Bits<QUEUE>>,
    /// The place that issues, one-hot, or zero.
    pub pick: Signal<Out, Bits<QUEUE>>,
    /// Places before that where the search begins; if those are all in use, it begins at the first.
    passed: DffR<Bits<QUEUE>>,
    ahead: Signal<Local, Bits<QUEUE>>,
    from_pick: Signal<Local, Bits<QUEUE>>,
    now_passed: Signal<Local, Bits<QUEUE>>,
    behind: Upward<QUEUE, STEPS> = Upward::new(),
    any: Upward<QUEUE, STEPS> = Upward::new(),
}

impl<const QUEUE: usize, const STEPS: usize> Logic for Issue<QUEUE, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, passed);
        self.passed.reset.next = self.reset.val();

        self.ahead.next = 0.into();
        if (self.used.val() & (!self.passed.q.val())).any() {
            self.ahead.next = self.passed.q.val();
        }
        self.behind.bits.next = self.can.val() & (!self.ahead.val());
        self.any.bits.next = self.can.val();
        self.from_pick.next = self.any.from.val();
        if self.behind.from.val().any() {
            self.from_pick.next = self.behind.from.val();
        }
        self.pick.next = self.from_pick.val() & (!(self.from_pick.val() << 1));

        comment!("The next search begins behind the pick, which moves up with the warps behind it.");
        self.now_passed.next = self.ahead.val();
        if self.from_pick.val().any() {
            self.now_passed.next = !(self.from_pick.val() << 1);
        }
        self.passed.d.next = self.now_passed.val();
        if self.take.val() && (self.now_passed.val() & self.up.val()).any() {
            self.passed.d.next = self.now_passed.val() >> 1;
        }
    }
}
