// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Replies of one kind in an epoch, and the misses among them (specification section 2.3). Both counters are halved when that of
    /// the replies reaches its highest bit.
    pub struct Samples<BITS> = "medic_samples";
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Both become 0.
    pub clear: Signal<In, Bit>,
    /// A reply.
    pub count: Signal<In, Bit>,
    /// It was a miss.
    pub miss: Signal<In, Bit>,
    /// Replies.
    pub replies: Signal<Out, Bits<BITS>>,
    /// Misses among them.
    pub misses: Signal<Out, Bits<BITS>>,
    all: DffR<Bits<BITS>>,
    missed: DffR<Bits<BITS>>,
    more: Signal<Local, Bits<BITS>>,
    more_missed: Signal<Local, Bits<BITS>>,
    top: Constant<Bits<32>> = Constant::new((BITS as u64 - 1).into()),
}

impl<const BITS: usize> Logic for Samples<BITS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, all, missed);
        self.all.reset.next = self.reset.val();
        self.missed.reset.next = self.reset.val();
        self.replies.next = self.all.q.val();
        self.misses.next = self.missed.q.val();

        self.more.next = self.all.q.val() + 1;
        self.more_missed.next = self.missed.q.val();
        if self.miss.val() {
            self.more_missed.next = self.missed.q.val() + 1;
        }
        if self.clear.val() {
            self.all.d.next = 0.into();
            self.missed.d.next = 0.into();
        } else if self.count.val() {
            self.all.d.next = self.more.val();
            self.missed.d.next = self.more_missed.val();
            comment!("Both, so that their ratio stays.");
            if self.more.val().get_bit(self.top.val().index()) {
                self.all.d.next = self.more.val() >> 1;
                self.missed.d.next = self.more_missed.val() >> 1;
            }
        }
    }
}
