// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::equalizer::params::Params;

use crate::block;
use crate::comment;
use crate::prim::Popcount;

block! {
    /// Classifies the warps of one SM and counts each class (specification section 2.1, decision W22).
    /// Only the head instruction of each warp counts. The classes Waiting, Xalu and Xmem exclude each other;
    /// a ready memory warp that only lost the scheduler slot is in none of them (A4).
    pub struct Sampler<WARPS, COUNT> = "eq_sampler" where COUNT = clog2(WARPS + 1);
    fn new(params: &Params);
    /// Count in this cycle; all counts are 0 otherwise.
    pub sample: Signal<In, Bit>,
    /// The warp slot holds a warp.
    pub slot_live: Signal<In, Bits<WARPS>>,
    /// The head instruction is valid.
    pub ib_valid: Signal<In, Bits<WARPS>>,
    /// The warp waits at a barrier.
    pub at_barrier: Signal<In, Bits<WARPS>>,
    /// The head instruction's operands are ready.
    pub sb_ready: Signal<In, Bits<WARPS>>,
    /// The head instruction is a memory instruction.
    pub is_mem: Signal<In, Bits<WARPS>>,
    /// The warp issued in this cycle.
    pub issued: Signal<In, Bits<WARPS>>,
    /// The LD/ST queue takes no further instruction in this cycle.
    pub lsu_blocked: Signal<In, Bit>,
    /// The warp's CTA is paused; such a warp is never counted.
    pub pause_warp: Signal<In, Bits<WARPS>>,
    /// Active warps.
    pub n_active: Signal<Out, Bits<COUNT>>,
    /// Waiting warps: an operand is not ready.
    pub n_wait: Signal<Out, Bits<COUNT>>,
    /// Xalu warps: ready for the arithmetic pipeline, not issued.
    pub n_xalu: Signal<Out, Bits<COUNT>>,
    /// Xmem warps: ready for a blocked LD/ST pipeline.
    pub n_xmem: Signal<Out, Bits<COUNT>>,
    runnable: Signal<Local, Bits<WARPS>>,
    idle: Signal<Local, Bits<WARPS>>,
    ready: Signal<Local, Bits<WARPS>>,
    active: Popcount<WARPS, COUNT> = Popcount::new(),
    waiting: Popcount<WARPS, COUNT> = Popcount::new(),
    xalu: Popcount<WARPS, COUNT> = Popcount::new(),
    xmem: Popcount<WARPS, COUNT> = Popcount::new(),
    /// Warps at a barrier count as Active.
    barrier_active: Constant<Bit> = Constant::new(params.barrier_active),
}

impl<const WARPS: usize, const COUNT: usize> Logic for Sampler<WARPS, COUNT> {
    #[hdl_gen]
    fn update(&mut self) {
        self.runnable.next = self.slot_live.val() & self.ib_valid.val() & (!self.pause_warp.val());
        self.idle.next = self.runnable.val() & (!self.at_barrier.val()) & (!self.issued.val());
        self.ready.next = self.idle.val() & self.sb_ready.val();

        self.active.enable.next = self.sample.val();
        if self.barrier_active.val() {
            self.active.bits.next = self.runnable.val();
        } else {
            self.active.bits.next = self.runnable.val() & (!self.at_barrier.val());
        }
        self.waiting.enable.next = self.sample.val();
        self.waiting.bits.next = self.idle.val() & (!self.sb_ready.val());
        self.xalu.enable.next = self.sample.val();
        self.xalu.bits.next = self.ready.val() & (!self.is_mem.val());
        comment!("Ready memory warps are Xmem only while the LD/ST pipeline is blocked.");
        self.xmem.enable.next = self.sample.val() && self.lsu_blocked.val();
        self.xmem.bits.next = self.ready.val() & self.is_mem.val();

        self.n_active.next = self.active.ones.val();
        self.n_wait.next = self.waiting.ones.val();
        self.n_xalu.next = self.xalu.ones.val();
        self.n_xmem.next = self.xmem.ones.val();
    }
}
