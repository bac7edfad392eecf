// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

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
    /// There, by bit of the number: the number of its lowest request in the group.
    number: Vec<Signal<Local, Bits<N>>> = array(W),
    /// Places of the groups that each step joins.
    distance: Vec<Constant<Bits<W>>> = (0..W).map(|step| Constant::new((1u64 << step).into())).collect(),
}

impl<const N: usize, const W: usize> Logic for FirstIndex<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.some.next = 0.into();
        self.index.next = 0.into();
        for b in 0..W {
            self.number[b].next = 0.into();
        }
        if self.requests.val().any() {
            self.some.next = self.requests.val();
            for step in 0..W {
                comment!(
                    "The lower group's number if it has a request, else the upper group's, and one bit more."
                );
                for b in 0..W {
                    self.number[b].next = (self.number[b].val() & self.some.val())
                        | ((self.number[b].val() >> self.distance[step].val()) & (!self.some.val()));
                }
                self.number[step].next = !self.some.val();
                self.some.next = self.some.val() | (self.some.val() >> self.distance[step].val());
            }
            for b in 0..W {
                self.index.next = self.index.val().replace_bit(b, self.number[b].val().get_bit(0));
            }
        }
    }
}
