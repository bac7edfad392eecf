// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::mascar::params::Params;

use crate::block;
use crate::comment;
use crate::declare::ToBits;
use crate::prim::DffR;

block! {
    /// Mascar's warp readiness checker: the owner warp, the only one whose misses leave the SM in MP (specification
    /// section 2.4).
    pub struct Owner<WARPS, WARP> = "mascar_owner" where WARP = clog2(WARPS);
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
    /// The head instruction needs the result of a long-latency load that is under way.
    pub dep_ll: Signal<In, Bits<WARPS>>,
    /// The warp waits at a barrier.
    pub at_barrier: Signal<In, Bits<WARPS>>,
    /// The warp waits at a memory fence.
    pub at_fence: Signal<In, Bits<WARPS>>,
    /// The warp has exited.
    pub exited: Signal<In, Bits<WARPS>>,
    /// The LSU holds unsent requests of the warp.
    pub lsu_has: Signal<In, Bits<WARPS>>,
    /// The re-execution queue holds requests of the warp.
    pub rexq_has: Signal<In, Bits<WARPS>>,
    /// Some warp is memory-ready.
    pub any_ready_mem: Signal<In, Bit>,
    /// A memory instruction is issued in this cycle.
    pub granted: Signal<In, Bit>,
    /// Its warp, one-hot.
    pub granted_warp: Signal<In, Bits<WARPS>>,
    /// The re-execution queue is not empty.
    pub rexq_head_v: Signal<In, Bit>,
    /// Warp of its head.
    pub rexq_head_warp: Signal<In, Bits<WARP>>,
    /// It leaves the queue in this cycle.
    pub rexq_head_leaves: Signal<In, Bit>,
    /// There is an owner.
    pub owner_v: Signal<Out, Bit>,
    /// The owner; 0 without one.
    pub owner: Signal<Out, Bits<WARP>>,
    /// The same one-hot.
    pub owner_bit: Signal<Out, Bits<WARPS>>,
    valid: DffR<Bit>,
    /// The owner, one-hot: who looks at a warp does not wait for a decoder.
    warp: DffR<Bits<WARPS>>,
    gone: Signal<Local, Bits<WARPS>>,
    /// Warps that need one of their own loads and may give up ownership.
    needs_load: Signal<Local, Bits<WARPS>>,
    /// Warps with unsent requests.
    pending: Signal<Local, Bits<WARPS>>,
    done: Signal<Local, Bits<WARPS>>,
    index: Signal<Local, Bits<WARP>>,
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    /// The owner does not release while a request of it is unsent (A2).
    release_waits: Constant<Bit> = Constant::new(params.release_waits),
}

impl<const WARPS: usize, const WARP: usize> Logic for Owner<WARPS, WARP> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, warp);
        self.valid.reset.next = self.reset.val();
        self.warp.reset.next = self.reset.val();
        self.owner_v.next = self.valid.q.val();
        self.owner_bit.next = self.warp.q.val();
        self.index.next = 0.into();
        if self.warp.q.val().any() {
            for w in 0..WARPS {
                if self.warp.q.val().get_bit(w) {
                    self.index.next = self.index.val() | w.to_bits();
                }
            }
        }
        self.owner.next = self.index.val();

        self.pending.next = self.lsu_has.val() | self.rexq_has.val();
        comment!("A warp that waits for others must not keep them from memory (A3).");
        self.gone.next =
            ((self.exited.val() | self.at_barrier.val()) | self.at_fence.val()) | (!self.slot_live.val());
        self.needs_load.next = self.ib_valid.val() & self.dep_ll.val();
        if self.release_waits.val() {
            self.needs_load.next = (self.ib_valid.val() & self.dep_ll.val()) & (!self.pending.val());
        }
        self.done.next = self.gone.val() | self.needs_load.val();

        comment!("Released and acquired in different cycles.");
        if self.valid.q.val() {
            if !self.mp.val() || (self.done.val() & self.warp.q.val()).any() {
                self.valid.d.next = false;
                self.warp.d.next = 0.into();
            }
        } else if self.mp.val() {
            if self.granted.val() {
                self.valid.d.next = true;
                self.warp.d.next = self.granted_warp.val();
            } else if (!self.any_ready_mem.val() && self.rexq_head_v.val()) && !self.rexq_head_leaves.val() {
                self.valid.d.next = true;
                self.warp.d.next = self.one.val() << self.rexq_head_warp.val();
            }
        }
    }
}
