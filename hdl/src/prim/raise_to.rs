// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// Raises some of `N` counters of `W` bits to a value, unless they are above it. A word has one bit of every counter.
    pub struct RaiseTo<N, W> = "raise_to";
    fn new(to: Constant<Bits<W>>);
    /// Counters to raise.
    pub raise: Signal<In, Bits<N>>,
    /// Bit k of all counters, for each k.
    pub count: Vec<Signal<In, Bits<N>>> = array(W),
    /// What they are in the next cycle if they are not raised.
    pub next: Vec<Signal<In, Bits<N>>> = array(W),
    /// What they are in the next cycle.
    pub raised: Vec<Signal<Out, Bits<N>>> = array(W),
    /// Counters at or below the value, and those of them to raise.
    reached: Signal<Local, Bits<N>>,
    chosen: Signal<Local, Bits<N>>,
    /// The value.
    to: Constant<Bits<W>> = to,
    all: Constant<Bits<N>> = Constant::new(!Bits::default()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        comment!("From the lowest bit to the highest: what is above in a bit is above, whatever is lower.");
        self.reached.next = self.all.val();
        for k in 0..W {
            if self.to.val().get_bit(k) {
                self.reached.next = self.reached.val() | (!self.count[k].val());
            } else {
                self.reached.next = self.reached.val() & (!self.count[k].val());
            }
        }
        self.chosen.next = self.reached.val() & self.raise.val();
        for k in 0..W {
            if self.to.val().get_bit(k) {
                self.raised[k].next = self.next[k].val() | self.chosen.val();
            } else {
                self.raised[k].next = self.next[k].val() & (!self.chosen.val());
            }
        }
    }
}
