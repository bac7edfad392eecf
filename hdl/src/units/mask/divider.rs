// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::Dff;

block! {
    /// A divider of one bit a cycle: the remainder takes in the dividend from its highest bit on. If a remainder is loaded too, what is
    /// divided is that with the dividend behind it; if it is the divisor itself, all bits of the quotient are 1.
    pub struct Divider<N, D> = "mask_divider";
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Load dividend, remainder and divisor; no step in this cycle.
    pub load: Signal<In, Bit>,
    pub dividend: Signal<In, Bits<N>>,
    pub rest: Signal<In, Bits<D>>,
    /// Its highest bit is 0.
    pub divisor: Signal<In, Bits<D>>,
    /// One step.
    pub step: Signal<In, Bit>,
    /// The bits of the quotient so far, lowest; above them what is left of the dividend.
    pub quotient: Signal<Out, Bits<N>>,
    /// The remainder.
    pub remainder: Signal<Out, Bits<D>>,
    number: Dff<Bits<N>>,
    left: Dff<Bits<D>>,
    by: Dff<Bits<D>>,
    shifted: Signal<Local, Bits<D>>,
    top: Constant<Bits<32>> = Constant::new((N as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, number, left, by);
        self.number.d.next = self.number.q.val();
        self.left.d.next = self.left.q.val();
        self.by.d.next = self.by.q.val();
        self.quotient.next = self.number.q.val();
        self.remainder.next = self.left.q.val();
        comment!("A remainder is the divisor at most, so no bit is lost.");
        self.shifted.next = self.left.q.val() << 1;
        if self.number.q.val().get_bit(self.top.val().index()) {
            self.shifted.next = (self.left.q.val() << 1) | 1;
        }
        if self.load.val() {
            self.number.d.next = self.dividend.val();
            self.left.d.next = self.rest.val();
            self.by.d.next = self.divisor.val();
        } else if self.step.val() {
            self.number.d.next = self.number.q.val() << 1;
            self.left.d.next = self.shifted.val();
            if self.shifted.val() >= self.by.q.val() {
                self.number.d.next = (self.number.q.val() << 1) | 1;
                self.left.d.next = self.shifted.val() - self.by.q.val();
            }
        }
    }
}
