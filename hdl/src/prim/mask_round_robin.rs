// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;

block! {
    /// Cyclic arbiter, as `round_robin`, whose place is a mask in place of a number: quicker still than `quick_round_robin`, with more bits to keep.
    pub struct MaskRoundRobin<N, W> = "mask_round_robin" where W = bits(N);
    fn new();
    /// Bits to choose from.
    pub requests: Signal<In, Bits<N>>,
    /// Those to be considered first, from some place on; without any, all are.
    pub from: Signal<In, Bits<N>>,
    /// The chosen one alone; zero without requests.
    pub grant: Signal<Out, Bits<N>>,
    /// Those behind it, for the next choice; zero without requests.
    pub after: Signal<Out, Bits<N>>,
    behind: Signal<Local, Bits<N>>,
    /// What is at or behind the first request from that place on, and of all.
    seen_behind: Signal<Local, Bits<N>>,
    seen: Signal<Local, Bits<N>>,
    /// Distance by which each step spreads the ones upward.
    distance: Vec<Constant<Bits<W>>> = (0..W).map(|step| Constant::new((1u64 << step).into())).collect(),
}

impl<const N: usize, const W: usize> Logic for MaskRoundRobin<N, W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.behind.next = self.requests.val() & self.from.val();
        self.seen_behind.next = self.behind.val();
        self.seen.next = self.requests.val();
        if self.requests.val().any() {
            comment!("A bit is seen if it or a lower one is set.");
            for step in 0..W {
                self.seen_behind.next =
                    self.seen_behind.val() | (self.seen_behind.val() << self.distance[step].val());
                self.seen.next = self.seen.val() | (self.seen.val() << self.distance[step].val());
            }
        }
        self.grant.next = self.requests.val() & (!(self.seen.val() << 1));
        self.after.next = self.seen.val() << 1;
        if self.behind.val().any() {
            self.grant.next = self.behind.val() & (!(self.seen_behind.val() << 1));
            self.after.next = self.seen_behind.val() << 1;
        }
    }
}
