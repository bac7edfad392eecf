// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;

block! {
    /// Whether `a + b` and `c` are equal modulo 2^W but for the lowest bits, those of the mask `low` of
    /// at most 8 bits. Only those are added.
    /// Above them no carry has to be waited for: if the sum is `c` up to some bit, the bits of `a`, `b` and `c` there say what is
    /// carried into the next one, so each bit is compared by itself.
    pub struct SumIs<W> = "sum_is";
    fn new(low: u64);
    /// Addends.
    pub a: Signal<In, Bits<W>>,
    pub b: Signal<In, Bits<W>>,
    /// What they should add up to.
    pub c: Signal<In, Bits<W>>,
    /// They do.
    pub equal: Signal<Out, Bit>,
    left_out: Signal<Local, Bits<W>>,
    /// The sum of the bits that are left out; above them there is at most a carry.
    low_sum: Signal<Local, Bits<W>>,
    /// What is carried into each bit above the lowest one that is compared.
    carries: Signal<Local, Bits<W>>,
    differs: Signal<Local, Bits<W>>,
    /// Bits that are left out.
    low: Constant<Bits<8>> = Constant::new(low.into()),
}

impl<const W: usize> Logic for SumIs<W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left_out.next = bit_cast::<W, 8>(self.low.val());
        self.low_sum.next = (self.a.val() & self.left_out.val()) + (self.b.val() & self.left_out.val());
        comment!("A bit that is c carries if a and b are 1, or one of them is and c is not.");
        self.carries.next = (((self.a.val() & self.b.val())
            | ((self.a.val() | self.b.val()) & (!self.c.val())))
            & (!self.left_out.val()))
            << 1;
        self.differs.next = (((self.a.val() ^ self.b.val()) ^ self.c.val())
            ^ (self.carries.val() | self.low_sum.val()))
            & (!self.left_out.val());
        self.equal.next = !self.differs.val().any();
    }
}
