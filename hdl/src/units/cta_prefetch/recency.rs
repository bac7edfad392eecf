// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::prim::AgeMatrix;

block! {
    /// Which of the `ENTRIES` entries of a CTA slot was updated least recently, once all have been.
    pub struct Recency<ENTRIES> = "cta_pf_recency";
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The entry that is updated in this cycle, one-hot, or zero.
    pub updated: Signal<In, Bits<ENTRIES>>,
    /// The entry updated least recently, one-hot.
    pub oldest: Signal<Out, Bits<ENTRIES>>,
    order: AgeMatrix<ENTRIES> = AgeMatrix::new(),
    all: Constant<Bits<ENTRIES>> = Constant::new(!Bits::<ENTRIES>::default()),
}

impl<const ENTRIES: usize> Logic for Recency<ENTRIES> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, order);
        self.order.reset.next = self.reset.val();
        self.order.launch.next = self.updated.val();
        self.order.candidates.next = self.all.val();
        self.order.youngest.next = false;
        self.oldest.next = self.order.pick.val();
    }
}
