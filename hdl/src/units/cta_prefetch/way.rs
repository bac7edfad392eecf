// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR};

block! {
    /// One way of the PerCTA table: one entry of every CTA slot (specification section 3). It is written by the load of slot
    /// `cta` in this cycle, looked up for the load of the next one, and searched in all slots at once for a job.
    /// The base addresses are a memory of one word a slot.
    pub struct Way<CTAS, CTA, PC, WARP, LAST, ADDRESSES> = "cta_pf_way" where CTA = bits(CTAS);
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Slots whose entries are cleared at the end of this cycle.
    pub clear: Signal<In, Bits<CTAS>>,
    /// The load's slot.
    pub cta: Signal<In, Bits<CTA>>,
    /// The load is registered in this way.
    pub write: Signal<In, Bit>,
    /// The entry is dropped.
    pub drop: Signal<In, Bit>,
    /// The load's PC.
    pub pc: Signal<In, Bits<PC>>,
    /// Its warp's index in the CTA.
    pub widx: Signal<In, Bits<WARP>>,
    /// All warps of the CTA are prefetched for.
    pub own_done: Signal<In, Bit>,
    /// Its requests, less one.
    pub last: Signal<In, Bits<LAST>>,
    /// Their addresses.
    pub addresses: Signal<In, Bits<ADDRESSES>>,
    /// Slot and PC of the load of the next cycle.
    pub look_cta: Signal<In, Bits<CTA>>,
    pub look_pc: Signal<In, Bits<PC>>,
    /// They are those of this cycle's load.
    pub look_same_cta: Signal<In, Bit>,
    pub look_same_pc: Signal<In, Bit>,
    /// The entry will be its entry.
    pub look_hit: Signal<Out, Bit>,
    /// Its leading warp, requests less one and base addresses, if the entry is its entry now; else zero.
    pub look_lead: Signal<Out, Bits<WARP>>,
    pub look_last: Signal<Out, Bits<LAST>>,
    pub look_bases: Signal<Out, Bits<ADDRESSES>>,
    /// The load's slot has no entry in this way.
    pub free: Signal<Out, Bit>,
    /// A job's PC.
    pub job_pc: Signal<In, Bits<PC>>,
    /// It is that of this cycle's load.
    pub job_same_pc: Signal<In, Bit>,
    /// The job's slot.
    pub job_cta: Signal<In, Bits<CTA>>,
    /// Slots with an entry for the job.
    pub holds: Signal<Out, Bits<CTAS>>,
    /// Those of them whose warps are prefetched for already.
    pub served: Signal<Out, Bits<CTAS>>,
    /// The leading warp in the job's slot, if that has such an entry; else zero.
    pub job_lead: Signal<Out, Bits<WARP>>,
    /// The slot that is prefetched for in the next cycle, one-hot.
    pub target: Signal<In, Bits<CTAS>>,
    /// It will have an entry for the job.
    pub target_hit: Signal<Out, Bit>,
    /// The entry's leading warp then, and its requests, less one; zero if there is none, but for one that is dropped or cleared.
    pub target_lead: Signal<Out, Bits<WARP>>,
    pub target_last: Signal<Out, Bits<LAST>>,
    /// The slot that is prefetched for now.
    pub read_cta: Signal<In, Bits<CTA>>,
    /// Its base addresses.
    pub read_bases: Signal<Out, Bits<ADDRESSES>>,
    valid: DffR<Bits<CTAS>>,
    entry_pc: Vec<Dff<Bits<PC>>> = array(CTAS),
    lead: Vec<Dff<Bits<WARP>>> = array(CTAS),
    done: Dff<Bits<CTAS>>,
    entry_last: Vec<Dff<Bits<LAST>>> = array(CTAS),
    bases: Vec<Dff<Bits<ADDRESSES>>> = array(CTAS),
    here: Signal<Local, Bits<CTAS>>,
    written: Signal<Local, Bits<CTAS>>,
    dropped: Signal<Local, Bits<CTAS>>,
    matching: Signal<Local, Bit>,
    look_now: Signal<Local, Bit>,
    looked: Signal<Local, Bits<ADDRESSES>>,
    holding: Signal<Local, Bits<CTAS>>,
    /// Slots that hold the job's PC when the load is registered, whether or not they are dropped or cleared.
    held: Signal<Local, Bits<CTAS>>,
    next_lead: Signal<Local, Bits<WARP>>,
    next_last: Signal<Local, Bits<LAST>>,
    one: Constant<Bits<CTAS>> = Constant::new(1.into()),
}

