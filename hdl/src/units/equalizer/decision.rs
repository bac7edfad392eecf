// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use crate::block;
use crate::comment;

block! {
    /// Algorithm 1: from the four sums of an epoch to a block count change and a frequency vote
    /// (specification section 2.3). Sums are compared with thresholds times the samples of an epoch, a power
    /// of two, so nothing is divided (A1).
    pub struct Decision<SUM, WCTA> = "eq_decision";
    fn new(params: &Params);
    /// Decide in this cycle; the outputs are 0 otherwise.
    pub decide: Signal<In, Bit>,
    /// Warps per CTA of the kernel.
    pub w_cta: Signal<In, Bits<WCTA>>,
    /// Sum of Active warps.
    pub active: Signal<In, Bits<SUM>>,
    /// Sum of Waiting warps.
    pub waiting: Signal<In, Bits<SUM>>,
    /// Sum of Xalu warps.
    pub xalu: Signal<In, Bits<SUM>>,
    /// Sum of Xmem warps.
    pub xmem: Signal<In, Bits<SUM>>,
    /// One CTA more would help.
    pub raise: Signal<Out, Bit>,
    /// One CTA less would help.
    pub lower: Signal<Out, Bit>,
    /// 0 NONE, 1 COMP, 2 MEM.
    pub action: Signal<Out, Bits<2>>,
    limit: Signal<Local, Bits<SUM>>,
    compute_bound: Signal<Local, Bit>,
    none: Constant<Bits<2>> = Constant::new(super::codes::NONE.into()),
    comp: Constant<Bits<2>> = Constant::new(super::codes::COMP.into()),
    mem: Constant<Bits<2>> = Constant::new(super::codes::MEM.into()),
    /// log2 of the samples per epoch.
    samples_log2: Constant<Bits<5>> = Constant::new(u64::from(params.samples().ilog2()).into()),
    /// Saturation threshold: bw_sat times the samples per epoch.
    saturated: Constant<Bits<SUM>> = Constant::new(u64::from(params.bw_sat * params.samples()).into()),
    /// The compute arm compares with >= (dissertation) instead of > (paper).
    comp_ge: Constant<Bit> = Constant::new(params.comp_ge),
}

impl<const SUM: usize, const WCTA: usize> Logic for Decision<SUM, WCTA> {
    #[hdl_gen]
    fn update(&mut self) {
        self.limit.next = bit_cast::<SUM, WCTA>(self.w_cta.val()) << self.samples_log2.val();
        if self.comp_ge.val() {
            self.compute_bound.next = self.xalu.val() >= self.limit.val();
        } else {
            self.compute_bound.next = self.xalu.val() > self.limit.val();
        }

        self.raise.next = false;
        self.lower.next = false;
        self.action.next = self.none.val();
        if self.decide.val() {
            if self.xmem.val() > self.limit.val() {
                comment!("Certainly memory bound.");
                self.lower.next = true;
                self.action.next = self.mem.val();
            } else if self.compute_bound.val() {
                comment!("Certainly compute bound.");
                self.action.next = self.comp.val();
            } else if self.xmem.val() > self.saturated.val() {
                comment!("Memory bandwidth is saturated.");
                self.action.next = self.mem.val();
            } else if self.waiting.val() > (self.active.val() >> 1) {
                comment!("More than half of the warps wait: more parallelism, and the likelier vote.");
                self.raise.next = true;
                self.action.next = self.mem.val();
                if self.xalu.val() > self.xmem.val() {
                    self.action.next = self.comp.val();
                }
            } else if !self.active.val().any() {
                comment!("Idle SM: load imbalance.");
                self.action.next = self.comp.val();
            }
        }
    }
}
