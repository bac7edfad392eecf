// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mascar::params::Params;

use crate::block;
use crate::comment;
use crate::prim::DffR;

block! {
    /// Mascar's warp status table: which warps are at a memory instruction, which must not issue, and which are ready
    /// (specification section 2.2). It remembers the warps that were memory-ready when MP began.
    pub struct Status<WARPS> = "mascar_status";
    fn new(params: &Params);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Memory access priority mode.
    pub mp: Signal<In, Bit>,
    /// The warp slot holds a warp.
    pub slot_live: Signal<In, Bits<WARPS>>,
    /// The head instruction buffer entry is valid.
    pub ib_valid: Signal<In, Bits<WARPS>>,
    /// The head instruction accesses memory.
    pub head_is_mem: Signal<In, Bits<WARPS>>,
    /// Its operands are ready.
    pub ops_ready: Signal<In, Bits<WARPS>>,
    /// The warp waits at a barrier.
    pub at_barrier: Signal<In, Bits<WARPS>>,
    /// The re-execution queue holds requests of the warp.
    pub rexq_has: Signal<In, Bits<WARPS>>,
    /// There is an owner warp.
    pub owner_v: Signal<In, Bit>,
    /// The owner warp, one-hot.
    pub owner: Signal<In, Bits<WARPS>>,
    /// The warp that issues a memory instruction in this cycle, one-hot.
    pub granted: Signal<In, Bits<WARPS>>,
    /// Warps at a memory instruction.
    pub mem: Signal<Out, Bits<WARPS>>,
    /// Warps that must not issue.
    pub stall: Signal<Out, Bits<WARPS>>,
    /// Warps that can issue a memory instruction.
    pub ready_mem: Signal<Out, Bits<WARPS>>,
    /// Warps that can issue another instruction.
    pub ready_comp: Signal<Out, Bits<WARPS>>,
    /// MP in the cycle before.
    mp_before: DffR<Bit>,
    /// Warps that were memory-ready when MP began and have issued no memory instruction since (A4).
    grand: DffR<Bits<WARPS>>,
    valid: Signal<Local, Bits<WARPS>>,
    at_mem: Signal<Local, Bits<WARPS>>,
    /// Warps that wait for the owner.
    not_owner: Signal<Local, Bits<WARPS>>,
    stalled: Signal<Local, Bits<WARPS>>,
    ready: Signal<Local, Bits<WARPS>>,
    waiting: Signal<Local, Bits<WARPS>>,
    /// Warps that are memory-ready when MP begins may issue one memory instruction.
    grandfather: Constant<Bit> = Constant::new(params.grandfather),
}

impl<const WARPS: usize> Logic for Status<WARPS> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, mp_before, grand);
        self.mp_before.reset.next = self.reset.val();
        self.grand.reset.next = self.reset.val();

        self.valid.next = self.slot_live.val() & self.ib_valid.val();
        self.at_mem.next = self.valid.val() & self.head_is_mem.val();
        self.not_owner.next = 0.into();
        if self.mp.val() && self.owner_v.val() {
            self.not_owner.next = self.at_mem.val() & (!(self.owner.val() | self.grand.q.val()));
        }
        comment!("A warp has at most one memory instruction in the re-execution queue (A11).");
        self.stalled.next =
            ((!self.ops_ready.val()) | self.not_owner.val()) | (self.at_mem.val() & self.rexq_has.val());
        self.ready.next = (self.valid.val() & (!self.stalled.val())) & (!self.at_barrier.val());
        self.waiting.next = self.ready.val() & self.at_mem.val();
        self.mem.next = self.at_mem.val();
        self.stall.next = self.stalled.val();
        self.ready_mem.next = self.waiting.val();
        self.ready_comp.next = self.ready.val() & (!self.at_mem.val());

        self.mp_before.d.next = self.mp.val();
        self.grand.d.next = 0.into();
        if self.mp.val() {
            self.grand.d.next = self.grand.q.val() & (!self.granted.val());
            if self.grandfather.val() && !self.mp_before.q.val() {
                self.grand.d.next = self.waiting.val() & (!self.granted.val());
            }
        }
    }
}
