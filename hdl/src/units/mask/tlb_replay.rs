// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// Queue of the lookups that wait for a walk context, first in, first out (decision D9): up to two go in and one comes out in a cycle. Who
    /// pushes keeps it from running over.
    pub struct TlbReplay<DEPTH, W, POINTER, COUNT> = "mask_tlb_replay"
        where POINTER = bits(DEPTH), COUNT = clog2(DEPTH + 1);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Put in the first lookup.
    pub push_first: Signal<In, Bit>,
    pub first_data: Signal<In, Bits<W>>,
    /// Put in the second, behind the first.
    pub push_second: Signal<In, Bit>,
    pub second_data: Signal<In, Bits<W>>,
    /// Take out the oldest.
    pub pop: Signal<In, Bit>,
    /// The oldest.
    pub head: Signal<Out, Bits<W>>,
    /// There is none.
    pub empty: Signal<Out, Bit>,
    /// There is one at most.
    pub lone: Signal<Out, Bit>,
    memory: Vec<Dff<Bits<W>>> = array(DEPTH),
    /// Where the oldest is, and where the next one goes.
    oldest: DffR<Bits<POINTER>>,
    free: DffR<Bits<POINTER>>,
    words: DffR<Bits<COUNT>>,
    /// Where the second goes, and the one after it.
    behind: Signal<Local, Bits<POINTER>>,
    further: Signal<Local, Bits<POINTER>>,
    more: Signal<Local, Bits<COUNT>>,
    last: Constant<Bits<POINTER>> = Constant::new((DEPTH as u64 - 1).into()),
    one: Constant<Bits<COUNT>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, oldest, free, words);
        self.oldest.reset.next = self.reset.val();
        self.free.reset.next = self.reset.val();
        self.words.reset.next = self.reset.val();
        for i in 0..DEPTH {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].d.next = self.memory[i].q.val();
        }
        self.head.next = self.memory[self.oldest.q.val().index()].q.val();
        self.empty.next = !self.words.q.val().any();
        self.lone.next = self.words.q.val() <= self.one.val();

        self.behind.next = self.free.q.val();
        if self.push_first.val() {
            self.behind.next = self.free.q.val() + 1;
            if self.free.q.val() == self.last.val() {
                self.behind.next = 0.into();
            }
        }
        self.further.next = self.behind.val();
        if self.push_second.val() {
            self.further.next = self.behind.val() + 1;
            if self.behind.val() == self.last.val() {
                self.further.next = 0.into();
            }
        }
        self.free.d.next = self.further.val();
        comment!("The second overwrites nothing: it goes behind the first.");
        if self.push_first.val() {
            self.memory[self.free.q.val().index()].d.next = self.first_data.val();
        }
        if self.push_second.val() {
            self.memory[self.behind.val().index()].d.next = self.second_data.val();
        }
        if self.pop.val() {
            self.oldest.d.next = self.oldest.q.val() + 1;
            if self.oldest.q.val() == self.last.val() {
                self.oldest.d.next = 0.into();
            }
        }
        self.more.next = self.words.q.val();
        if self.push_first.val() {
            self.more.next = self.more.val() + 1;
        }
        if self.push_second.val() {
            self.more.next = self.more.val() + 1;
        }
        if self.pop.val() {
            self.more.next = self.more.val() - 1;
        }
        self.words.d.next = self.more.val();
    }
}
