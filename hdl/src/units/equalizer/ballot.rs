// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{DffR, Popcount};

block! {
    /// Collects the votes of all SMs and finds the majority (specification section 2.6, A9, decision W17).
    pub struct Ballot<SMS, VOTES, COUNT> = "eq_ballot"
        where VOTES = 2 * SMS, COUNT = clog2(SMS + 1);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The SM votes in this cycle; the vote replaces its earlier one.
    pub vote_valid: Signal<In, Bits<SMS>>,
    /// Two bits an SM, SM 0 lowest: 1 COMP, 2 MEM, else NONE.
    pub vote: Signal<In, Bits<VOTES>>,
    /// Count the votes and forget them; a vote in this cycle counts for the next time.
    pub evaluate: Signal<In, Bit>,
    /// More than half of all SMs voted COMP.
    pub comp_wins: Signal<Out, Bit>,
    /// More than half of all SMs voted MEM.
    pub mem_wins: Signal<Out, Bit>,
    /// SMs whose vote is COMP.
    comp: DffR<Bits<SMS>>,
    /// SMs whose vote is MEM.
    mem: DffR<Bits<SMS>>,
    kept: Signal<Local, Bits<SMS>>,
    new_comp: Signal<Local, Bits<SMS>>,
    new_mem: Signal<Local, Bits<SMS>>,
    count_comp: Popcount<SMS, COUNT> = Popcount::new(),
    count_mem: Popcount<SMS, COUNT> = Popcount::new(),
    vote_comp: Constant<Bits<2>> = Constant::new(super::codes::COMP.into()),
    vote_mem: Constant<Bits<2>> = Constant::new(super::codes::MEM.into()),
    /// Half of the SMs, rounded down.
    half: Constant<Bits<COUNT>> = Constant::new((SMS as u64 / 2).into()),
}

impl<const SMS: usize, const VOTES: usize, const COUNT: usize> Logic for Ballot<SMS, VOTES, COUNT> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, comp, mem);
        self.comp.reset.next = self.reset.val();
        self.mem.reset.next = self.reset.val();

        self.count_comp.enable.next = self.evaluate.val();
        self.count_comp.bits.next = self.comp.q.val();
        self.comp_wins.next = self.count_comp.ones.val() > self.half.val();
        self.count_mem.enable.next = self.evaluate.val();
        self.count_mem.bits.next = self.mem.q.val();
        self.mem_wins.next = self.count_mem.ones.val() > self.half.val();

        comment!("Votes that stand until the next evaluation.");
        self.kept.next = 0.into();
        if !self.evaluate.val() {
            self.kept.next = !self.vote_valid.val();
        }
        self.new_comp.next = 0.into();
        self.new_mem.next = 0.into();
        if self.vote_valid.val().any() {
            for sm in 0..SMS {
                self.new_comp.next = self
                    .new_comp
                    .val()
                    .replace_bit(sm, self.vote.val().get_bits::<2>(sm * 2) == self.vote_comp.val());
                self.new_mem.next = self
                    .new_mem
                    .val()
                    .replace_bit(sm, self.vote.val().get_bits::<2>(sm * 2) == self.vote_mem.val());
            }
        }
        self.comp.d.next =
            (self.comp.q.val() & self.kept.val()) | (self.new_comp.val() & self.vote_valid.val());
        self.mem.d.next = (self.mem.q.val() & self.kept.val()) | (self.new_mem.val() & self.vote_valid.val());
    }
}
