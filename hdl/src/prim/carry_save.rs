// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// The sum of `N` addends modulo 2^W as the sum of two words, by a tree of carry-save adders: three words become two, without
    /// waiting for carries, until two are left. `NODES` is the number of all words.
    pub struct CarrySave<N, W, NODES> = "carry_save" where NODES = 3 * N - 4;
    fn new();
    /// There are addends; while it is low the adders stand still and the sum is 0.
    pub enable: Signal<In, Bit>,
    /// The addends.
    pub addends: Vec<Signal<In, Bits<W>>> = array(N),
    /// The two words.
    pub sum: Signal<Out, Bits<W>>,
    pub carry: Signal<Out, Bits<W>>,
    /// The addends, then the two words that each adder makes of the three first ones that are left.
    word: Vec<Signal<Local, Bits<W>>> = array(NODES),
    /// Those of the adder at hand.
    first: Signal<Local, Bits<W>>,
    second: Signal<Local, Bits<W>>,
    third: Signal<Local, Bits<W>>,
    majority: Signal<Local, Bits<W>>,
    addend_count: Constant<Bits<32>> = Constant::new((N as u64).into()),
    last: Constant<Bits<32>> = Constant::new((NODES as u64 - 1).into()),
    last_but_one: Constant<Bits<32>> = Constant::new((NODES as u64 - 2).into()),
}

impl<const N: usize, const W: usize, const NODES: usize> Logic for CarrySave<N, W, NODES> {
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..NODES {
            self.word[i].next = 0.into();
        }
        self.first.next = 0.into();
        self.second.next = 0.into();
        self.third.next = 0.into();
        self.majority.next = 0.into();
        comment!("The words 3k, 3k+1 and 3k+2 become the words N+2k and N+2k+1.");
        if self.enable.val() {
            for i in 0..N {
                self.word[i].next = self.addends[i].val();
            }
            for k in 0..(N - 2) {
                self.first.next = self.word[3 * k].val();
                self.second.next = self.word[3 * k + 1].val();
                self.third.next = self.word[3 * k + 2].val();
                self.majority.next = (self.first.val() & self.second.val())
                    | (self.third.val() & (self.first.val() | self.second.val()));
                self.word[2 * k + self.addend_count.val().index()].next =
                    (self.first.val() ^ self.second.val()) ^ self.third.val();
                self.word[2 * k + 1 + self.addend_count.val().index()].next = self.majority.val() << 1;
            }
        }
        self.sum.next = self.word[self.last_but_one.val().index()].val();
        self.carry.next = self.word[self.last.val().index()].val();
    }
}
