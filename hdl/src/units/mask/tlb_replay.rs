// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// Queue of the lookups that wait for a walk context, first in, first out (decision D9): up to two go in and one comes out in a cycle. Who
    /// pushes keeps it from running over. What goes in is written into the memory a cycle later. The two oldest are in registers, so that who
    /// takes the one can look at what comes behind it.
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
    /// The oldest, and the one behind it.
    pub head: Signal<Out, Bits<W>>,
    pub behind_head: Signal<Out, Bits<W>>,
    /// How many there are, whether none, and whether one at most.
    pub words: Signal<Out, Bits<COUNT>>,
    pub empty: Signal<Out, Bit>,
    pub lone: Signal<Out, Bit>,
    /// All of them, in a ring.
    memory: Vec<Dff<Bits<W>>> = array(DEPTH),
    /// What went in last, and where it goes.
    first_new: DffR<Bit>,
    second_new: DffR<Bit>,
    first_at: Dff<Bits<POINTER>>,
    second_at: Dff<Bits<POINTER>>,
    first_word: Dff<Bits<W>>,
    second_word: Dff<Bits<W>>,
    front: Dff<Bits<W>>,
    second: Dff<Bits<W>>,
    /// Where the oldest is, and where the next one goes.
    oldest: DffR<Bits<POINTER>>,
    free: DffR<Bits<POINTER>>,
    count: DffR<Bits<COUNT>>,
    /// There are any, and more than one: who asks knows at once.
    some: DffR<Bit>,
    several: DffR<Bit>,
    /// Where the one behind the oldest is, and the third.
    next: Signal<Local, Bits<POINTER>>,
    third: Signal<Local, Bits<POINTER>>,
    /// Where the second that is put in goes, and the one after it.
    behind: Signal<Local, Bits<POINTER>>,
    further: Signal<Local, Bits<POINTER>>,
    /// Those that stay, and then one more and two more.
    stay: Signal<Local, Bits<COUNT>>,
    one_more: Signal<Local, Bits<COUNT>>,
    two_more: Signal<Local, Bits<COUNT>>,
    third_word: Signal<Local, Bits<W>>,
    earliest: Signal<Local, Bits<W>>,
    last: Constant<Bits<POINTER>> = Constant::new((DEPTH as u64 - 1).into()),
    one: Constant<Bits<COUNT>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, oldest, free, count, some, several, first_new, second_new);
        clock!(self, clock, front, second, first_at, second_at, first_word, second_word);
        self.oldest.reset.next = self.reset.val();
        self.free.reset.next = self.reset.val();
        self.count.reset.next = self.reset.val();
        self.some.reset.next = self.reset.val();
        self.several.reset.next = self.reset.val();
        self.first_new.reset.next = self.reset.val();
        self.second_new.reset.next = self.reset.val();
        for i in 0..DEPTH {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].d.next = self.memory[i].q.val();
        }
        self.head.next = self.front.q.val();
        self.behind_head.next = self.second.q.val();
        self.words.next = self.count.q.val();
        self.empty.next = !self.some.q.val();
        self.lone.next = !self.several.q.val();

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
        self.first_new.d.next = self.push_first.val();
        self.second_new.d.next = self.push_second.val();
        self.first_at.d.next = self.free.q.val();
        self.second_at.d.next = self.behind.val();
        self.first_word.d.next = self.first_data.val();
        self.second_word.d.next = self.second_data.val();
        comment!("The second overwrites nothing: it goes behind the first.");
        if self.first_new.q.val() {
            self.memory[self.first_at.q.val().index()].d.next = self.first_word.q.val();
        }
        if self.second_new.q.val() {
            self.memory[self.second_at.q.val().index()].d.next = self.second_word.q.val();
        }

        comment!("The two oldest: of those that stay, else of those that come.");
        self.next.next = self.oldest.q.val() + 1;
        if self.oldest.q.val() == self.last.val() {
            self.next.next = 0.into();
        }
        self.third.next = self.next.val() + 1;
        if self.next.val() == self.last.val() {
            self.third.next = 0.into();
        }
        if self.pop.val() {
            self.oldest.d.next = self.next.val();
        }
        self.stay.next = self.count.q.val();
        if self.pop.val() {
            self.stay.next = self.count.q.val() - 1;
        }
        self.earliest.next = self.second_data.val();
        if self.push_first.val() {
            self.earliest.next = self.first_data.val();
        }
        self.third_word.next = self.memory[self.third.val().index()].q.val();
        if self.first_new.q.val() && (self.first_at.q.val() == self.third.val()) {
            self.third_word.next = self.first_word.q.val();
        }
        if self.second_new.q.val() && (self.second_at.q.val() == self.third.val()) {
            self.third_word.next = self.second_word.q.val();
        }
        self.front.d.next = self.front.q.val();
        self.second.d.next = self.second.q.val();
        if self.pop.val() {
            self.front.d.next = self.second.q.val();
            self.second.d.next = self.third_word.val();
        }
        if !self.stay.val().any() {
            self.front.d.next = self.earliest.val();
            self.second.d.next = self.second_data.val();
        } else if self.stay.val() == self.one.val() {
            self.second.d.next = self.earliest.val();
        }
        self.one_more.next = self.stay.val() + 1;
        self.two_more.next = self.stay.val() + 2;
        self.count.d.next = self.stay.val();
        self.some.d.next = self.stay.val().any() || (self.push_first.val() || self.push_second.val());
        self.several.d.next = (self.one.val() < self.stay.val())
            || ((self.push_first.val() && self.push_second.val())
                || (self.stay.val().any() && (self.push_first.val() || self.push_second.val())));
        if self.push_first.val() ^ self.push_second.val() {
            self.count.d.next = self.one_more.val();
        } else if self.push_first.val() {
            self.count.d.next = self.two_more.val();
        }
    }
}
