// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::Dff;

block! {
    /// A multiplier of one bit of the second factor a cycle, from its highest on: the product is there `Y` steps after the load.
    pub struct Product<X, Y, W> = "mask_product" where W = X + Y;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Load the factors; no step in this cycle.
    pub load: Signal<In, Bit>,
    pub first: Signal<In, Bits<X>>,
    pub second: Signal<In, Bits<Y>>,
    /// One step.
    pub step: Signal<In, Bit>,
    /// The product.
    pub product: Signal<Out, Bits<W>>,
    factor: Dff<Bits<X>>,
    rest: Dff<Bits<Y>>,
    sum: Dff<Bits<W>>,
    top: Constant<Bits<32>> = Constant::new((Y as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, factor, rest, sum);
        self.factor.d.next = self.factor.q.val();
        self.rest.d.next = self.rest.q.val();
        self.sum.d.next = self.sum.q.val();
        self.product.next = self.sum.q.val();
        comment!("What is there counts twice with each further bit.");
        if self.load.val() {
            self.factor.d.next = self.first.val();
            self.rest.d.next = self.second.val();
            self.sum.d.next = 0.into();
        } else if self.step.val() {
            self.rest.d.next = self.rest.q.val() << 1;
            self.sum.d.next = self.sum.q.val() << 1;
            if self.rest.q.val().get_bit(self.top.val().index()) {
                self.sum.d.next = (self.sum.q.val() << 1) + bit_cast::<W, X>(self.factor.q.val());
            }
        }
    }
}
