// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// The steps of a flush of the shared TLB (specification section 2.10): lookups in flight are resolved, the walker is told, large entries are
    /// invalidated, then base sets one by one, if the flush is of base pages; then the SMs of the address space are told, and acknowledge it.
    pub struct L2Flush<CORES, ASID, LVPN, SETS, SET, DRAIN> = "mosaic_l2_flush" where SET = bits(SETS);
    fn new(drain: u32);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A flush, taken if none is under way: its address space and large page, 1 if it is of base pages, too, or of all of the space, or of all.
    pub flush: Signal<In, Bit>,
    pub asid: Signal<In, Bits<ASID>>,
    pub lvpn: Signal<In, Bits<LVPN>>,
    pub base: Signal<In, Bit>,
    pub space: Signal<In, Bit>,
    pub all: Signal<In, Bit>,
    /// A base set is filled in this cycle, and none can be invalidated.
    pub filled: Signal<In, Bit>,
    /// The address space of each SM.
    pub spaces: Vec<Signal<In, Bits<ASID>>> = array(CORES),
    /// SMs that acknowledge it.
    pub acknowledged: Signal<In, Bits<CORES>>,
    /// One is under way, and what it is of.
    pub busy: Signal<Out, Bit>,
    pub of_asid: Signal<Out, Bits<ASID>>,
    pub of_lvpn: Signal<Out, Bits<LVPN>>,
    pub of_base: Signal<Out, Bit>,
    pub of_space: Signal<Out, Bit>,
    pub of_all: Signal<Out, Bit>,
    /// The walker is told in this cycle.
    pub tells: Signal<Out, Bit>,
    /// Large entries are invalidated, or this base set is.
    pub clears_large: Signal<Out, Bit>,
    pub clears_set: Signal<Out, Bit>,
    pub set: Signal<Out, Bits<SET>>,
    /// The SMs are told in this cycle, and those that have not acknowledged it.
    pub sends: Signal<Out, Bit>,
    pub waits_for: Signal<Out, Bits<CORES>>,
    /// It is done since the last cycle.
    pub done: Signal<Out, Bit>,
    /// One at most is set. All are 0 if no flush is under way.
    drains: DffR<Bit>,
    telling: DffR<Bit>,
    clearing: DffR<Bit>,
    sweeping: DffR<Bit>,
    waiting: DffR<Bit>,
    /// Cycles that are left for lookups in flight.
    left: Dff<Bits<DRAIN>>,
    sweep: Dff<Bits<SET>>,
    sent: DffR<Bit>,
    unacknowledged: DffR<Bits<CORES>>,
    over: DffR<Bit>,
    held_asid: Dff<Bits<ASID>>,
    held_lvpn: Dff<Bits<LVPN>>,
    held_base: Dff<Bit>,
    held_space: Dff<Bit>,
    held_all: Dff<Bit>,
    under_way: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    swept: Signal<Local, Bit>,
    /// All entries are invalidated, and the SMs are next.
    ends: Signal<Local, Bit>,
    concerned: Signal<Local, Bits<CORES>>,
    rest: Signal<Local, Bits<CORES>>,
    drain_cycles: Constant<Bits<DRAIN>> = Constant::new(u64::from(drain).into()),
    one: Constant<Bits<DRAIN>> = Constant::new(1.into()),
    last: Constant<Bits<SET>> = Constant::new((SETS as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, drains, telling, clearing, sweeping, waiting, sent, unacknowledged, over);
        clock!(self, clock, left, sweep, held_asid, held_lvpn, held_base, held_space, held_all);
        self.drains.reset.next = self.reset.val();
        self.telling.reset.next = self.reset.val();
        self.clearing.reset.next = self.reset.val();
        self.sweeping.reset.next = self.reset.val();
        self.waiting.reset.next = self.reset.val();
        self.sent.reset.next = self.reset.val();
        self.unacknowledged.reset.next = self.reset.val();
        self.over.reset.next = self.reset.val();
        self.under_way.next = (self.drains.q.val() || self.telling.q.val())
            || ((self.clearing.q.val() || self.sweeping.q.val()) || self.waiting.q.val());
        self.busy.next = self.under_way.val();
        self.begins.next = self.flush.val() && !self.under_way.val();

        comment!("What it is of; of more than a large page the fields that do not count are 0.");
        self.held_asid.d.next = self.held_asid.q.val();
        self.held_lvpn.d.next = self.held_lvpn.q.val();
        self.held_base.d.next = self.held_base.q.val();
        self.held_space.d.next = self.held_space.q.val();
        self.held_all.d.next = self.held_all.q.val();
        if self.begins.val() {
            self.held_asid.d.next = 0.into();
            self.held_lvpn.d.next = 0.into();
            if !self.all.val() {
                self.held_asid.d.next = self.asid.val();
                if !self.space.val() {
                    self.held_lvpn.d.next = self.lvpn.val();
                }
            }
            self.held_base.d.next = self.base.val() || (self.space.val() || self.all.val());
            self.held_space.d.next = self.space.val() && !self.all.val();
            self.held_all.d.next = self.all.val();
        }
        self.of_asid.next = self.held_asid.q.val();
        self.of_lvpn.next = self.held_lvpn.q.val();
        self.of_base.next = self.held_base.q.val();
        self.of_space.next = self.held_space.q.val();
        self.of_all.next = self.held_all.q.val();

        comment!("Step by step.");
        self.left.d.next = self.left.q.val() - self.one.val();
        if self.begins.val() {
            self.left.d.next = self.drain_cycles.val();
        }
        self.drains.d.next = self.begins.val() || (self.drains.q.val() && self.left.q.val().any());
        self.telling.d.next = self.drains.q.val() && !self.left.q.val().any();
        self.tells.next = self.telling.q.val();
        self.clearing.d.next = self.telling.q.val();
        self.clears_large.next = self.clearing.q.val();
        self.swept.next =
            (self.sweeping.q.val() && !self.filled.val()) && (self.sweep.q.val() == self.last.val());
        self.sweeping.d.next =
            (self.clearing.q.val() && self.held_base.q.val()) || (self.sweeping.q.val() && !self.swept.val());
        self.clears_set.next = self.sweeping.q.val() && !self.filled.val();
        self.set.next = self.sweep.q.val();
        self.sweep.d.next = 0.into();
        if self.sweeping.q.val() {
            self.sweep.d.next = self.sweep.q.val();
            if !self.filled.val() {
                self.sweep.d.next = self.sweep.q.val() + 1;
            }
        }
        self.ends.next = (self.clearing.q.val() && !self.held_base.q.val()) || self.swept.val();

        comment!("The SMs.");
        self.concerned.next = 0.into();
        if self.ends.val() {
            for i in 0..CORES {
                if self.held_all.q.val() || (self.spaces[i].val() == self.held_asid.q.val()) {
                    self.concerned.next = self.concerned.val().replace_bit(i, true);
                }
            }
        }
        self.rest.next = (self.unacknowledged.q.val() & (!self.acknowledged.val())) | self.concerned.val();
        self.unacknowledged.d.next = self.rest.val();
        self.sent.d.next = self.concerned.val().any();
        self.waiting.d.next = (self.ends.val() || self.waiting.q.val()) && self.rest.val().any();
        self.over.d.next = (self.ends.val() || self.waiting.q.val()) && !self.rest.val().any();
        self.sends.next = self.sent.q.val();
        self.waits_for.next = self.unacknowledged.q.val();
        self.done.next = self.over.q.val();
    }
}
