// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::declare::array;

block! {
    /// What `N` counters of `W` bits are a step later if they count down to 0. A word has one bit of every counter, so that a step
    /// takes as many operations as a counter has bits.
    pub struct CountDown<N, W> = "count_down";
    fn new();
    /// Bit k of all counters, for each k.
    pub count: Vec<Signal<In, Bits<N>>> = array(W),
    /// The same a step later.
    pub next: Vec<Signal<Out, Bits<N>>> = array(W),
    /// Counters above 1.
    pub above_one: Signal<Out, Bits<N>>,
    above: Signal<Local, Bits<N>>,
    /// Counters with no one below the bit that is looked at.
    borrow: Signal<Local, Bits<N>>,

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.above.next = 0.into();
        for k in 0..(W - 1) {
            self.above.next = self.above.val() | self.count[k + 1].val();
        }
        self.above_one.next = self.above.val();

        self.borrow.next = self.above.val() | self.count[0].val();
        for k in 0..W {
            self.next[k].next = self.count[k].val() ^ self.borrow.val();
            self.borrow.next = self.borrow.val() & (!self.count[k].val());
        }
    }
}
