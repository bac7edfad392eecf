// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::Dff;
use super::DffR;
use crate::block;
use crate::declare::array;

block! {
    /// Queue of `DEPTH` words of `W` bits, first in, first out. The word pushed is at the head, if it is the only one, in
    /// the next cycle. `pop` must be low while the queue is empty, `push` while it is full unless `pop` is high.
    pub struct Fifo<DEPTH, W, POINTER, COUNT> = "fifo"
        where POINTER = bits(DEPTH), COUNT = clog2(DEPTH + 1);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Put `data` behind the last word.
    pub push: Signal<In, Bit>,
    /// The word to push.
    pub data: Signal<In, Bits<W>>,
    /// Remove the first word.
    pub pop: Signal<In, Bit>,
    /// The first word.
    pub head: Signal<Out, Bits<W>>,
    /// Number of words.
    pub count: Signal<Out, Bits<COUNT>>,
    memory: Vec<Dff<Bits<W>>> = array(DEPTH),
    /// Where the first word is.
    first: DffR<Bits<POINTER>>,
    /// Where the next word goes.
    free: DffR<Bits<POINTER>>,
    words: DffR<Bits<COUNT>>,
    last: Constant<Bits<POINTER>> = Constant::new((DEPTH as u64 - 1).into()),
}

impl<const DEPTH: usize, const W: usize, const POINTER: usize, const COUNT: usize> Logic
    for Fifo<DEPTH, W, POINTER, COUNT>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, first, free, words);
        self.first.reset.next = self.reset.val();
        self.free.reset.next = self.reset.val();
        self.words.reset.next = self.reset.val();
        for i in 0..DEPTH {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].d.next = self.memory[i].q.val();
        }
        self.head.next = self.memory[self.first.q.val().index()].q.val();
        self.count.next = self.words.q.val();

        if self.push.val() {
            self.memory[self.free.q.val().index()].d.next = self.data.val();
        }
        if self.push.val() {
            self.free.d.next = self.free.q.val() + 1;
            if self.free.q.val() == self.last.val() {
                self.free.d.next = 0.into();
            }
        }
        if self.pop.val() {
            self.first.d.next = self.first.q.val() + 1;
            if self.first.q.val() == self.last.val() {
                self.first.d.next = 0.into();
            }
        }
        if self.push.val() && !self.pop.val() {
            self.words.d.next = self.words.q.val() + 1;
        }
        if self.pop.val() && !self.push.val() {
            self.words.d.next = self.words.q.val() - 1;
        }
    }
}
