// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Target number of concurrent CTAs, with hysteresis (specification section 2.4, decisions W8-W11).
    pub struct BlockTarget<BLOCKS> = "eq_block_target";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// 0: the target is the kernel's limit and the hysteresis is cleared.
    pub en: Signal<In, Bit>,
    /// A kernel starts; `nb_max_in` is its limit.
    pub kernel_start: Signal<In, Bit>,
    /// Concurrent CTAs of the kernel at most, at least 1.
    pub nb_max_in: Signal<In, Bits<BLOCKS>>,
    /// A decision is taken in this cycle.
    pub step: Signal<In, Bit>,
    /// The decision asks for one CTA more.
    pub raise: Signal<In, Bit>,
    /// The decision asks for one CTA less.
    pub lower: Signal<In, Bit>,
    /// Target number of CTAs.
    pub num_blocks: Signal<Out, Bits<BLOCKS>>,
    /// Target number of CTAs.
    target: DffR<Bits<BLOCKS>> = DffR::new(1.into()),
    /// The kernel's limit.
    nb_max: DffR<Bits<BLOCKS>> = DffR::new(1.into()),
    /// Equal decisions in a row so far.
    run: DffR<Bits<3>>,
    /// Their direction: 1 raise, 0 lower.
    rising: DffR<Bit>,
    limit: Signal<Local, Bits<BLOCKS>>,
    run_now: Signal<Local, Bits<3>>,
    /// Equal decisions in a row that move the target.
    hyst_epochs: Constant<Bits<3>> = Constant::new(u64::from(params.hyst_epochs).into()),
    /// The target returns to the limit at kernel start.
    nb_reset_on_launch: Constant<Bit> = Constant::new(params.nb_reset_on_launch),
}

impl<const BLOCKS: usize> Logic for BlockTarget<BLOCKS> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, target, run, rising);
        clock!(self, clock, nb_max);
        self.target.reset.next = self.reset.val();
        self.nb_max.reset.next = self.reset.val();
        self.run.reset.next = self.reset.val();
        self.rising.reset.next = self.reset.val();
        self.num_blocks.next = self.target.q.val();

        self.limit.next = self.nb_max.q.val();
        if self.kernel_start.val() {
            self.limit.next = self.nb_max_in.val();
        }
        self.nb_max.d.next = self.limit.val();

        self.run_now.next = 1.into();
        if (self.run.q.val() != 0) && (self.rising.q.val() == self.raise.val()) {
            self.run_now.next = self.run.q.val() + 1;
        }

        if !self.en.val() {
            self.target.d.next = self.limit.val();
            self.run.d.next = 0.into();
        } else if self.kernel_start.val() {
            if self.nb_reset_on_launch.val() || (self.target.q.val() > self.limit.val()) {
                self.target.d.next = self.limit.val();
            }
            self.run.d.next = 0.into();
        } else if self.step.val() {
            if !self.raise.val() && !self.lower.val() {
                self.run.d.next = 0.into();
            } else if self.run_now.val() != self.hyst_epochs.val() {
                self.run.d.next = self.run_now.val();
                self.rising.d.next = self.raise.val();
            } else {
                comment!("A move beyond a bound is lost, and the run of equal decisions with it (A13).");
                self.run.d.next = 0.into();
                if self.raise.val() && (self.target.q.val() < self.nb_max.q.val()) {
                    self.target.d.next = self.target.q.val() + 1;
                }
                if self.lower.val() && (self.target.q.val() > 1) {
                    self.target.d.next = self.target.q.val() - 1;
                }
            }
        }
    }
}
