// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::ilp::params::Params;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// The branch predictor of an ILP SM (specification section 2.3): static, or by counters that PC and history choose (gshare). A branch whose threads
    /// diverge is right whichever way it was predicted.
    /// Protocol: the prediction of a lookup shows in the next cycle; the fetch keeps it with `pr_idx` and gives both back when the branch is resolved, which is answered in
    /// the same cycle. What is learnt counts for lookups of the next cycle on.
    pub struct Bpred<WARP, M, COUNTERS, INDEX, HISTORIES, HISTORY> = "simt_bpred";
    fn new(params: &Params);
    /// Fast clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    pub mode: Signal<In, Bits<2>>,
    pub lk_valid: Signal<In, Bit>,
    pub lk_pc: Signal<In, Bits<32>>,
    pub lk_target: Signal<In, Bits<32>>,
    pub lk_warp: Signal<In, Bits<WARP>>,
    pub lk_oracle: Signal<In, Bit>,
    pub rs_valid: Signal<In, Bit>,
    pub rs_warp: Signal<In, Bits<WARP>>,
    pub rs_active: Signal<In, Bits<M>>,
    pub rs_taken: Signal<In, Bits<M>>,
    pub rs_pred: Signal<In, Bit>,
    pub rs_idx: Signal<In, Bits<INDEX>>,
    pub pr_valid: Signal<Out, Bit>,
    pub pr_taken: Signal<Out, Bit>,
    pub pr_idx: Signal<Out, Bits<INDEX>>,
    pub rs_div: Signal<Out, Bit>,
    pub rs_mis: Signal<Out, Bit>,
    pub rs_follow: Signal<Out, Bits<M>>,
    counters: Vec<Dff<Bits<2>>> = array(COUNTERS),
    /// Counters that have been trained since reset; the others are weakly taken, whatever the memory holds.
    trained: DffR<Bits<COUNTERS>>,
    /// Outcomes, the last one lowest: of all branches, or of each warp's.
    histories: Vec<DffR<Bits<INDEX>>> = array(HISTORIES),
    shown_valid: DffR<Bit>,
    shown_taken: DffR<Bit>,
    shown_index: DffR<Bits<INDEX>>,
    /// The history of the branch that is looked up, and of the one that is resolved.
    lk_history: Signal<Local, Bits<HISTORY>>,
    rs_history: Signal<Local, Bits<HISTORY>>,
    index: Signal<Local, Bits<INDEX>>,
    lk_stored: Signal<Local, Bits<2>>,
    rs_stored: Signal<Local, Bits<2>>,
    counter: Signal<Local, Bits<2>>,
    predicted: Signal<Local, Bit>,
    taken: Signal<Local, Bits<M>>,
    not_taken: Signal<Local, Bits<M>>,
    diverges: Signal<Local, Bit>,
    wrong: Signal<Local, Bit>,
    outcome: Signal<Local, Bit>,
    learns: Signal<Local, Bit>,
    outcomes: Signal<Local, Bits<INDEX>>,
    old: Signal<Local, Bits<2>>,
    moved: Signal<Local, Bits<2>>,
    /// Numbers of warps whose history is shared, and how sure a counter is, are of no use here.
    unused: Signal<Local, Bit>,
    one: Constant<Bits<COUNTERS>> = Constant::new(1.into()),
    one_index: Constant<Bits<INDEX>> = Constant::new(1.into()),
    at_first: Constant<Bits<2>> = Constant::new(2.into()),
    statically: Constant<Bits<2>> = Constant::new(1.into()),
    gshare: Constant<Bits<2>> = Constant::new(2.into()),
    by_outcome: Constant<Bits<2>> = Constant::new(3.into()),
    /// The bits of a warp's number that choose its history: all, or none where it is shared (A10).
    own: Constant<Bits<HISTORY>> = Constant::new(((params.hist_mode as u64) * ((1 << HISTORY) - 1)).into()),
    /// The lowest bit of a PC that chooses a counter.
    pc_lo: Constant<Bits<32>> = Constant::new(u64::from(params.pc_lo).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, trained, shown_valid, shown_taken, shown_index);
        self.trained.reset.next = self.reset.val();
        self.shown_valid.reset.next = self.reset.val();
        self.shown_taken.reset.next = self.reset.val();
        self.shown_index.reset.next = self.reset.val();
        for i in 0..COUNTERS {
            self.counters[i].clock.next = self.clock.val();
            self.counters[i].d.next = self.counters[i].q.val();
        }
        for i in 0..HISTORIES {
            self.histories[i].clock.next = self.clock.val();
            self.histories[i].reset.next = self.reset.val();
            self.histories[i].d.next = self.histories[i].q.val();
        }
        self.lk_history.next = self.lk_warp.val().get_bits::<HISTORY>(0) & self.own.val();
        self.rs_history.next = self.rs_warp.val().get_bits::<HISTORY>(0) & self.own.val();

        comment!("The lookup.");
        self.index.next = self.lk_pc.val().get_bits::<INDEX>(self.pc_lo.val().index())
            ^ self.histories[self.lk_history.val().index()].q.val();
        self.lk_stored.next = self.counters[self.index.val().index()].q.val();
        self.counter.next = self.at_first.val();
        if self.trained.q.val().get_bit(self.index.val().index()) {
            self.counter.next = self.lk_stored.val();
        }
        self.unused.next = (self.lk_warp.val().any() || self.rs_warp.val().any()) || self.counter.val().get_bit(0);
        self.predicted.next = false;
        if self.mode.val() == self.statically.val() {
            self.predicted.next = self.lk_target.val() <= self.lk_pc.val();
        } else if self.mode.val() == self.gshare.val() {
            self.predicted.next = self.counter.val().get_bit(1);
        } else if self.mode.val() == self.by_outcome.val() {
            self.predicted.next = self.lk_oracle.val();
        }
        self.shown_valid.d.next = self.lk_valid.val();
        self.shown_taken.d.next = self.lk_valid.val() && self.predicted.val();
        self.shown_index.d.next = 0.into();
        if self.lk_valid.val() {
            self.shown_index.d.next = self.index.val();
        }
        self.pr_valid.next = self.shown_valid.q.val();
        self.pr_taken.next = self.shown_taken.q.val();
        self.pr_idx.next = self.shown_index.q.val();

        comment!("The resolution: who goes which way.");
        self.taken.next = self.rs_active.val() & self.rs_taken.val();
        self.not_taken.next = self.rs_active.val() & (!self.rs_taken.val());
        self.diverges.next = self.taken.val().any() && self.not_taken.val().any();
        self.wrong.next = false;
        if self.taken.val().any() && !self.not_taken.val().any() {
            self.wrong.next = !self.rs_pred.val();
        } else if self.not_taken.val().any() && !self.taken.val().any() {
            self.wrong.next = self.rs_pred.val();
        }
        self.rs_div.next = self.rs_valid.val() && self.diverges.val();
        self.rs_mis.next = self.rs_valid.val() && self.wrong.val();
        self.rs_follow.next = 0.into();
        if self.rs_valid.val() {
            self.rs_follow.next = self.not_taken.val();
            if self.rs_pred.val() {
                self.rs_follow.next = self.taken.val();
            }
        }

        comment!("What is learnt: the outcome, or of a divergent branch what was predicted.");
        self.outcome.next = self.taken.val().any();
        if self.diverges.val() {
            self.outcome.next = self.rs_pred.val();
        }
        self.learns.next =
            (self.rs_valid.val() && self.rs_active.val().any()) && (self.mode.val() == self.gshare.val());
        self.rs_stored.next = self.counters[self.rs_idx.val().index()].q.val();
        self.old.next = self.at_first.val();
        if self.trained.q.val().get_bit(self.rs_idx.val().index()) {
            self.old.next = self.rs_stored.val();
        }
        self.moved.next = self.old.val();
        if self.outcome.val() {
            if !self.old.val().all() {
                self.moved.next = self.old.val() + 1;
            }
        } else if self.old.val().any() {
            self.moved.next = self.old.val() - 1;
        }
        if self.learns.val() {
            self.counters[self.rs_idx.val().index()].d.next = self.moved.val();
        }
        if self.learns.val() {
            self.trained.d.next = self.trained.q.val() | (self.one.val() << self.rs_idx.val());
        }
        self.outcomes.next = self.histories[self.rs_history.val().index()].q.val() << 1;
        if self.learns.val() {
            self.histories[self.rs_history.val().index()].d.next = self.outcomes.val();
            if self.outcome.val() {
                self.histories[self.rs_history.val().index()].d.next = self.outcomes.val() | self.one_index.val();
            }
        }
    }
}
