// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstFew, RoundRobin};

block! {
    /// The walk contexts, which are the MSHRs of the shared TLB (specification sections 2.4 and 2.9). A busy context is about to read, reads, or
    /// is over; what a poisoned one has read may be out of date. Lanes take effect in their order, behind the end of a walk. Pages are looked up
    /// a cycle ahead.
    pub struct TlbWalks<
        LANES, ASKED, CONTEXTS, CONTEXT, CORES, CORE, WARP, APPS, APP, ASID, PAGE, LOOKUP, LOOKUPS, TABLE, ASKED_PAGES, NEXT_WALKS, WALKS,
        SHARES
    > = "mask_tlb_walks"
        where CONTEXT = bits(CONTEXTS), LOOKUP = PAGE + WARP + CORE + APP, LOOKUPS = LANES * LOOKUP,
            ASKED_PAGES = ASKED * PAGE, NEXT_WALKS = ASKED * CONTEXTS, WALKS = LANES * CONTEXTS, SHARES = CORES * 9;
    fn new(levels: u32);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Pages that are asked for, and for each the context that walks for it in the next cycle, if any.
    pub asked: Signal<In, Bits<ASKED>>,
    pub asked_pages: Signal<In, Bits<ASKED_PAGES>>,
    pub next_walks: Signal<Out, Bits<NEXT_WALKS>>,
    /// The lookup of each lane: page, warp, SM, application, from the lowest bit on; and the context that walks for it as the cycle begins.
    pub lookups: Signal<In, Bits<LOOKUPS>>,
    pub lane_walks: Signal<In, Bits<WALKS>>,
    /// Lanes whose walk ends.
    pub with_end: Signal<Out, Bits<LANES>>,
    /// Some lane looks for its page; and lanes whose page has no entry.
    pub looking: Signal<In, Bit>,
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
    /// Tokens count; applications that have had an epoch; tokens of each SM.
    pub en_tokens: Signal<In, Bit>,
    pub seen: Signal<In, Bits<APPS>>,
    pub share: Signal<In, Bits<SHARES>>,
    /// What walks of an address space, or of all, have read is out of date.
    pub poison: Signal<In, Bit>,
    pub poison_all: Signal<In, Bit>,
    pub poison_asid: Signal<In, Bits<ASID>>,
    /// A walk ends: its lookup, the SMs that wait for it, and what it has found; whether that goes into the main array or into the bypass cache,
    /// by the tokens of the cycle before.
    pub ends: Signal<Out, Bit>,
    pub end_lookup: Signal<Out, Bits<LOOKUP>>,
    pub end_waiters: Signal<Out, Bits<CORES>>,
    pub end_found: Signal<Out, Bit>,
    pub fills_main: Signal<Out, Bit>,
    pub fills_bypass: Signal<Out, Bit>,
    pub end_perm: Signal<Out, Bits<4>>,
    pub end_table: Signal<Out, Bits<TABLE>>,
    /// The lookup of the walk that ends in the next cycle; 0 without one.
    pub next_end: Signal<Out, Bits<LOOKUP>>,
    busy: DffR<Bits<CONTEXTS>>,
    /// How many these are. Bit k: more than k are free; in the first cycle after reset, when nobody asks, none.
    count: DffR<Bits<7>>,
    vacant: DffR<Bits<LANES>>,
    ready: DffR<Bits<CONTEXTS>>,
    over: DffR<Bits<CONTEXTS>>,
    poisoned: DffR<Bits<CONTEXTS>>,
    found: Dff<Bits<CONTEXTS>>,
    next_read: DffR<Bits<CONTEXT>>,
    next_over: DffR<Bits<CONTEXT>>,
    /// The walk that ends.
    ending: DffR<Bits<CONTEXTS>>,
    ended: DffR<Bit>,
    ended_lookup: Dff<Bits<LOOKUP>>,
    ended_found: Dff<Bit>,
    filling_main: DffR<Bit>,
    filling_bypass: DffR<Bit>,
    /// The lookup of each walk and the SMs that wait for it, but for what the cycle before has brought.
    lookup: Vec<Dff<Bits<LOOKUP>>> = array(CONTEXTS),
    waiters: Vec<Dff<Bits<CORES>>> = array(CONTEXTS),
    /// Of the cycle before: for each walk that has begun its context and its lookup, for each lane the context that it waits for, if any, and
    /// its SM.
    begun_in: Vec<DffR<Bits<CONTEXTS>>> = array(LANES),
    begun_lookup: Vec<Dff<Bits<LOOKUP>>> = array(LANES),
    waited: Vec<DffR<Bits<CONTEXTS>>> = array(LANES),
    waiting_sm: Vec<Dff<Bits<CORE>>> = array(LANES),
    depth: Vec<Dff<Bits<3>>> = array(CONTEXTS),
    node: Vec<Dff<Bits<TABLE>>> = array(CONTEXTS),
    perm: Vec<Dff<Bits<4>>> = array(CONTEXTS),
    reader: RoundRobin<CONTEXTS, CONTEXT> = RoundRobin::new(),
    ender: RoundRobin<CONTEXTS, CONTEXT> = RoundRobin::new(),
    /// Contexts that may end next, and that may read.
    may_end: Signal<Local, Bits<CONTEXTS>>,
    may_read: Signal<Local, Bits<CONTEXTS>>,
    lookup_of_end: Signal<Local, Bits<LOOKUP>>,
    perm_of_end: Signal<Local, Bits<4>>,
    table_of_end: Signal<Local, Bits<TABLE>>,
    /// The one that ends next, if it has found its page.
    fills: Signal<Local, Bits<CONTEXTS>>,
    /// Contexts whose walk may fill the main array, and of one of them the lookup's parts and the tokens of the SM.
    may_fill: Signal<Local, Bits<CONTEXTS>>,
    its_core: Signal<Local, Bits<CORE>>,
    its_warp: Signal<Local, Bits<WARP>>,
    its_app: Signal<Local, Bits<APP>>,
    tokens: Signal<Local, Bits<9>>,
    /// Contexts in which walks have begun in the cycle before, and those with other walks.
    fresh: Signal<Local, Bits<CONTEXTS>>,
    walking: Signal<Local, Bits<CONTEXTS>>,
    waiters_of_end: Signal<Local, Bits<CORES>>,
    its_lookup: Signal<Local, Bits<LOOKUP>>,
    depth_of_read: Signal<Local, Bits<3>>,
    lookup_of_read: Signal<Local, Bits<LOOKUP>>,
    table_of_read: Signal<Local, Bits<TABLE>>,
    issued: Signal<Local, Bits<CONTEXTS>>,
    restarted: Signal<Local, Bits<CONTEXTS>>,
    all_poisoned: Signal<Local, Bits<CONTEXTS>>,
    concerned: Signal<Local, Bit>,
    /// The free ones, as the first lane meets them.
    free: FirstFew<CONTEXTS, LANES, CONTEXT> = FirstFew::new(),
    /// How many there are is known from registers.
    unused: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    core: Signal<Local, Bits<CORE>>,
    /// The SM of each lane.
    sm: Vec<Signal<Local, Bits<CORES>>> = array(LANES),
    page: Signal<Local, Bits<PAGE>>,
    with_page: Signal<Local, Bits<CONTEXTS>>,
    own_walk: Signal<Local, Bits<CONTEXTS>>,
    ending_lanes: Signal<Local, Bits<LANES>>,
    /// Which of the walks that begin comes next, as one bit of a word.
    turn: Signal<Local, Bits<LANES>>,
    /// The one of them that an earlier lane has begun for the page.
    sibling: Signal<Local, Bits<LANES>>,
    /// Those that begin.
    started: Signal<Local, Bits<LANES>>,
    next_page: Signal<Local, Bits<PAGE>>,
    next_walk: Signal<Local, Bits<CONTEXTS>>,
    /// The one of the walks that begin which is for a page that is asked for.
    next_new: Signal<Local, Bits<LANES>>,
    all_walks: Signal<Local, Bits<NEXT_WALKS>>,
    waits_for: Signal<Local, Bits<CONTEXTS>>,
    any_waited: Signal<Local, Bit>,
    waiter: Signal<Local, Bits<CORES>>,
    joins: Signal<Local, Bits<LANES>>,
    begins: Signal<Local, Bits<LANES>>,
    /// Of each lane: which of the walks that begin it begins, and which it waits for; and the context that it joins.
    begun_as: Vec<Signal<Local, Bits<LANES>>> = array(LANES),
    waits_as: Vec<Signal<Local, Bits<LANES>>> = array(LANES),
    joins_in: Vec<Signal<Local, Bits<CONTEXTS>>> = array(LANES),
    /// Of each walk that begins its lookup.
    new_lookup: Vec<Signal<Local, Bits<LOOKUP>>> = array(LANES),
    new_walks: Signal<Local, Bits<CONTEXTS>>,
    /// How many walks begin, as one bit of a word; the count with as many as are at hand, and with those that there are.
    many: Signal<Local, Bits<ASKED>>,
    counted: Signal<Local, Bits<7>>,
    reach: Signal<Local, Bits<7>>,
    counted_vacant: Signal<Local, Bits<LANES>>,
    next_count: Signal<Local, Bits<7>>,
    next_vacant: Signal<Local, Bits<LANES>>,
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
    lanes: Constant<Bits<32>> = Constant::new((LANES as u64).into()),
    contexts: Constant<Bits<7>> = Constant::new((CONTEXTS as u64).into()),
    leaf: Constant<Bits<3>> = Constant::new(u64::from(levels).into()),
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    context_bits: Constant<Bits<32>> = Constant::new((CONTEXTS as u64).into()),
    walks_place: Vec<Constant<Bits<32>>> = (0..ASKED).map(|a| Constant::new(((a * CONTEXTS) as u64).into())).collect(),
    lookup_bits: Constant<Bits<32>> = Constant::new((LOOKUP as u64).into()),
    warp_place: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    core_place: Constant<Bits<32>> = Constant::new(((PAGE + WARP) as u64).into()),
    app_place: Constant<Bits<32>> = Constant::new(((PAGE + WARP + CORE) as u64).into()),
    space: Constant<Bits<32>> = Constant::new(((PAGE - ASID) as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, count, vacant, busy, ready, over, poisoned, next_read, next_over, ending, ended);
        dff_setup!(self, clock, filling_main, filling_bypass);
        clock!(self, clock, found, ended_lookup, ended_found);
        self.count.reset.next = self.reset.val();
        self.vacant.reset.next = self.reset.val();
        self.busy.reset.next = self.reset.val();
        self.ready.reset.next = self.reset.val();
        self.over.reset.next = self.reset.val();
        self.poisoned.reset.next = self.reset.val();
        self.next_read.reset.next = self.reset.val();
        self.next_over.reset.next = self.reset.val();
        self.ending.reset.next = self.reset.val();
        self.ended.reset.next = self.reset.val();
        self.filling_main.reset.next = self.reset.val();
        self.filling_bypass.reset.next = self.reset.val();
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
        self.room.next = self.vacant.q.val().get_bit(0);
        self.fresh.next = 0.into();
        for k in 0..LANES {
            self.fresh.next = self.fresh.val() | self.begun_in[k].q.val();
        }
        self.walking.next = self.busy.q.val() & (!self.fresh.val());

        comment!("The walk that ends now, and the one that does so next.");
        self.ends.next = self.ended.q.val();
        self.end_lookup.next = self.ended_lookup.q.val();
        self.waiters_of_end.next = 0.into();
        self.perm_of_end.next = 0.into();
        self.table_of_end.next = 0.into();
        if self.ended.q.val() {
            for i in 0..CONTEXTS {
                if self.ending.q.val().get_bit(i) {
                    self.waiters_of_end.next = self.waiters_of_end.val() | self.waiters[i].q.val();
                    self.perm_of_end.next = self.perm_of_end.val() | self.perm[i].q.val();
                    self.table_of_end.next = self.table_of_end.val() | self.node[i].q.val();
                }
            }
        }
        for lane in 0..LANES {
            self.sm[lane].next = self.one_core.val() << self.waiting_sm[lane].q.val();
        }
        for lane in 0..LANES {
            if (self.waited[lane].q.val() & self.ending.q.val()).any() {
                self.waiters_of_end.next = self.waiters_of_end.val() | self.sm[lane].val();
            }
        }
        self.end_waiters.next = self.waiters_of_end.val();
        self.end_found.next = self.ended_found.q.val();
        self.fills_main.next = self.filling_main.q.val();
        self.fills_bypass.next = self.filling_bypass.q.val();
        self.end_perm.next = self.perm_of_end.val();
        self.end_table.next = self.table_of_end.val();
        self.may_end.next = 0.into();
        if !self.held_next.val() {
            self.may_end.next = self.over.q.val() & (!self.poisoned.q.val());
        }
        self.ender.requests.next = self.may_end.val();
        self.ender.start.next = self.next_over.q.val();
        self.ending.d.next = self.ender.grant.val();
        self.ended.d.next = self.may_end.val().any();
        self.fills.next = self.ender.grant.val() & self.found.q.val();
        self.ended_found.d.next = self.fills.val().any();
        self.lookup_of_end.next = 0.into();
        if self.may_end.val().any() {
            for i in 0..CONTEXTS {
                if self.ender.grant.val().get_bit(i) {
                    self.lookup_of_end.next = self.lookup_of_end.val() | self.lookup[i].q.val();
                }
            }
        }
        self.ended_lookup.d.next = self.lookup_of_end.val();
        self.next_end.next = self.lookup_of_end.val();
        comment!("It may fill the main array if the warp that began it holds a token, or where tokens do not count.");
        self.may_fill.next = 0.into();
        self.its_core.next = 0.into();
        self.its_warp.next = 0.into();
        self.its_app.next = 0.into();
        self.tokens.next = 0.into();
        for i in 0..CONTEXTS {
            if self.over.q.val().get_bit(i) {
                self.its_core.next = self.lookup[i].q.val().get_bits::<CORE>(self.core_place.val().index());
                self.its_warp.next = self.lookup[i].q.val().get_bits::<WARP>(self.warp_place.val().index());
                self.its_app.next = self.lookup[i].q.val().get_bits::<APP>(self.app_place.val().index());
                self.tokens.next = 0.into();
                for c in 0..CORES {
                    if self.its_core.val() == c.to_bits() {
                        self.tokens.next = self.tokens.val() | self.share.val().get_bits::<9>(c * 9);
                    }
                }
                self.may_fill.next = self.may_fill.val().replace_bit(
                    i,
                    (!self.en_tokens.val() || !self.seen.val().get_bit(self.its_app.val().index()))
                        || (bit_cast::<9, WARP>(self.its_warp.val()) < self.tokens.val()),
                );
            }
        }
        self.filling_main.d.next = (self.fills.val() & self.may_fill.val()).any();
        self.filling_bypass.d.next = (self.fills.val() & (!self.may_fill.val())).any();
        if self.may_end.val().any() {
            self.next_over.d.next = self.ender.index.val() + 1;
            if self.ender.index.val() == self.last.val() {
                self.next_over.d.next = 0.into();
            }
        }

        comment!("The next read.");
        self.may_read.next = 0.into();
        if self.read.val() {
            self.may_read.next = self.ready.q.val() & (!self.poisoned.q.val());
        }
        self.reader.requests.next = self.may_read.val();
        self.reader.start.next = self.next_read.q.val();
        self.issued.next = self.reader.grant.val();
        self.reads.next = self.may_read.val().any();
        self.read_context.next = self.reader.index.val();
        self.depth_of_read.next = 0.into();
        self.lookup_of_read.next = 0.into();
        self.table_of_read.next = 0.into();
        self.its_lookup.next = 0.into();
        if self.may_read.val().any() {
            for i in 0..CONTEXTS {
                if self.reader.grant.val().get_bit(i) {
                    self.depth_of_read.next = self.depth_of_read.val() | self.depth[i].q.val();
                    self.table_of_read.next = self.table_of_read.val() | self.node[i].q.val();
                    self.its_lookup.next = self.lookup[i].q.val();
                    for k in 0..LANES {
                        if self.begun_in[k].q.val().get_bit(i) {
                            self.its_lookup.next = self.begun_lookup[k].q.val();
                        }
                    }
                    self.lookup_of_read.next = self.lookup_of_read.val() | self.its_lookup.val();
                }
            }
        }
        self.read_depth.next = self.depth_of_read.val();
        self.read_lookup.next = self.lookup_of_read.val();
        self.read_table.next = self.table_of_read.val();
        if self.may_read.val().any() {
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
                if self.walking.val().get_bit(i) && self.concerned.val() {
                    self.all_poisoned.next = self.all_poisoned.val().replace_bit(i, true);
                }
            }
            for k in 0..LANES {
                self.concerned.next = self.poison_all.val()
                    || (self.begun_lookup[k].q.val().get_bits::<ASID>(self.space.val().index()) == self.poison_asid.val());
                if self.concerned.val() {
                    self.all_poisoned.next = self.all_poisoned.val() | self.begun_in[k].q.val();
                }
            }
        }

        self.own_walk.next = 0.into();
        self.ending_lanes.next = 0.into();
        for lane in 0..LANES {
            self.own_walk.next = self.lane_walks.val().get_bits::<CONTEXTS>(lane * self.context_bits.val().index());
            self.ending_lanes.next =
                self.ending_lanes.val().replace_bit(lane, (self.own_walk.val() & self.ending.q.val()).any());
        }
        self.with_end.next = self.ending_lanes.val();

        comment!("Lookups join a walk, begin one, or wait: the k-th that begins takes the k-th free context.");
        self.waits.next = false;
        self.joins.next = 0.into();
        self.begins.next = 0.into();
        self.started.next = 0.into();
        self.free.bits.next = !self.busy.q.val();
        self.unused.next = self.free.there.val().any();
        self.turn.next = 1.into();
        self.page.next = 0.into();
        self.with_page.next = 0.into();
        self.sibling.next = 0.into();
        for lane in 0..LANES {
            self.begun_as[lane].next = 0.into();
            self.waits_as[lane].next = 0.into();
            self.joins_in[lane].next = 0.into();
        }
        for lane in 0..LANES {
            self.with_page.next = self.lane_walks.val().get_bits::<CONTEXTS>(lane * self.context_bits.val().index())
                & (!self.ending.q.val());
            comment!("A walk that an earlier lane has begun.");
            self.page.next = self.lookups.val().get_bits::<PAGE>(lane * self.lookup_bits.val().index());
            self.sibling.next = 0.into();
            for other in 0..LANES {
                if self.lookups.val().get_bits::<PAGE>(other * self.lookup_bits.val().index()) == self.page.val() {
                    self.sibling.next = self.sibling.val() | self.begun_as[other].val();
                }
            }
            if self.misses.val().get_bit(lane) {
                if self.with_page.val().any() || self.sibling.val().any() {
                    self.joins.next = self.joins.val().replace_bit(lane, true);
                    self.joins_in[lane].next = self.with_page.val();
                    self.waits_as[lane].next = self.sibling.val();
                } else if (self.turn.val() & self.vacant.q.val()).any() && !self.waits.val() {
                    self.begins.next = self.begins.val().replace_bit(lane, true);
                    self.begun_as[lane].next = self.turn.val();
                    self.waits_as[lane].next = self.turn.val();
                    self.started.next = self.started.val() | self.turn.val();
                    self.turn.next = self.turn.val() << 1;
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
        self.new_walks.next = 0.into();
        self.core.next = 0.into();
        self.waits_for.next = 0.into();
        for k in 0..LANES {
            self.new_lookup[k].next = 0.into();
            for lane in 0..LANES {
                if self.begun_as[lane].val().get_bit(k) {
                    self.new_lookup[k].next = self.new_lookup[k].val()
                        | self.lookups.val().get_bits::<LOOKUP>(lane * self.lookup_bits.val().index());
                }
            }
            if self.started.val().get_bit(k) {
                self.new_walks.next = self.new_walks.val() | self.free.each[k].val();
            }
        }
        comment!("Each count is there before it is known how many walks begin.");
        self.counted.next = self.count.q.val();
        if self.may_end.val().any() {
            self.counted.next = self.count.q.val() - 1;
        }
        self.many.next = bit_cast::<ASKED, LANES>(self.turn.val());
        if !self.turn.val().any() {
            self.many.next = self.many.val().replace_bit(self.lanes.val().index(), true);
        }
        self.reach.next = 0.into();
        self.next_count.next = 0.into();
        self.next_vacant.next = 0.into();
        self.counted_vacant.next = 0.into();
        for j in 0..ASKED {
            self.counted_vacant.next = 0.into();
            self.reach.next = self.counted.val();
            for k in 0..LANES {
                self.counted_vacant.next =
                    self.counted_vacant.val().replace_bit(k, self.reach.val() < self.contexts.val());
                self.reach.next = self.reach.val() + 1;
            }
            if self.many.val().get_bit(j) {
                self.next_count.next = self.next_count.val() | self.counted.val();
                self.next_vacant.next = self.next_vacant.val() | self.counted_vacant.val();
            }
            self.counted.next = self.counted.val() + 1;
        }
        self.count.d.next = self.next_count.val();
        self.vacant.d.next = self.next_vacant.val();
        for k in 0..LANES {
            self.begun_in[k].clock.next = self.clock.val();
            self.begun_in[k].reset.next = self.reset.val();
            self.begun_in[k].d.next = 0.into();
            if self.started.val().get_bit(k) {
                self.begun_in[k].d.next = self.free.each[k].val();
            }
        }
        for k in 0..LANES {
            self.begun_lookup[k].clock.next = self.clock.val();
            self.begun_lookup[k].d.next = self.new_lookup[k].val();
        }
        for lane in 0..LANES {
            self.waited[lane].clock.next = self.clock.val();
            self.waited[lane].reset.next = self.reset.val();
            self.waits_for.next = self.joins_in[lane].val();
            for k in 0..LANES {
                if self.waits_as[lane].val().get_bit(k) {
                    self.waits_for.next = self.waits_for.val() | self.free.each[k].val();
                }
            }
            self.waited[lane].d.next = self.waits_for.val();
        }
        for lane in 0..LANES {
            self.waiting_sm[lane].clock.next = self.clock.val();
            self.core.next = self
                .lookups
                .val()
                .get_bits::<CORE>(lane * self.lookup_bits.val().index() + self.core_place.val().index());
            self.waiting_sm[lane].d.next = self.core.val();
        }

        comment!("What is asked for.");
        self.next_page.next = 0.into();
        self.next_walk.next = 0.into();
        self.next_new.next = 0.into();
        self.all_walks.next = 0.into();
        for a in 0..ASKED {
            self.next_page.next = self.asked_pages.val().get_bits::<PAGE>(a * self.page_bits.val().index());
            self.next_walk.next = 0.into();
            if self.asked.val().get_bit(a) {
                for i in 0..CONTEXTS {
                    self.next_walk.next = self.next_walk.val().replace_bit(
                        i,
                        self.walking.val().get_bit(i)
                            && (self.lookup[i].q.val().get_bits::<PAGE>(0) == self.next_page.val()),
                    );
                }
                for k in 0..LANES {
                    if self.begun_lookup[k].q.val().get_bits::<PAGE>(0) == self.next_page.val() {
                        self.next_walk.next = self.next_walk.val() | self.begun_in[k].q.val();
                    }
                }
                self.next_new.next = 0.into();
                for lane in 0..LANES {
                    if self.lookups.val().get_bits::<PAGE>(lane * self.lookup_bits.val().index())
                        == self.next_page.val()
                    {
                        self.next_new.next = self.next_new.val() | self.begun_as[lane].val();
                    }
                }
                for k in 0..LANES {
                    if self.next_new.val().get_bit(k) {
                        self.next_walk.next = self.next_walk.val() | self.free.each[k].val();
                    }
                }
            }
            self.all_walks.next =
                self.all_walks.val() | (bit_cast::<NEXT_WALKS, CONTEXTS>(self.next_walk.val()) << self.walks_place[a].val());
        }
        self.next_walks.next = self.all_walks.val();

        comment!("Data.");
        self.waiting.next = (self.busy.q.val()
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

        self.busy.d.next = (self.busy.q.val() | self.new_walks.val()) & (!self.ender.grant.val());
        self.ready.d.next = ((self.ready.q.val() & (!self.issued.val())) | self.anew.val())
            | (self.deeper.val() | self.new_walks.val());
        self.over.d.next =
            ((self.over.q.val() & (!self.ender.grant.val())) & (!self.restarted.val())) | self.finished.val();
        self.poisoned.d.next = self.all_poisoned.val() & (!self.stale.val());
        self.found.d.next = self.found.q.val() & (!self.finished.val());
        if self.data_valid.val() {
            self.found.d.next = self.found.q.val() | self.finished.val();
        }

        comment!("Contexts that are free are written whether a walk begins there or not: what is in them has no meaning.");
        if (self.looking.val() || self.anew.val().any()) || self.answered.val().any() {
            for i in 0..CONTEXTS {
                if !self.busy.q.val().get_bit(i) || self.anew.val().get_bit(i) {
                    self.depth[i].d.next = 1.into();
                } else if self.deeper.val().get_bit(i) {
                    self.depth[i].d.next = self.old_depth.val() + 1;
                }
            }
        }
        if self.answered.val().any() {
            for i in 0..CONTEXTS {
                if self.answered.val().get_bit(i) {
                    self.node[i].d.next = self.data_table.val();
                    self.perm[i].d.next = self.data_perm.val();
                }
            }
        }
        if self.fresh.val().any() {
            for i in 0..CONTEXTS {
                for k in 0..LANES {
                    if self.begun_in[k].q.val().get_bit(i) {
                        self.lookup[i].d.next = self.begun_lookup[k].q.val();
                    }
                }
            }
        }
        self.waiter.next = 0.into();
        self.any_waited.next = false;
        for lane in 0..LANES {
            if self.waited[lane].q.val().any() {
                self.any_waited.next = true;
            }
        }
        if self.any_waited.val() {
            for i in 0..CONTEXTS {
                self.waiter.next = 0.into();
                if !self.fresh.val().get_bit(i) {
                    self.waiter.next = self.waiters[i].q.val();
                }
                for lane in 0..LANES {
                    if self.waited[lane].q.val().get_bit(i) {
                        self.waiter.next = self.waiter.val() | self.sm[lane].val();
                    }
                }
                self.waiters[i].d.next = self.waiter.val();
            }
        }
    }
}
