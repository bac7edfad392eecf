// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;

block! {
    /// The lowest one of `requests`: a priority encoder of logarithmic depth.
    pub struct FirstSet<N, W> = "first_set" where W = bits(N);
    fn new();
    /// Bits to choose from.
    pub requests: Signal<In, Bits<N>>,
    /// The lowest one alone; zero without requests.
    pub first: Signal<Out, Bits<N>>,
    /// Its number; zero without requests.
    pub index: Signal<Out, Bits<W>>,
    seen: Signal<Local, Bits<N>>,
    /// Distance by which each step spreads the ones upward.
    distance: Vec<Constant<Bits<W>>> = (0..W).map(|step| Constant::new((1u64 << step).into())).collect(),
    /// Numbers that have the bit, for each bit of a number.
    with_bit: Vec<Constant<Bits<N>>> = (0..W).map(|bit| Constant::new(numbers_with(bit))).collect(),
}

/// The numbers below `N` that have a bit.
pub(super) fn numbers_with<const N: usize>(bit: usize) -> Bits<N> {
    (0..N).filter(|i| i >> bit & 1 == 1).fold(Bits::default(), |word: Bits<N>, i| word.replace_bit(i, true))
}

impl<const N: usize, const W: usize> Logic for FirstSet<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.seen.next = 0.into();
        self.first.next = 0.into();
        self.index.next = 0.into();
        if self.requests.val().any() {
            comment!("A bit is seen if it or a lower one is set.");
            self.seen.next = self.requests.val();
            for step in 0..W {
                self.seen.next = self.seen.val() | (self.seen.val() << self.distance[step].val());
            }
            self.first.next = self.requests.val() & (!(self.seen.val() << 1));
            for b in 0..W {
                self.index.next =
                    self.index.val().replace_bit(b, (self.first.val() & self.with_bit[b].val()).any());
            }
        }
    }
}
