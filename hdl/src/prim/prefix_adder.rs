// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;

block! {
    /// `a + b` modulo 2^W, with all carries found in logarithmic depth: each step doubles the number of bits that a carry is known to
    /// come from or to pass.
    pub struct PrefixAdder<W, STEPS> = "prefix_adder" where STEPS = bits(W);
    fn new();
    /// Addends.
    pub a: Signal<In, Bits<W>>,
    pub b: Signal<In, Bits<W>>,
    /// Their sum.
    pub sum: Signal<Out, Bits<W>>,
    /// A carry leaves the bit, and comes from one of those below it that are looked at.
    carries: Signal<Local, Bits<W>>,
    /// A carry passes them all.
    passes: Signal<Local, Bits<W>>,
    /// Bits by which each step looks further down.
    distance: Vec<Constant<Bits<STEPS>>> = (0..STEPS).map(|step| Constant::new((1u64 << step).into())).collect(),
}

impl<const W: usize, const STEPS: usize> Logic for PrefixAdder<W, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.carries.next = self.a.val() & self.b.val();
        self.passes.next = self.a.val() ^ self.b.val();
        for step in 0..STEPS {
            self.carries.next =
                self.carries.val() | (self.passes.val() & (self.carries.val() << self.distance[step].val()));
            self.passes.next = self.passes.val() & (self.passes.val() << self.distance[step].val());
        }
        comment!("A bit of the sum is 1 if an odd number of both addends and the carry from below is.");
        self.sum.next = (self.a.val() ^ self.b.val()) ^ (self.carries.val() << 1);
    }
}
