// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::first_set::FirstSet;
use crate::block;

block! {
    /// Cyclic arbiter: the first request from `start` on, in cyclic order. Who moves `start` decides on fairness:
    /// behind the granted one it is round robin.
    pub struct RoundRobin<N, W> = "round_robin" where W = bits(N);
    fn new();
    /// Bits to choose from.
    pub requests: Signal<In, Bits<N>>,
    /// The first to be considered.
    pub start: Signal<In, Bits<W>>,
    /// The chosen one alone; zero without requests.
    pub grant: Signal<Out, Bits<N>>,
    /// Its number; zero without requests.
    pub index: Signal<Out, Bits<W>>,
    from_start: Signal<Local, Bits<N>>,
    all: Constant<Bits<N>> = Constant::new(!Bits::<N>::default()),
    candidates: Signal<Local, Bits<N>>,
    lowest: FirstSet<N, W> = FirstSet::new(),
}

impl<const N: usize, const W: usize> Logic for RoundRobin<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        // Of the two shifts of the requests the mask needs none.
        self.from_start.next = self.requests.val() & (self.all.val() << self.start.val());
        self.candidates.next = self.requests.val();
        if self.from_start.val().any() {
            self.candidates.next = self.from_start.val();
        }
        self.lowest.requests.next = self.candidates.val();
        self.grant.next = self.lowest.first.val();
        self.index.next = self.lowest.index.val();
    }
}
