// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::Dff;
use super::DffR;
use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// List of up to `N` words of `W` bits in order, the first at place 0. Where one is taken out, those behind it move up, so no
    /// place has to be looked for: the first word is a register, and a new one goes behind the last.
    /// A word is put in if `push` is high; it may come late, since a word that is only offered is stored too, behind the last
    /// one in use, where nobody reads it. `push` needs `offer`, and must be low while the list is full, unless a word is taken out.
    pub struct ShiftList<N, W> = "shift_list";
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Take out all words, and put none in.
    pub clear: Signal<In, Bit>,
    /// Take out a word.
    pub take: Signal<In, Bit>,
    /// Its place and all places behind it, where words move up.
    pub up: Signal<In, Bits<N>>,
    /// There may be a word to put in.
    pub offer: Signal<In, Bit>,
    /// It is put in.
    pub push: Signal<In, Bit>,
    /// That word.
    pub data: Signal<In, Bits<W>>,
    /// The words; those of places that are not in use mean nothing.
    pub words: Vec<Signal<Out, Bits<W>>> = array(N),
    /// The first word of the next cycle.
    pub first_next: Signal<Out, Bits<W>>,
    /// Places in use, always the lowest ones.
    pub used: Signal<Out, Bits<N>>,
    word: Vec<Dff<Bits<W>>> = array(N),
    in_use: DffR<Bits<N>>,
    /// The words, and behind them what the last place gets when it moves up.
    following: Vec<Signal<Local, Bits<W>>> = array(N + 1),
    first: Signal<Local, Bits<W>>,
    /// Places in use after a word is taken out.
    kept: Signal<Local, Bits<N>>,
}

impl<const N: usize, const W: usize> Logic for ShiftList<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.in_use.clock.next = self.clock.val();
        self.in_use.reset.next = self.reset.val();
        for i in 0..N {
            self.word[i].clock.next = self.clock.val();
            self.word[i].d.next = self.word[i].q.val();
        }
        for i in 0..N {
            self.words[i].next = self.word[i].q.val();
        }
        self.used.next = self.in_use.q.val();

        self.kept.next = self.in_use.q.val();
        if self.take.val() {
            self.kept.next = self.in_use.q.val() >> 1;
        }
        self.in_use.d.next = self.kept.val();
        if self.push.val() {
            self.in_use.d.next = (self.kept.val() << 1) | 1;
        }
        if self.clear.val() {
            self.in_use.d.next = 0.into();
        }

        comment!("Every place behind the last word in use takes what is offered.");
        for i in 0..(N + 1) {
            self.following[i].next = self.data.val();
        }
        for i in 0..N {
            self.following[i].next = self.word[i].q.val();
        }
        if self.offer.val() || self.take.val() {
            for i in 0..N {
                if !self.kept.val().get_bit(i) {
                    self.word[i].d.next = self.data.val();
                } else if self.take.val() && self.up.val().get_bit(i) {
                    self.word[i].d.next = self.following[i + 1].val();
                }
            }
        }
        self.first.next = self.following[0].val();
        if self.take.val() && self.up.val().get_bit(0) {
            self.first.next = self.following[1].val();
        }
        if !self.kept.val().get_bit(0) {
            self.first.next = self.data.val();
        }
        self.first_next.next = self.first.val();
    }
}
