// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Epoch timing of one SM: which cycles are samples, and when the epoch is decided
    /// (specification sections 2.2 and 5.1, decisions W8, W11, W14).
    pub struct Epoch<CYCLE> = "eq_epoch";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// 0: no samples and no decisions; the epoch counter runs on.
    pub en: Signal<In, Bit>,
    /// A kernel starts; a sample in this cycle is lost.
    pub kernel_start: Signal<In, Bit>,
    /// The warp states are counted in this cycle.
    pub sample: Signal<Out, Bit>,
    /// The sums of the last epoch are complete and decided on in this cycle.
    pub decide: Signal<Out, Bit>,
    /// Cycle of the epoch; wraps at the epoch's length.
    cycle: DffR<Bits<CYCLE>>,
    /// The previous cycle ended an epoch.
    ended_1: DffR<Bit>,
    /// The cycle before the previous one ended an epoch.
    ended_2: DffR<Bit>,
    /// A cycle is a sample if all these bits of its number are ones: sample_period - 1.
    sample_mask: Constant<Bits<CYCLE>> = Constant::new(u64::from(params.sample_period - 1).into()),
    /// Counts pass a register before they are added: sample_period >= 4.
    staged: Constant<Bit> = Constant::new(!params.zero_stage()),
}

impl<const CYCLE: usize> Logic for Epoch<CYCLE> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, cycle, ended_1, ended_2);
        self.cycle.reset.next = self.reset.val();
        self.ended_1.reset.next = self.reset.val();
        self.ended_2.reset.next = self.reset.val();
        self.cycle.d.next = self.cycle.q.val() + 1;
        self.ended_1.d.next = self.cycle.q.val().all();
        self.ended_2.d.next = self.ended_1.q.val();

        self.sample.next = self.en.val()
            && !self.kernel_start.val()
            && ((self.cycle.q.val() & self.sample_mask.val()) == self.sample_mask.val());

        comment!("The staged counters need two cycles more for the epoch's last sample.");
        if self.staged.val() {
            self.decide.next = self.en.val() && self.ended_2.q.val();
        } else {
            self.decide.next = self.en.val() && self.cycle.q.val().all();
        }
    }
}
