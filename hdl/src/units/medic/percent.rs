// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::Dff;

block! {
    /// What percentage of a whole a part of it is, rounded down: a restoring divider that finds a bit of the quotient a step, in seven
    /// steps (specification section 2.3).
    pub struct Percent<BITS, WIDE, OVER> = "medic_percent" where WIDE = BITS + 7, OVER = BITS + 1;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Begin with `part` and `whole`.
    pub start: Signal<In, Bit>,
    /// The part, at most the whole.
    pub part: Signal<In, Bits<BITS>>,
    /// The whole, not 0.
    pub whole: Signal<In, Bits<BITS>>,
    /// Find the next bit.
    pub step: Signal<In, Bit>,
    /// The percentage, after seven steps.
    pub percent: Signal<Out, Bits<7>>,
    /// The percentage, in the seventh step.
    pub percent_next: Signal<Out, Bits<7>>,
    divisor: Dff<Bits<BITS>>,
    /// What is left of the dividend above `digits`, less than the divisor.
    remainder: Dff<Bits<BITS>>,
    /// The rest of the dividend, and behind it the bits that are found.
    digits: Dff<Bits<7>>,
    product: Signal<Local, Bits<WIDE>>,
    next_digit: Signal<Local, Bit>,
    shifted: Signal<Local, Bits<OVER>>,
    difference: Signal<Local, Bits<OVER>>,
    fits: Signal<Local, Bit>,
    longer: Signal<Local, Bits<7>>,
    sign: Constant<Bits<32>> = Constant::new((BITS as u64).into()),
}

impl<const BITS: usize, const WIDE: usize, const OVER: usize> Logic for Percent<BITS, WIDE, OVER> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, divisor, remainder, digits);

        comment!("100 = 64 + 32 + 4.");
        self.product.next = ((bit_cast::<WIDE, BITS>(self.part.val()) << 6)
            + (bit_cast::<WIDE, BITS>(self.part.val()) << 5))
            + (bit_cast::<WIDE, BITS>(self.part.val()) << 2);
        self.next_digit.next = self.digits.q.val().get_bit(6);
        self.shifted.next = (bit_cast::<OVER, BITS>(self.remainder.q.val()) << 1)
            | bit_cast::<OVER, 1>(self.next_digit.val().into());
        self.difference.next = self.shifted.val() - bit_cast::<OVER, BITS>(self.divisor.q.val());
        self.fits.next = !self.difference.val().get_bit(self.sign.val().index());
        self.longer.next = (self.digits.q.val() << 1) | bit_cast::<7, 1>(self.fits.val().into());
        if self.start.val() {
            self.divisor.d.next = self.whole.val();
            self.remainder.d.next = self.product.val().get_bits::<BITS>(7);
            self.digits.d.next = self.product.val().get_bits::<7>(0);
        } else if self.step.val() {
            self.remainder.d.next = self.shifted.val().get_bits::<BITS>(0);
            if self.fits.val() {
                self.remainder.d.next = self.difference.val().get_bits::<BITS>(0);
            }
            self.digits.d.next = self.longer.val();
        }
        self.percent_next.next = self.longer.val();
        self.percent.next = self.digits.q.val();
    }
}
