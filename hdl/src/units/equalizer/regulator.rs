// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Voltage and frequency level of one domain, which moves one step at a time and takes effect after the
    /// regulator's latency (specification sections 2.6 and 5.2, A10, decision W19).
    pub struct Regulator<> = "eq_regulator";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Move one step towards `target`; must be low while `busy`.
    pub step: Signal<In, Bit>,
    /// Level to go to: 0 LOW, 1 NOMINAL, 2 HIGH.
    pub target: Signal<In, Bits<2>>,
    /// Level in force.
    pub level: Signal<Out, Bits<2>>,
    /// The level is new in this cycle.
    pub change: Signal<Out, Bit>,
    /// A step is under way.
    pub busy: Signal<Out, Bit>,
    /// Level in force.
    level_now: DffR<Bits<2>> = DffR::new(super::codes::NOMINAL.into()),
    /// Level after the step under way.
    level_next: DffR<Bits<2>> = DffR::new(super::codes::NOMINAL.into()),
    changed: DffR<Bit>,
    stepping: DffR<Bit>,
    /// Cycles of the step that are left after this one.
    timer: DffR<Bits<12>>,
    wanted: Signal<Local, Bits<2>>,
    /// The regulator has a latency: vr_cycles > 0.
    latency: Constant<Bit> = Constant::new(params.vr_cycles > 0),
    /// Start value of the timer: vr_cycles - 1.
    latency_less_one: Constant<Bits<12>> = Constant::new(u64::from(params.vr_cycles.saturating_sub(1)).into()),
}

impl Logic for Regulator {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, level_now, level_next, stepping, timer);
        clock!(self, clock, changed);
        self.level_now.reset.next = self.reset.val();
        self.level_next.reset.next = self.reset.val();
        self.changed.reset.next = self.reset.val();
        self.stepping.reset.next = self.reset.val();
        self.timer.reset.next = self.reset.val();
        self.level.next = self.level_now.q.val();
        self.change.next = self.changed.q.val();
        self.busy.next = self.stepping.q.val();

        self.wanted.next = self.level_now.q.val();
        if self.target.val() > self.level_now.q.val() {
            self.wanted.next = self.level_now.q.val() + 1;
        } else if self.target.val() < self.level_now.q.val() {
            self.wanted.next = self.level_now.q.val() - 1;
        }

        self.changed.d.next = false;
        if self.stepping.q.val() {
            self.timer.d.next = self.timer.q.val() - 1;
            if !self.timer.q.val().any() {
                self.level_now.d.next = self.level_next.q.val();
                self.changed.d.next = true;
                self.stepping.d.next = false;
                self.timer.d.next = 0.into();
            }
        } else if self.step.val() && (self.wanted.val() != self.level_now.q.val()) {
            if self.latency.val() {
                self.level_next.d.next = self.wanted.val();
                self.stepping.d.next = true;
                self.timer.d.next = self.latency_less_one.val();
            } else {
                comment!("No latency: the step is done at once.");
                self.level_now.d.next = self.wanted.val();
                self.changed.d.next = true;
            }
        }
    }
}
