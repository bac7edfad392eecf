// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use super::ballot::Ballot;
use super::regulator::Regulator;
use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Equalizer, frequency manager of the chip: takes the majority of the SMs' votes once an epoch and moves
    /// the levels of the SM domain and the memory domain (specification sections 2.6 and 5.2).
    /// Levels: 0 LOW, 1 NOMINAL, 2 HIGH.
    /// Protocol: a vote counts in the cycle of its bit of `vote_valid`; votes are evaluated in cycle 7 of an epoch, and
    /// a level is new, with a pulse of `sm_change` or `mem_change`, `vr_cycles` cycles after cycle 8.
    pub struct EqFm<SMS, VOTES, COUNT, CYCLE> = "eq_fm";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub vote_valid: Signal<In, Bits<SMS>>,
    pub vote: Signal<In, Bits<VOTES>>,
    pub mode: Signal<In, Bit>,
    pub sm_level: Signal<Out, Bits<2>>,
    pub mem_level: Signal<Out, Bits<2>>,
    pub sm_change: Signal<Out, Bit>,
    pub mem_change: Signal<Out, Bit>,
    pub vr_busy: Signal<Out, Bits<2>>,
    /// Cycle of the epoch.
    cycle: DffR<Bits<CYCLE>>,
    evaluate: Signal<Local, Bit>,
    step: Signal<Local, Bit>,
    step_sm: Signal<Local, Bit>,
    step_mem: Signal<Local, Bit>,
    sm_target: Signal<Local, Bits<2>>,
    mem_target: Signal<Local, Bits<2>>,
    ballot: Ballot<SMS, VOTES, COUNT> = Ballot::new(),
    sm_regulator: Regulator = Regulator::new(params),
    mem_regulator: Regulator = Regulator::new(params),
    low: Constant<Bits<2>> = Constant::new(super::codes::LOW.into()),
    nominal: Constant<Bits<2>> = Constant::new(super::codes::NOMINAL.into()),
    high: Constant<Bits<2>> = Constant::new(super::codes::HIGH.into()),
    /// Cycle of the epoch in which the votes are evaluated.
    evaluation_cycle: Constant<Bits<CYCLE>> = Constant::new(7.into()),
    /// The domain that is not boosted or throttled returns to nominal; 0: it holds its level.
    maintain_nominal: Constant<Bit> = Constant::new(params.maintain_nominal),
}

impl<const SMS: usize, const VOTES: usize, const COUNT: usize, const CYCLE: usize> Logic
    for EqFm<SMS, VOTES, COUNT, CYCLE>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, cycle, ballot, sm_regulator, mem_regulator);
        self.cycle.reset.next = self.reset.val();
        self.ballot.reset.next = self.reset.val();
        self.sm_regulator.reset.next = self.reset.val();
        self.mem_regulator.reset.next = self.reset.val();
        self.cycle.d.next = self.cycle.q.val() + 1;
        self.evaluate.next = self.cycle.q.val() == self.evaluation_cycle.val();

        self.ballot.vote_valid.next = self.vote_valid.val();
        self.ballot.vote.next = self.vote.val();
        self.ballot.evaluate.next = self.evaluate.val();

        comment!("While a regulator is busy the evaluation is skipped for both domains (W18).");
        self.step.next =
            self.evaluate.val() && !self.sm_regulator.busy.val() && !self.mem_regulator.busy.val();

        comment!("Table 3.1, with the correction of specification section 6.2.");
        self.step_sm.next = false;
        self.step_mem.next = false;
        self.sm_target.next = self.nominal.val();
        self.mem_target.next = self.nominal.val();
        if self.step.val() && self.ballot.comp_wins.val() {
            if self.mode.val() {
                self.sm_target.next = self.high.val();
                self.step_sm.next = true;
                self.step_mem.next = self.maintain_nominal.val();
            } else {
                self.mem_target.next = self.low.val();
                self.step_mem.next = true;
                self.step_sm.next = self.maintain_nominal.val();
            }
        } else if self.step.val() && self.ballot.mem_wins.val() {
            if self.mode.val() {
                self.mem_target.next = self.high.val();
                self.step_mem.next = true;
                self.step_sm.next = self.maintain_nominal.val();
            } else {
                self.sm_target.next = self.low.val();
                self.step_sm.next = true;
                self.step_mem.next = self.maintain_nominal.val();
            }
        }

        self.sm_regulator.step.next = self.step_sm.val();
        self.sm_regulator.target.next = self.sm_target.val();
        self.sm_level.next = self.sm_regulator.level.val();
        self.sm_change.next = self.sm_regulator.change.val();
        self.mem_regulator.step.next = self.step_mem.val();
        self.mem_regulator.target.next = self.mem_target.val();
        self.mem_level.next = self.mem_regulator.level.val();
        self.mem_change.next = self.mem_regulator.change.val();
        self.vr_busy.next = 0.into();
        self.vr_busy.next = self.vr_busy.val().replace_bit(0, self.sm_regulator.busy.val());
        self.vr_busy.next = self.vr_busy.val().replace_bit(1, self.mem_regulator.busy.val());
    }
}
