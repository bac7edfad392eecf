// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{DffR, RoundRobin};

block! {
    /// The leading CTA (specification section 2.4, decisions P11 and P12): the first that starts when none leads; when it ends, the
    /// next active slot in cyclic order.
    pub struct Lead<CTAS, CTA> = "cta_sched_lead" where CTA = bits(CTAS);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// None leads any more, but for one that starts in this cycle.
    pub clear: Signal<In, Bit>,
    /// A CTA starts.
    pub start_valid: Signal<In, Bit>,
    /// Its slot.
    pub start_slot: Signal<In, Bits<CTA>>,
    /// A CTA ends.
    pub end_valid: Signal<In, Bit>,
    /// Its slot.
    pub end_slot: Signal<In, Bits<CTA>>,
    /// Slots that are active after this cycle.
    pub active_next: Signal<In, Bits<CTAS>>,
    /// A CTA leads.
    pub valid: Signal<Out, Bit>,
    /// Its slot; 0 if none does.
    pub slot: Signal<Out, Bits<CTA>>,
    /// That of the next cycle.
    pub slot_next: Signal<Out, Bits<CTA>>,
    leads: DffR<Bit>,
    leader: DffR<Bits<CTA>>,
    behind: Signal<Local, Bits<CTA>>,
    following: Signal<Local, Bits<CTA>>,
    /// Which slot it is stands in its number.
    unused: Signal<Local, Bit>,
    next: RoundRobin<CTAS, CTA> = RoundRobin::new(),
    last: Constant<Bits<CTA>> = Constant::new((CTAS as u64 - 1).into()),
}

impl<const CTAS: usize, const CTA: usize> Logic for Lead<CTAS, CTA> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, leads, leader);
        self.leads.reset.next = self.reset.val();
        self.leader.reset.next = self.reset.val();
        self.valid.next = self.leads.q.val();
        self.slot.next = self.leader.q.val();

        comment!("The slot that ends comes last: it may start in the same cycle.");
        self.behind.next = self.leader.q.val() + 1;
        if self.leader.q.val() == self.last.val() {
            self.behind.next = 0.into();
        }
        self.next.requests.next = self.active_next.val();
        self.next.start.next = self.behind.val();
        self.unused.next = self.next.grant.val().any();
        self.following.next = self.leader.q.val();
        if self.clear.val() || !self.leads.q.val() {
            self.following.next = 0.into();
            if self.start_valid.val() {
                self.following.next = self.start_slot.val();
            }
        } else if self.end_valid.val() && (self.end_slot.val() == self.leader.q.val()) {
            self.following.next = self.next.index.val();
        }
        self.slot_next.next = self.following.val();
        self.leader.d.next = self.following.val();
        if self.clear.val() || !self.leads.q.val() {
            self.leads.d.next = self.start_valid.val();
        } else if self.end_valid.val() && (self.end_slot.val() == self.leader.q.val()) {
            self.leads.d.next = self.active_next.val().any();
        }
    }
}
