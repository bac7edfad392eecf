// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;

block! {
    /// All places from the lowest one of `bits` on, in logarithmic depth. None if `bits` is zero.
    pub struct Upward<N, STEPS> = "upward" where STEPS = bits(N);
    fn new();
    /// Word to look at.
    pub bits: Signal<In, Bits<N>>,
    /// The lowest one and all places above it.
    pub from: Signal<Out, Bits<N>>,
    seen: Signal<Local, Bits<N>>,
    /// Distance by which each step spreads the ones.
    distance: Vec<Constant<Bits<STEPS>>> = (0..STEPS).map(|step| Constant::new((1u64 << step).into())).collect(),
}

impl<const N: usize, const STEPS: usize> Logic for Upward<N, STEPS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.seen.next = self.bits.val();
        for step in 0..STEPS {
            self.seen.next = self.seen.val() | (self.seen.val() << self.distance[step].val());
        }
        self.from.next = self.seen.val();
    }
}
