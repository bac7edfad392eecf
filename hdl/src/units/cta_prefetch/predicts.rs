// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::prim::{CarrySave, SumIs};

block! {
    /// Whether a base address and a stride times a distance, which is the sum of two words, predict an address, but for the lowest
    /// bits, those of the mask `low`.
    pub struct Predicts<ADDRESS> = "cta_pf_predicts";
    fn new(low: u64);
    /// Base address.
    pub base: Signal<In, Bits<ADDRESS>>,
    /// The product, in two words.
    pub sum: Signal<In, Bits<ADDRESS>>,
    pub carry: Signal<In, Bits<ADDRESS>>,
    /// The address.
    pub address: Signal<In, Bits<ADDRESS>>,
    /// It is predicted.
    pub met: Signal<Out, Bit>,
    adder: CarrySave<3, ADDRESS, 5> = CarrySave::new(),
    prediction: SumIs<ADDRESS> = SumIs::new(low),
}

impl<const ADDRESS: usize> Logic for Predicts<ADDRESS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.adder.enable.next = true;
        self.adder.addends[0].next = self.base.val();
        self.adder.addends[1].next = self.sum.val();
        self.adder.addends[2].next = self.carry.val();
        self.prediction.a.next = self.adder.sum.val();
        self.prediction.b.next = self.adder.carry.val();
        self.prediction.c.next = self.address.val();
        self.met.next = self.prediction.equal.val();
    }
}