impl<
        const CTAS: usize,
        const CTA: usize,
        const PC: usize,
        const WARP: usize,
        const LAST: usize,
        const ADDRESSES: usize,
    > Logic for Way<CTAS, CTA, PC, WARP, LAST, ADDRESSES>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.valid.clock.next = self.clock.val();
        self.valid.reset.next = self.reset.val();
        self.done.clock.next = self.clock.val();
        self.done.d.next = self.done.q.val();
        for i in 0..CTAS {
            self.entry_pc[i].clock.next = self.clock.val();
            self.entry_pc[i].d.next = self.entry_pc[i].q.val();
            self.lead[i].clock.next = self.clock.val();
            self.lead[i].d.next = self.lead[i].q.val();
            self.entry_last[i].clock.next = self.clock.val();
            self.entry_last[i].d.next = self.entry_last[i].q.val();
            self.bases[i].clock.next = self.clock.val();
            self.bases[i].d.next = self.bases[i].q.val();
        }

        self.here.next = self.one.val() << self.cta.val();
        self.written.next = 0.into();
        if self.write.val() {
            self.written.next = self.here.val();
        }
        self.dropped.next = 0.into();
        if self.drop.val() {
            self.dropped.next = self.here.val();
        }
        self.valid.d.next =
            ((self.valid.q.val() | self.written.val()) & (!self.dropped.val())) & (!self.clear.val());
        if self.write.val() {
            self.done.d.next = self.done.q.val() & (!self.here.val());
            if self.own_done.val() {
                self.done.d.next = self.done.q.val() | self.here.val();
            }
        }
        if self.write.val() {
            self.entry_pc[self.cta.val().index()].d.next = self.pc.val();
        }
        if self.write.val() {
            self.lead[self.cta.val().index()].d.next = self.widx.val();
        }
        if self.write.val() {
            self.entry_last[self.cta.val().index()].d.next = self.last.val();
        }
        if self.write.val() {
            self.bases[self.cta.val().index()].d.next = self.addresses.val();
        }

        comment!("The next load sees what this one leaves.");
        self.free.next = !self.valid.q.val().get_bit(self.cta.val().index());
        self.look_now.next = self.valid.q.val().get_bit(self.look_cta.val().index())
            && (self.entry_pc[self.look_cta.val().index()].q.val() == self.look_pc.val());
        self.matching.next = self.look_now.val();
        if self.look_same_cta.val() {
            if self.write.val() {
                self.matching.next = self.look_same_pc.val();
            }
            if self.drop.val() {
                self.matching.next = false;
            }
        }
        self.look_hit.next = self.matching.val() && !self.clear.val().get_bit(self.look_cta.val().index());
        self.looked.next = self.bases[self.look_cta.val().index()].q.val();
        self.look_lead.next = 0.into();
        self.look_last.next = 0.into();
        self.look_bases.next = 0.into();
        if self.look_now.val() {
            self.look_lead.next = self.lead[self.look_cta.val().index()].q.val();
            self.look_last.next = self.entry_last[self.look_cta.val().index()].q.val();
            self.look_bases.next = self.looked.val();
        }

        comment!("A job sees the table as it is; what it prefetches for next, as it will be.");
        self.holding.next = 0.into();
        if self.valid.q.val().any() {
            for i in 0..CTAS {
                self.holding.next = self.holding.val().replace_bit(
                    i,
                    self.valid.q.val().get_bit(i) && (self.entry_pc[i].q.val() == self.job_pc.val()),
                );
            }
        }
        self.holds.next = self.holding.val();
        self.served.next = self.holding.val() & self.done.q.val();
        self.job_lead.next = 0.into();
        if self.holding.val().get_bit(self.job_cta.val().index()) {
            self.job_lead.next = self.lead[self.job_cta.val().index()].q.val();
        }
        self.held.next = self.holding.val() & (!self.written.val());
        if self.job_same_pc.val() {
            self.held.next = self.holding.val() | self.written.val();
        }
        self.target_hit.next =
            (((self.held.val() & self.target.val()) & (!self.dropped.val())) & (!self.clear.val())).any();
        self.next_lead.next = 0.into();
        self.next_last.next = 0.into();
        if (self.held.val() & self.target.val()).any() {
            for i in 0..CTAS {
                if self.target.val().get_bit(i) && self.held.val().get_bit(i) {
                    self.next_lead.next = self.next_lead.val() | self.lead[i].q.val();
                    self.next_last.next = self.next_last.val() | self.entry_last[i].q.val();
                }
            }
            if (self.written.val() & self.target.val()).any() {
                self.next_lead.next = self.widx.val();
                self.next_last.next = self.last.val();
            }
        }
        self.target_lead.next = self.next_lead.val();
        self.target_last.next = self.next_last.val();
        self.read_bases.next = self.bases[self.read_cta.val().index()].q.val();
    }
}
