// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::Dff;

block! {
    /// The divider of the ratio test (specification section 2.2): the one number that the gap between two lanes can be multiplied by
    /// to give the difference of their addresses. It is found from the lowest bit up, which needs the lowest bits alone: what is left
    /// of the difference is even after each step. Whether the division is exact is not asked here: the product tells.
    pub struct Quotient<OFFSET, LANE, SPAN> = "apogee_quotient" where SPAN = OFFSET + LANE;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Lowest bits of the difference of the addresses.
    pub difference: Signal<In, Bits<SPAN>>,
    /// Gap between the lanes, not zero.
    pub gap: Signal<In, Bits<LANE>>,
    /// Lowest bits of the quotient, a cycle later.
    pub quotient: Signal<Out, Bits<OFFSET>>,
    /// The gap was a power of two.
    pub plain: Signal<Out, Bit>,
    odd: Signal<Local, Bits<LANE>>,
    even: Signal<Local, Bits<SPAN>>,
    /// Both without the factors of two that the gap has.
    dividend: Dff<Bits<SPAN>>,
    divisor: Dff<Bits<LANE>>,
    left: Signal<Local, Bits<SPAN>>,
    shifted: Signal<Local, Bits<SPAN>>,
    found: Signal<Local, Bits<OFFSET>>,
    one: Constant<Bits<LANE>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.dividend.clock.next = self.clock.val();
        self.divisor.clock.next = self.clock.val();

        self.odd.next = self.gap.val();
        self.even.next = self.difference.val();
        for _step in 0..LANE {
            if !self.odd.val().get_bit(0) {
                self.odd.next = self.odd.val() >> 1;
                self.even.next = self.even.val() >> 1;
            }
        }
        self.divisor.d.next = self.odd.val();
        self.dividend.d.next = self.even.val();

        comment!("What is left is odd if the bit of the quotient is 1; without its multiple of the odd divisor it is even.");
        self.found.next = 0.into();
        self.left.next = self.dividend.q.val();
        self.shifted.next = bit_cast::<SPAN, LANE>(self.divisor.q.val());
        for b in 0..OFFSET {
            if self.left.val().get_bit(b) {
                self.found.next = self.found.val().replace_bit(b, true);
                self.left.next = self.left.val() - self.shifted.val();
            }
            self.shifted.next = self.shifted.val() << 1;
        }
        self.quotient.next = self.found.val();
        self.plain.next = self.divisor.q.val() == self.one.val();
    }
}
