// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use crate::block;
use crate::prim::DffR;

block! {
    /// Sum of one warp count over the samples of an epoch (specification section 2.2, decisions W8, W14, W24).
    pub struct Accumulator<COUNT, SUM> = "eq_accumulator";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Forget the sum and the count under way.
    pub clear: Signal<In, Bit>,
    /// The epoch is decided on in this cycle; the next sum starts at 0.
    pub decide: Signal<In, Bit>,
    /// `count` is a sample.
    pub sample: Signal<In, Bit>,
    /// Number of warps in this cycle.
    pub count: Signal<In, Bits<COUNT>>,
    /// Sum that a decision in this cycle sees.
    pub sum: Signal<Out, Bits<SUM>>,
    /// Sum so far.
    acc: DffR<Bits<SUM>>,
    /// Count of the previous cycle.
    counted: DffR<Bits<COUNT>>,
    /// `counted` is a sample that is not added yet.
    pending: DffR<Bit>,
    /// Counts pass a register before they are added: sample_period >= 4.
    staged: Constant<Bit> = Constant::new(!params.zero_stage()),
}

impl<const COUNT: usize, const SUM: usize> Logic for Accumulator<COUNT, SUM> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, acc, counted, pending);
        self.acc.reset.next = self.reset.val();
        self.counted.reset.next = self.reset.val();
        self.pending.reset.next = self.reset.val();

        self.pending.d.next = self.staged.val() && self.sample.val() && !self.clear.val();
        self.counted.d.next = self.counted.q.val();
        if self.staged.val() && self.sample.val() {
            self.counted.d.next = self.count.val();
        }

        self.sum.next = self.acc.q.val();
        if self.staged.val() && self.pending.q.val() {
            self.sum.next = self.acc.q.val() + bit_cast::<SUM, COUNT>(self.counted.q.val());
        }
        if !self.staged.val() && self.sample.val() {
            self.sum.next = self.acc.q.val() + bit_cast::<SUM, COUNT>(self.count.val());
        }

        self.acc.d.next = self.sum.val();
        if self.clear.val() || self.decide.val() {
            self.acc.d.next = 0.into();
        }
    }
}
