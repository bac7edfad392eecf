// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::ilp::params::Params;

use crate::block;
use crate::comment;
use crate::prim::Dff;

block! {
    /// What is free in an SM (specification section 2.4), and whether a thread block of either kernel fits. One may come and one go in a cycle.
    pub struct SmRoom<THREADS, TBS, REGS, SMEM> = "het_sm_room";
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// What a thread block of the first kernel needs, and of the second.
    pub first_threads: Signal<In, Bits<THREADS>>,
    pub first_regs: Signal<In, Bits<REGS>>,
    pub first_smem: Signal<In, Bits<SMEM>>,
    pub second_threads: Signal<In, Bits<THREADS>>,
    pub second_regs: Signal<In, Bits<REGS>>,
    pub second_smem: Signal<In, Bits<SMEM>>,
    /// There is room for one.
    pub fits_first: Signal<Out, Bit>,
    pub fits_second: Signal<Out, Bit>,
    /// A thread block comes; if one does, it is of the second kernel or the first.
    pub take: Signal<In, Bit>,
    pub take_second: Signal<In, Bit>,
    /// One goes.
    pub give: Signal<In, Bit>,
    pub give_second: Signal<In, Bit>,
    /// What is free: all after reset.
    free_threads: Dff<Bits<THREADS>>,
    free_tbs: Dff<Bits<TBS>>,
    free_regs: Dff<Bits<REGS>>,
    free_smem: Dff<Bits<SMEM>>,
    /// What would come needs, and what goes has had.
    less_threads: Signal<Local, Bits<THREADS>>,
    less_regs: Signal<Local, Bits<REGS>>,
    less_smem: Signal<Local, Bits<SMEM>>,
    more_threads: Signal<Local, Bits<THREADS>>,
    more_regs: Signal<Local, Bits<REGS>>,
    more_smem: Signal<Local, Bits<SMEM>>,
    /// What is free if none comes.
    kept_threads: Signal<Local, Bits<THREADS>>,
    kept_regs: Signal<Local, Bits<REGS>>,
    kept_smem: Signal<Local, Bits<SMEM>>,
    /// What an SM has.
    all_threads: Constant<Bits<THREADS>> = Constant::new(u64::from(params.sm_threads).into()),
    all_tbs: Constant<Bits<TBS>> = Constant::new(u64::from(params.sm_tbs).into()),
    all_regs: Constant<Bits<REGS>> = Constant::new(u64::from(params.sm_regs).into()),
    all_smem: Constant<Bits<SMEM>> = Constant::new(u64::from(params.sm_smem).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, free_threads, free_tbs, free_regs, free_smem);
        self.fits_first.next = (self.free_tbs.q.val().any() && (self.free_threads.q.val() >= self.first_threads.val()))
            && ((self.free_regs.q.val() >= self.first_regs.val()) && (self.free_smem.q.val() >= self.first_smem.val()));
        self.fits_second.next = (self.free_tbs.q.val().any() && (self.free_threads.q.val() >= self.second_threads.val()))
            && ((self.free_regs.q.val() >= self.second_regs.val()) && (self.free_smem.q.val() >= self.second_smem.val()));

        self.less_threads.next = self.first_threads.val();
        self.less_regs.next = self.first_regs.val();
        self.less_smem.next = self.first_smem.val();
        if self.take_second.val() {
            self.less_threads.next = self.second_threads.val();
            self.less_regs.next = self.second_regs.val();
            self.less_smem.next = self.second_smem.val();
        }
        self.more_threads.next = 0.into();
        self.more_regs.next = 0.into();
        self.more_smem.next = 0.into();
        if self.give.val() {
            self.more_threads.next = self.first_threads.val();
            self.more_regs.next = self.first_regs.val();
            self.more_smem.next = self.first_smem.val();
            if self.give_second.val() {
                self.more_threads.next = self.second_threads.val();
                self.more_regs.next = self.second_regs.val();
                self.more_smem.next = self.second_smem.val();
            }
        }
        comment!("Whether one comes is known last; both sums are there by then. Sums wrap, and what is left fits again.");
        self.kept_threads.next = self.free_threads.q.val() + self.more_threads.val();
        self.kept_regs.next = self.free_regs.q.val() + self.more_regs.val();
        self.kept_smem.next = self.free_smem.q.val() + self.more_smem.val();
        self.free_threads.d.next = self.kept_threads.val();
        self.free_regs.d.next = self.kept_regs.val();
        self.free_smem.d.next = self.kept_smem.val();
        if self.take.val() {
            self.free_threads.d.next = self.kept_threads.val() - self.less_threads.val();
            self.free_regs.d.next = self.kept_regs.val() - self.less_regs.val();
            self.free_smem.d.next = self.kept_smem.val() - self.less_smem.val();
        }
        self.free_tbs.d.next = self.free_tbs.q.val();
        if self.take.val() && !self.give.val() {
            self.free_tbs.d.next = self.free_tbs.q.val() - 1;
        }
        if self.give.val() && !self.take.val() {
            self.free_tbs.d.next = self.free_tbs.q.val() + 1;
        }
        if self.reset.val() {
            self.free_threads.d.next = self.all_threads.val();
            self.free_tbs.d.next = self.all_tbs.val();
            self.free_regs.d.next = self.all_regs.val();
            self.free_smem.d.next = self.all_smem.val();
        }
    }
}
