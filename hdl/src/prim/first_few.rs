// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// The `K` lowest ones of `bits`, in order, each in logarithmic depth behind the one before it.
    pub struct FirstFew<N, K, STEPS> = "first_few" where STEPS = bits(N);
    fn new();
    /// Word to look at.
    pub bits: Signal<In, Bits<N>>,
    /// Each of them alone; zero where there are no more.
    pub each: Vec<Signal<Out, Bits<N>>> = array(K),
    left: Signal<Local, Bits<N>>,
    seen: Signal<Local, Bits<N>>,
    /// Distance by which each step spreads the ones upward.
    distance: Vec<Constant<Bits<STEPS>>> = (0..STEPS).map(|step| Constant::new((1u64 << step).into())).collect(),
}

impl<const N: usize, const K: usize, const STEPS: usize> Logic for FirstFew<N, K, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.bits.val();
        self.seen.next = 0.into();
        for k in 0..K {
            comment!("A bit is seen if it or a lower one is left.");
            self.seen.next = self.left.val();
            for step in 0..STEPS {
                self.seen.next = self.seen.val() | (self.seen.val() << self.distance[step].val());
            }
            self.each[k].next = self.left.val() & (!(self.seen.val() << 1));
            self.left.next = self.left.val() & (self.seen.val() << 1);
        }
    }
}
