// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::recency::Recency;
use super::way::Way;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// The PerCTA table: base addresses that the leading warp of each CTA and load PC has shown (specification section 2.2). A
    /// set-associative table: a CTA slot has `ENTRIES` entries, one in each way.
    /// Lookup takes one cycle: what the load of a cycle needs was looked up in the cycle before, as the load then left it.
    pub struct PerCta<
        CTAS, CTA, ENTRIES, ENTRY, PC, WARP, DISTANCE, LAST, ADDRESSES
    > = "cta_pf_percta"
        where CTA = bits(CTAS), ENTRY = bits(ENTRIES), DISTANCE = WARP + 1;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Slots whose entries are cleared at the end of this cycle.
    pub clear: Signal<In, Bits<CTAS>>,
    /// The load of this cycle: its slot.
    pub cta: Signal<In, Bits<CTA>>,
    /// Its PC.
    pub pc: Signal<In, Bits<PC>>,
    /// Its warp's index in the CTA.
    pub widx: Signal<In, Bits<WARP>>,
    /// Its requests, less one.
    pub last: Signal<In, Bits<LAST>>,
    /// Their addresses.
    pub addresses: Signal<In, Bits<ADDRESSES>>,
    /// It is registered: in its entry, else in a new one.
    pub registers: Signal<In, Bit>,
    /// All warps of its CTA are prefetched for.
    pub own_done: Signal<In, Bit>,
    /// Its entry is dropped.
    pub drop: Signal<In, Bit>,
    /// The load of the next cycle.
    pub look_cta: Signal<In, Bits<CTA>>,
    pub look_pc: Signal<In, Bits<PC>>,
    pub look_widx: Signal<In, Bits<WARP>>,
    /// The load of this cycle has an entry.
    pub hit: Signal<Out, Bit>,
    /// Its warp's index less that of the entry's leading warp, two's complement.
    pub distance: Signal<Out, Bits<DISTANCE>>,
    /// The entry's requests, less one.
    pub entry_last: Signal<Out, Bits<LAST>>,
    /// Their base addresses.
    pub bases: Signal<Out, Bits<ADDRESSES>>,
    /// Its slot has a free entry.
    pub room: Signal<Out, Bit>,
    /// PC that is searched for a job.
    pub job_pc: Signal<In, Bits<PC>>,
    /// The job's slot.
    pub job_cta: Signal<In, Bits<CTA>>,
    /// Slots with an entry for it.
    pub holds: Signal<Out, Bits<CTAS>>,
    /// Those of them whose warps are prefetched for already.
    pub served: Signal<Out, Bits<CTAS>>,
    /// Index of the leading warp of the entry in the job's slot.
    pub job_lead: Signal<Out, Bits<WARP>>,
    /// The slot that is prefetched for in the next cycle, one-hot.
    pub target: Signal<In, Bits<CTAS>>,
    /// Its entry then, one-hot; zero if it has none.
    pub target_hit: Signal<Out, Bits<ENTRIES>>,
    /// Index of that entry's leading warp.
    pub target_lead: Signal<Out, Bits<WARP>>,
    /// Its requests, less one.
    pub target_last: Signal<Out, Bits<LAST>>,
    /// The slot that is prefetched for now.
    pub read_cta: Signal<In, Bits<CTA>>,
    /// Its entry, one-hot.
    pub read_entry: Signal<In, Bits<ENTRIES>>,
    /// Its base addresses.
    pub read_bases: Signal<Out, Bits<ADDRESSES>>,
    /// The entry of this cycle's load, one-hot.
    entry: DffR<Bits<ENTRIES>>,
    entry_distance: Dff<Bits<DISTANCE>>,
    requests: Dff<Bits<LAST>>,
    entry_bases: Dff<Bits<ADDRESSES>>,
    same_cta: Signal<Local, Bit>,
    same_pc: Signal<Local, Bit>,
    /// The next load's entry is written by this one.
    forward: Signal<Local, Bit>,
    free: Signal<Local, Bits<ENTRIES>>,
    /// The entry of the load's slot that was updated least recently, if all are in use.
    oldest: Vec<Signal<Local, Bits<ENTRIES>>> = array(CTAS),
    place: Signal<Local, Bits<ENTRIES>>,
    written: Signal<Local, Bits<ENTRIES>>,
    dropped: Signal<Local, Bits<ENTRIES>>,
    looked: Signal<Local, Bits<ENTRIES>>,
    look_lead: Signal<Local, Bits<WARP>>,
    look_last: Signal<Local, Bits<LAST>>,
    look_bases: Signal<Local, Bits<ADDRESSES>>,
    job_same: Signal<Local, Bit>,
    any_holds: Signal<Local, Bits<CTAS>>,
    any_served: Signal<Local, Bits<CTAS>>,
    any_lead: Signal<Local, Bits<WARP>>,
    target_entry: Signal<Local, Bits<ENTRIES>>,
    any_target_lead: Signal<Local, Bits<WARP>>,
    any_target_last: Signal<Local, Bits<LAST>>,
    any_bases: Signal<Local, Bits<ADDRESSES>>,
    /// The place of the first free entry is of no use here.
    unused: Signal<Local, Bit>,
    way: Vec<Way<CTAS, CTA, PC, WARP, LAST, ADDRESSES>> = (0..ENTRIES).map(|_| Way::new()).collect(),
    order: Vec<Recency<ENTRIES>> = (0..CTAS).map(|_| Recency::new()).collect(),
    first_free: FirstSet<ENTRIES, ENTRY> = FirstSet::new(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.entry.clock.next = self.clock.val();
        self.entry.reset.next = self.reset.val();
        self.entry_distance.clock.next = self.clock.val();
        self.requests.clock.next = self.clock.val();
        self.entry_bases.clock.next = self.clock.val();
        for i in 0..CTAS {
            self.order[i].clock.next = self.clock.val();
            self.order[i].reset.next = self.reset.val();
        }

        comment!("A load without an entry takes a free one, else that which was updated least recently.");
        self.free.next = 0.into();
        for i in 0..ENTRIES {
            self.free.next = self.free.val().replace_bit(i, self.way[i].free.val());
        }
        self.room.next = self.free.val().any();
        self.first_free.requests.next = self.free.val();
        self.unused.next = self.first_free.index.val().any();
        for i in 0..CTAS {
            self.oldest[i].next = self.order[i].oldest.val();
        }
        self.place.next = self.oldest[self.cta.val().index()].val();
        if self.free.val().any() {
            self.place.next = self.first_free.first.val();
        }
        if self.entry.q.val().any() {
            self.place.next = self.entry.q.val();
        }
        self.written.next = 0.into();
        if self.registers.val() {
            self.written.next = self.place.val();
        }
        self.dropped.next = 0.into();
        if self.drop.val() {
            self.dropped.next = self.entry.q.val();
        }
        for i in 0..CTAS {
            self.order[i].updated.next = 0.into();
            if self.cta.val() == i.to_bits() {
                self.order[i].updated.next = self.written.val();
            }
        }

        self.same_cta.next = self.look_cta.val() == self.cta.val();
        self.same_pc.next = self.look_pc.val() == self.pc.val();
        self.forward.next = (self.registers.val() && self.same_cta.val()) && self.same_pc.val();
        self.job_same.next = self.job_pc.val() == self.pc.val();
        for i in 0..ENTRIES {
            self.way[i].clock.next = self.clock.val();
            self.way[i].reset.next = self.reset.val();
            self.way[i].clear.next = self.clear.val();
            self.way[i].cta.next = self.cta.val();
            self.way[i].write.next = self.written.val().get_bit(i);
            self.way[i].drop.next = self.dropped.val().get_bit(i);
            self.way[i].pc.next = self.pc.val();
            self.way[i].widx.next = self.widx.val();
            self.way[i].own_done.next = self.own_done.val();
            self.way[i].last.next = self.last.val();
            self.way[i].addresses.next = self.addresses.val();
            self.way[i].look_cta.next = self.look_cta.val();
            self.way[i].look_pc.next = self.look_pc.val();
            self.way[i].look_same_cta.next = self.same_cta.val();
            self.way[i].look_same_pc.next = self.same_pc.val();
            self.way[i].job_pc.next = self.job_pc.val();
            self.way[i].job_same_pc.next = self.job_same.val();
            self.way[i].job_cta.next = self.job_cta.val();
            self.way[i].target.next = self.target.val();
            self.way[i].read_cta.next = self.read_cta.val();
        }

        comment!("At most one way hits.");
        self.looked.next = 0.into();
        self.look_lead.next = 0.into();
        self.look_last.next = 0.into();
        self.look_bases.next = 0.into();
        for i in 0..ENTRIES {
            self.looked.next = self.looked.val().replace_bit(i, self.way[i].look_hit.val());
            self.look_lead.next = self.look_lead.val() | self.way[i].look_lead.val();
            self.look_last.next = self.look_last.val() | self.way[i].look_last.val();
            self.look_bases.next = self.look_bases.val() | self.way[i].look_bases.val();
        }
        if self.forward.val() {
            self.look_lead.next = self.widx.val();
            self.look_last.next = self.last.val();
            self.look_bases.next = self.addresses.val();
        }
        self.entry.d.next = self.looked.val();
        self.entry_distance.d.next = bit_cast::<DISTANCE, WARP>(self.look_widx.val())
            - bit_cast::<DISTANCE, WARP>(self.look_lead.val());
        self.requests.d.next = self.look_last.val();
        self.entry_bases.d.next = self.look_bases.val();
        self.hit.next = self.entry.q.val().any();
        self.distance.next = self.entry_distance.q.val();
        self.entry_last.next = self.requests.q.val();
        self.bases.next = self.entry_bases.q.val();

        self.any_holds.next = 0.into();
        self.any_served.next = 0.into();
        self.any_lead.next = 0.into();
        self.target_entry.next = 0.into();
        self.any_target_lead.next = 0.into();
        self.any_target_last.next = 0.into();
        self.any_bases.next = 0.into();
        for i in 0..ENTRIES {
            self.any_holds.next = self.any_holds.val() | self.way[i].holds.val();
            self.any_served.next = self.any_served.val() | self.way[i].served.val();
            self.any_lead.next = self.any_lead.val() | self.way[i].job_lead.val();
        }
        for i in 0..ENTRIES {
            self.target_entry.next = self.target_entry.val().replace_bit(i, self.way[i].target_hit.val());
            self.any_target_lead.next = self.any_target_lead.val() | self.way[i].target_lead.val();
            self.any_target_last.next = self.any_target_last.val() | self.way[i].target_last.val();
        }
        for i in 0..ENTRIES {
            if self.read_entry.val().get_bit(i) {
                self.any_bases.next = self.any_bases.val() | self.way[i].read_bases.val();
            }
        }
        self.holds.next = self.any_holds.val();
        self.served.next = self.any_served.val();
        self.job_lead.next = self.any_lead.val();
        self.target_hit.next = self.target_entry.val();
        self.target_lead.next = self.any_target_lead.val();
        self.target_last.next = self.any_target_last.val();
        self.read_bases.next = self.any_bases.val();
    }
}
