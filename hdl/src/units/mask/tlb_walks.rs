// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstFew, RoundRobin};

block! {
    /// The walk contexts, which are the MSHRs of the shared TLB (specification sections 2.4 and 2.9). A busy context is about to read, reads, or
    /// is over; what a poisoned one has read may be out of date. Lanes take effect in their order, behind the end of a walk.
    pub struct TlbWalks<
        LANES, CONTEXTS, CONTEXT, CORES, CORE, WARP, APP, ASID, PAGE, LOOKUP, LOOKUPS, TABLE
    > = "mask_tlb_walks"
        where CONTEXT = bits(CONTEXTS), LOOKUP = PAGE + WARP + CORE + APP, LOOKUPS = LANES * LOOKUP;
    fn new(levels: u32);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// The lookup of each lane: page, warp, SM, application, from the lowest bit on.
    pub lookups: Signal<In, Bits<LOOKUPS>>,
    /// Lanes whose page has no entry.
    pub misses: Signal<In, Bits<LANES>>,
    /// Lookups wait for a context: lanes but the first, which is one of them, go behind them.
    pub queued: Signal<In, Bit>,
    /// Lanes that join a walk, and those that begin one.
    pub joined: Signal<Out, Bits<LANES>>,
    pub begun: Signal<Out, Bits<LANES>>,
    /// Some context is free as the cycle begins.
    pub room: Signal<Out, Bit>,
    /// The walk read may be replaced in this cycle.
    pub read: Signal<In, Bit>,
    /// There is another one, of this context, depth and lookup, and the table of a depth above 1.
    pub reads: Signal<Out, Bit>,
    pub read_context: Signal<Out, Bits<CONTEXT>>,
    pub read_depth: Signal<Out, Bits<3>>,
    pub read_lookup: Signal<Out, Bits<LOOKUP>>,
    pub read_table: Signal<Out, Bits<TABLE>>,
    /// The entry that a context waits for: valid, permissions, table or frame of 4 KB.
    pub data: Signal<In, Bit>,
    pub data_context: Signal<In, Bits<CONTEXT>>,
    pub data_valid: Signal<In, Bit>,
    pub data_perm: Signal<In, Bits<4>>,
    pub data_table: Signal<In, Bits<TABLE>>,
    /// Walks that are over are held, in this cycle and in the next.
    pub held: Signal<In, Bit>,
    pub held_next: Signal<In, Bit>,
    /// What walks of an address space, or of all, have read is out of date.
    pub poison: Signal<In, Bit>,
    pub poison_all: Signal<In, Bit>,
    pub poison_asid: Signal<In, Bits<ASID>>,
    /// The walk that ends in the next cycle is chosen: its lookup, and whether it has found its page.
    pub chosen: Signal<Out, Bit>,
    pub chosen_lookup: Signal<Out, Bits<LOOKUP>>,
    pub chosen_found: Signal<Out, Bit>,
    /// A walk ends: its lookup, the SMs that wait for it, and what it has found.
    pub ends: Signal<Out, Bit>,
    pub end_lookup: Signal<Out, Bits<LOOKUP>>,
    pub end_waiters: Signal<Out, Bits<CORES>>,
    pub end_found: Signal<Out, Bit>,
    pub end_perm: Signal<Out, Bits<4>>,
    pub end_table: Signal<Out, Bits<TABLE>>,
    busy: DffR<Bits<CONTEXTS>>,
    ready: DffR<Bits<CONTEXTS>>,
    over: DffR<Bits<CONTEXTS>>,
    poisoned: DffR<Bits<CONTEXTS>>,
    found: Dff<Bits<CONTEXTS>>,
    next_read: DffR<Bits<CONTEXT>>,
    next_over: DffR<Bits<CONTEXT>>,
    ending: DffR<Bit>,
    ending_context: Dff<Bits<CONTEXT>>,
    lookup: Vec<Dff<Bits<LOOKUP>>> = array(CONTEXTS),
    waiters: Vec<Dff<Bits<CORES>>> = array(CONTEXTS),
    depth: Vec<Dff<Bits<3>>> = array(CONTEXTS),
    node: Vec<Dff<Bits<TABLE>>> = array(CONTEXTS),
    perm: Vec<Dff<Bits<4>>> = array(CONTEXTS),
    reader: RoundRobin<CONTEXTS, CONTEXT> = RoundRobin::new(),
    ender: RoundRobin<CONTEXTS, CONTEXT> = RoundRobin::new(),
    ended: Signal<Local, Bits<CONTEXTS>>,
    issued: Signal<Local, Bits<CONTEXTS>>,
    restarted: Signal<Local, Bits<CONTEXTS>>,
    all_poisoned: Signal<Local, Bits<CONTEXTS>>,
    concerned: Signal<Local, Bit>,
    /// Contexts with a walk, as each lane meets them.
    walking: Signal<Local, Bits<CONTEXTS>>,
    /// The free ones, as the first lane meets them.
    free: FirstFew<CONTEXTS, LANES, CONTEXT> = FirstFew::new(),
    waits: Signal<Local, Bit>,
    core: Signal<Local, Bits<CORE>>,
    /// The SM of each lane.
    sm: Vec<Signal<Local, Bits<CORES>>> = array(LANES),
    page: Signal<Local, Bits<PAGE>>,
    with_page: Signal<Local, Bits<CONTEXTS>>,
    /// The next of the free contexts, and which of them that is.
    taken: Signal<Local, Bits<CONTEXTS>>,
    turn: Signal<Local, Bits<LANES>>,
    waiter: Signal<Local, Bits<CORES>>,
    joins: Signal<Local, Bits<LANES>>,
    begins: Signal<Local, Bits<LANES>>,
    /// Of each lane: the context that it begins, and that whose waiters it is among.
    begun_in: Vec<Signal<Local, Bits<CONTEXTS>>> = array(LANES),
    waits_in: Vec<Signal<Local, Bits<CONTEXTS>>> = array(LANES),
    new_walks: Signal<Local, Bits<CONTEXTS>>,
    waiting: Signal<Local, Bits<CONTEXTS>>,
    answered: Signal<Local, Bits<CONTEXTS>>,
    stale: Signal<Local, Bits<CONTEXTS>>,
    deeper: Signal<Local, Bits<CONTEXTS>>,
    finished: Signal<Local, Bits<CONTEXTS>>,
    anew: Signal<Local, Bits<CONTEXTS>>,
    old_depth: Signal<Local, Bits<3>>,
    one: Constant<Bits<CONTEXTS>> = Constant::new(1.into()),
    one_core: Constant<Bits<CORES>> = Constant::new(1.into()),
    last: Constant<Bits<CONTEXT>> = Constant::new((CONTEXTS as u64 - 1).into()),
    leaf: Constant<Bits<3>> = Constant::new(u64::from(levels).into()),
    lookup_bits: Constant<Bits<32>> = Constant::new((LOOKUP as u64).into()),
    core_place: Constant<Bits<32>> = Constant::new(((PAGE + WARP) as u64).into()),
    space: Constant<Bits<32>> = Constant::new(((PAGE - ASID) as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, ready, over, poisoned, next_read, next_over, ending);
        clock!(self, clock, found, ending_context);
        self.busy.reset.next = self.reset.val();
        self.ready.reset.next = self.reset.val();
        self.over.reset.next = self.reset.val();
        self.poisoned.reset.next = self.reset.val();
        self.next_read.reset.next = self.reset.val();
        self.next_over.reset.next = self.reset.val();
        self.ending.reset.next = self.reset.val();
        for i in 0..CONTEXTS {
            self.lookup[i].clock.next = self.clock.val();
            self.lookup[i].d.next = self.lookup[i].q.val();
            self.waiters[i].clock.next = self.clock.val();
            self.waiters[i].d.next = self.waiters[i].q.val();
            self.depth[i].clock.next = self.clock.val();
            self.depth[i].d.next = self.depth[i].q.val();
            self.node[i].clock.next = self.clock.val();
            self.node[i].d.next = self.node[i].q.val();
            self.perm[i].clock.next = self.clock.val();
            self.perm[i].d.next = self.perm[i].q.val();
        }
        self.room.next = !self.busy.q.val().all();

        comment!("The walk that ends now, and the one that does so next.");
        self.ended.next = 0.into();
        if self.ending.q.val() {
            self.ended.next = self.one.val() << self.ending_context.q.val();
        }
        self.ends.next = self.ending.q.val();
        self.end_lookup.next = self.lookup[self.ending_context.q.val().index()].q.val();
        self.end_waiters.next = self.waiters[self.ending_context.q.val().index()].q.val();
        self.end_found.next = self.found.q.val().get_bit(self.ending_context.q.val().index());
        self.end_perm.next = self.perm[self.ending_context.q.val().index()].q.val();
        self.end_table.next = self.node[self.ending_context.q.val().index()].q.val();
        self.ender.requests.next = 0.into();
        if !self.held_next.val() {
            self.ender.requests.next =
                (self.over.q.val() & (!self.poisoned.q.val())) & (!self.ended.val());
        }
        self.ender.start.next = self.next_over.q.val();
        self.ending.d.next = self.ender.grant.val().any();
        self.ending_context.d.next = self.ender.index.val();
        self.chosen.next = self.ender.grant.val().any();
        self.chosen_lookup.next = self.lookup[self.ender.index.val().index()].q.val();
        self.chosen_found.next = self.found.q.val().get_bit(self.ender.index.val().index());
        if self.ender.grant.val().any() {
            self.next_over.d.next = self.ender.index.val() + 1;
            if self.ender.index.val() == self.last.val() {
                self.next_over.d.next = 0.into();
            }
        }

        comment!("The next read.");
        self.reader.requests.next = 0.into();
        if self.read.val() {
            self.reader.requests.next = self.ready.q.val() & (!self.poisoned.q.val());
        }
        self.reader.start.next = self.next_read.q.val();
        self.issued.next = self.reader.grant.val();
        self.reads.next = self.reader.grant.val().any();
        self.read_context.next = self.reader.index.val();
        self.read_depth.next = self.depth[self.reader.index.val().index()].q.val();
        self.read_lookup.next = self.lookup[self.reader.index.val().index()].q.val();
        self.read_table.next = self.node[self.reader.index.val().index()].q.val();
        if self.reader.grant.val().any() {
            self.next_read.d.next = self.reader.index.val() + 1;
            if self.reader.index.val() == self.last.val() {
                self.next_read.d.next = 0.into();
            }
        }

        comment!("Poisoned walks begin anew that wait for no data.");
        self.restarted.next = self.poisoned.q.val() & self.ready.q.val();
        if !self.held.val() {
            self.restarted.next = self.poisoned.q.val() & (self.ready.q.val() | self.over.q.val());
        }
        self.all_poisoned.next = self.poisoned.q.val() & (!self.restarted.val());
        self.concerned.next = false;
        if self.poison.val() {
            for i in 0..CONTEXTS {
                self.concerned.next = self.poison_all.val()
                    || (self.lookup[i].q.val().get_bits::<ASID>(self.space.val().index()) == self.poison_asid.val());
                if self.busy.q.val().get_bit(i) && self.concerned.val() {
                    self.all_poisoned.next = self.all_poisoned.val().replace_bit(i, true);
                }
            }
        }

        comment!("Lookups join a walk, begin one, or wait.");
        self.walking.next = self.busy.q.val() & (!self.ended.val());
        self.waits.next = false;
        self.new_walks.next = 0.into();
        self.joins.next = 0.into();
        self.begins.next = 0.into();
        self.free.bits.next = !(self.busy.q.val() & (!self.ended.val()));
        self.turn.next = 1.into();
        self.page.next = 0.into();
        self.with_page.next = 0.into();
        self.taken.next = 0.into();
        for lane in 0..LANES {
            self.begun_in[lane].next = 0.into();
            self.waits_in[lane].next = 0.into();
        }
        for lane in 0..LANES {
            self.page.next = self.lookups.val().get_bits::<PAGE>(lane * self.lookup_bits.val().index());
            self.with_page.next = 0.into();
            if self.misses.val().get_bit(lane) {
                for i in 0..CONTEXTS {
                    self.with_page.next = self.with_page.val().replace_bit(
                        i,
                        self.walking.val().get_bit(i) && (self.lookup[i].q.val().get_bits::<PAGE>(0) == self.page.val()),
                    );
                }
            }
            comment!("Walks that earlier lanes have begun.");
            self.with_page.next = self.with_page.val() & (!self.new_walks.val());
            for other in 0..LANES {
                if self.begun_in[other].val().any()
                    && (self.lookups.val().get_bits::<PAGE>(other * self.lookup_bits.val().index())
                        == self.page.val())
                {
                    self.with_page.next = self.with_page.val() | self.begun_in[other].val();
                }
            }
            self.taken.next = 0.into();
            for k in 0..LANES {
                if self.turn.val().get_bit(k) {
                    self.taken.next = self.taken.val() | self.free.each[k].val();
                }
            }
            if self.misses.val().get_bit(lane) {
                if self.with_page.val().any() {
                    self.joins.next = self.joins.val().replace_bit(lane, true);
                    self.waits_in[lane].next = self.with_page.val();
                } else if self.taken.val().any() && !self.waits.val() {
                    self.begins.next = self.begins.val().replace_bit(lane, true);
                    self.begun_in[lane].next = self.taken.val();
                    self.waits_in[lane].next = self.taken.val();
                    self.walking.next = self.walking.val() | self.taken.val();
                    self.new_walks.next = self.new_walks.val() | self.taken.val();
                    // Doubled and not shifted: a shift by one of a word of one bit is out of its range.
                    self.turn.next = self.turn.val() + self.turn.val();
                } else {
                    self.waits.next = true;
                }
            }
            if self.queued.val() {
                self.waits.next = true;
            }
        }
        self.joined.next = self.joins.val();
        self.begun.next = self.begins.val();

        comment!("Data.");
        self.waiting.next = ((self.busy.q.val() & (!self.ended.val()))
            & (!(self.ready.q.val() & (!self.issued.val()))))
            & ((!self.over.q.val()) & (!self.restarted.val()));
        self.answered.next = 0.into();
        if self.data.val() {
            self.answered.next = (self.one.val() << self.data_context.val()) & self.waiting.val();
        }
        self.stale.next = self.answered.val() & self.all_poisoned.val();
        self.old_depth.next = self.depth[self.data_context.val().index()].q.val();
        self.deeper.next = 0.into();
        if self.data_valid.val() && (self.old_depth.val() != self.leaf.val()) {
            self.deeper.next = self.answered.val() & (!self.stale.val());
        }
        self.finished.next = (self.answered.val() & (!self.stale.val())) & (!self.deeper.val());
        self.anew.next = self.restarted.val() | self.stale.val();

        self.busy.d.next = self.walking.val();
        self.ready.d.next = ((self.ready.q.val() & (!self.issued.val())) | self.anew.val())
            | (self.deeper.val() | self.new_walks.val());
        self.over.d.next =
            ((self.over.q.val() & (!self.ended.val())) & (!self.restarted.val())) | self.finished.val();
        self.poisoned.d.next = self.all_poisoned.val() & (!self.stale.val());
        self.found.d.next = self.found.q.val() & (!self.finished.val());
        if self.data_valid.val() {
            self.found.d.next = self.found.q.val() | self.finished.val();
        }

        self.waiter.next = 0.into();
        self.core.next = 0.into();
        for lane in 0..LANES {
            self.core.next = self
                .lookups
                .val()
                .get_bits::<CORE>(lane * self.lookup_bits.val().index() + self.core_place.val().index());
            self.sm[lane].next = self.one_core.val() << self.core.val();
        }
        if (self.new_walks.val().any() || self.anew.val().any()) || self.answered.val().any() {
            for i in 0..CONTEXTS {
                if self.new_walks.val().get_bit(i) || self.anew.val().get_bit(i) {
                    self.depth[i].d.next = 1.into();
                } else if self.deeper.val().get_bit(i) {
                    self.depth[i].d.next = self.old_depth.val() + 1;
                }
            }
        }
        // By themselves: what is answered is known long before what begins.
        if self.answered.val().any() {
            for i in 0..CONTEXTS {
                if self.answered.val().get_bit(i) {
                    self.node[i].d.next = self.data_table.val();
                    self.perm[i].d.next = self.data_perm.val();
                }
            }
        }
        for i in 0..CONTEXTS {
            self.waiter.next = 0.into();
            if !self.new_walks.val().get_bit(i) {
                self.waiter.next = self.waiters[i].q.val();
            }
            if self.misses.val().any() {
                for lane in 0..LANES {
                    if self.waits_in[lane].val().get_bit(i) {
                        self.waiter.next = self.waiter.val() | self.sm[lane].val();
                    }
                }
            }
            if self.misses.val().any() {
                for lane in 0..LANES {
                    if self.begun_in[lane].val().get_bit(i) {
                        self.lookup[i].d.next =
                            self.lookups.val().get_bits::<LOOKUP>(lane * self.lookup_bits.val().index());
                    }
                }
                self.waiters[i].d.next = self.waiter.val();
            }
        }
    }
}
