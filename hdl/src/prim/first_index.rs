// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::first_set::numbers_with;
use crate::block;
use crate::comment;

block! {
    /// The number of the lowest one of `requests`, by a tree of selectors: each step joins neighbouring groups of places to one of twice
    /// the size. It does not say which place it is one-hot, as `first_set` does, but is faster.
    pub struct FirstIndex<N, W> = "first_index" where W = bits(N);
    fn new();
    /// Bits to choose from.
    pub requests: Signal<In, Bits<N>>,
    /// The number of the lowest one; zero without requests.
    pub index: Signal<Out, Bits<W>>,
    /// Where a group begins: it has a request.
    some: Signal<Local, Bits<N>>,
    /// There: a bit of the number of its lowest request.
    chosen: Signal<Local, Bits<N>>,
    /// Places of the groups that each step joins.
    distance: Vec<Constant<Bits<W>>> = (0..W).map(|step| Constant::new((1u64 << step).into())).collect(),
    /// Numbers that have the bit, for each bit of a number.
    with_bit: Vec<Constant<Bits<N>>> = (0..W).map(|bit| Constant::new(numbers_with(bit))).collect(),
}

impl<const N: usize, const W: usize> Logic for FirstIndex<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.some.next = 0.into();
        self.chosen.next = 0.into();
        self.index.next = 0.into();
        if self.requests.val().any() {
            for b in 0..W {
                self.some.next = self.requests.val();
                self.chosen.next = self.with_bit[b].val();
                comment!("Of two groups that become one, the lower if it has a request, else the upper.");
                for step in 0..W {
                    self.chosen.next = (self.chosen.val() & self.some.val())
                        | ((self.chosen.val() >> self.distance[step].val()) & (!self.some.val()));
                    self.some.next = self.some.val() | (self.some.val() >> self.distance[step].val());
                }
                self.index.next = self.index.val().replace_bit(b, self.chosen.val().get_bit(0));
            }
        }
    }
}
