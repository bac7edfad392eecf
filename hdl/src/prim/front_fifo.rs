// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::Dff;
use super::DffR;
use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// Queue of `DEPTH` words of `W` bits, first in, first out, as `fifo`, with its first word in a register of its own: who looks at it does not wait
    /// for a multiplexer over all words. At least two words. They come from two sides, from one of them in a cycle. `pop` must be low while the
    /// queue is empty, `push` and `other_push` while it is full unless `pop` is high.
    pub struct FrontFifo<DEPTH, W, BEHIND, POINTER, COUNT> = "front_fifo"
        where BEHIND = DEPTH - 1, POINTER = bits(BEHIND), COUNT = clog2(DEPTH + 1);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Put `data` behind the last word.
    pub push: Signal<In, Bit>,
    /// The word to push.
    pub data: Signal<In, Bits<W>>,
    /// Put `other_data` behind the last word.
    pub other_push: Signal<In, Bit>,
    /// The word to push then.
    pub other_data: Signal<In, Bits<W>>,
    /// Remove the first word.
    pub pop: Signal<In, Bit>,
    /// The first word.
    pub head: Signal<Out, Bits<W>>,
    /// Number of words.
    pub count: Signal<Out, Bits<COUNT>>,
    front: Dff<Bits<W>>,
    /// The words behind the first one.
    memory: Vec<Dff<Bits<W>>> = array(BEHIND),
    /// Where the second word is.
    second: DffR<Bits<POINTER>>,
    /// Where the next word goes.
    free: DffR<Bits<POINTER>>,
    words: DffR<Bits<COUNT>>,
    /// A word is pushed; that word.
    pushed: Signal<Local, Bit>,
    word: Signal<Local, Bits<W>>,
    /// The queue changes.
    moves: Signal<Local, Bit>,
    /// There is a second word.
    several: Signal<Local, Bit>,
    /// A word pushed becomes the first one.
    to_front: Signal<Local, Bit>,
    last: Constant<Bits<POINTER>> = Constant::new((DEPTH as u64 - 2).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, front, second, free, words);
        self.second.reset.next = self.reset.val();
        self.free.reset.next = self.reset.val();
        self.words.reset.next = self.reset.val();
        for i in 0..BEHIND {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].d.next = self.memory[i].q.val();
        }
        self.head.next = self.front.q.val();
        self.count.next = self.words.q.val();

        self.pushed.next = self.push.val() || self.other_push.val();
        self.word.next = self.data.val();
        if self.other_push.val() {
            self.word.next = self.other_data.val();
        }
        self.moves.next = self.pushed.val() || self.pop.val();
        self.several.next = self.words.q.val() > 1;
        self.to_front.next = !self.words.q.val().any();
        if self.pop.val() {
            self.to_front.next = !self.several.val();
        }
        comment!("A word for the front is written behind it, too, where it does no harm: that does not wait for `pop`.");
        if self.pushed.val() {
            self.memory[self.free.q.val().index()].d.next = self.word.val();
        }
        comment!("A simulator is done with a queue that does not change at once.");
        if self.moves.val() {
            if self.pushed.val() && !self.to_front.val() {
                self.free.d.next = self.free.q.val() + 1;
                if self.free.q.val() == self.last.val() {
                    self.free.d.next = 0.into();
                }
            }
            if self.pop.val() && self.several.val() {
                self.second.d.next = self.second.q.val() + 1;
                if self.second.q.val() == self.last.val() {
                    self.second.d.next = 0.into();
                }
            }
            if self.pushed.val() && !self.pop.val() {
                self.words.d.next = self.words.q.val() + 1;
            }
            if self.pop.val() && !self.pushed.val() {
                self.words.d.next = self.words.q.val() - 1;
            }
        }
        if self.moves.val() {
            if self.several.val() {
                if self.pop.val() {
                    self.front.d.next = self.memory[self.second.q.val().index()].q.val();
                }
            } else if self.to_front.val() {
                self.front.d.next = self.word.val();
            }
        }
    }
}
