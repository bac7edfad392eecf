// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::age_matrix::above;
use crate::block;
use crate::comment;

block! {
    /// The candidate with the smallest key, found by comparing every two at once: shallower than a tree, where a comparator waits for those
    /// below it, and larger from a few members on. Of equal keys that of the lowest member counts. Keys are compared modulo 2^W: a comes before b if the top bit of a - b is set, so all must lie within half of the range.
    pub struct MinPairs<N, W, KEYS> = "min_pairs" where KEYS = N * W;
    fn new();
    /// Members that take part.
    pub candidates: Signal<In, Bits<N>>,
    /// Key of each member, the first lowest.
    pub keys: Signal<In, Bits<KEYS>>,
    /// The chosen member, one-hot; zero without candidates.
    pub pick: Signal<Out, Bits<N>>,
    /// Candidates above one, and those of them that come before it.
    rivals: Signal<Local, Bits<N>>,
    sooner: Signal<Local, Bits<N>>,
    /// Candidates that one below them comes before.
    beaten: Signal<Local, Bits<N>>,
    own: Signal<Local, Bits<W>>,
    difference: Signal<Local, Bits<W>>,
    /// Members above i, for each i.
    above: [Constant<Bits<N>>; N] = std::array::from_fn(|i| Constant::new(above(i))),
    key_bits: Constant<Bits<32>> = Constant::new((W as u64).into()),
    sign: Constant<Bits<32>> = Constant::new((W as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        comment!("A candidate is chosen if none above it and none below it comes first.");
        self.pick.next = 0.into();
        self.rivals.next = 0.into();
        self.sooner.next = 0.into();
        self.beaten.next = 0.into();
        self.own.next = 0.into();
        self.difference.next = 0.into();
        for i in 0..N {
            if self.candidates.val().get_bit(i) {
                self.own.next = self.keys.val().get_bits::<W>(i * self.key_bits.val().index());
                self.rivals.next = self.candidates.val() & self.above[i].val();
                self.sooner.next = self.rivals.val();
                for j in 0..N {
                    if self.rivals.val().get_bit(j) {
                        self.difference.next =
                            self.keys.val().get_bits::<W>(j * self.key_bits.val().index()) - self.own.val();
                        self.sooner.next = self
                            .sooner
                            .val()
                            .replace_bit(j, self.difference.val().get_bit(self.sign.val().index()));
                    }
                }
                self.pick.next = self.pick.val().replace_bit(i, !self.sooner.val().any());
                self.beaten.next = self.beaten.val() | (self.rivals.val() & (!self.sooner.val()));
            }
        }
        self.pick.next = self.pick.val() & (!self.beaten.val());
    }
}
