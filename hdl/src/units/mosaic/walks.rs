// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, FirstFew, MaskRoundRobin};

block! {
    /// Mosaic's walks, which are the MSHRs of the shared TLB (specification sections 2.5 and 2.10). A busy one is about to read (`ready`), is over, or
    /// reads; what a poisoned one reads is out of date. Within a cycle: a flush, an entry that was read, the next read, lookups, the walk that ends. Which
    /// walk is to read, and which to end, was chosen in a cycle before.
    pub struct Walks<
        PORTS, CONTEXTS, CONTEXT, CORES, CORE, PAGE, TABLE, PORT_CORES, PORT_PAGES
    > = "mosaic_walks"
        where CONTEXT = bits(CONTEXTS), PORT_CORES = PORTS * CORE, PORT_PAGES = PORTS * PAGE;
    fn new(levels: u32);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Lookups that have missed, their SMs and pages; taken where `room` has the bit.
    pub misses: Signal<In, Bits<PORTS>>,
    pub cores: Signal<In, Bits<PORT_CORES>>,
    pub pages: Signal<In, Bits<PORT_PAGES>>,
    pub room: Signal<Out, Bits<PORTS>>,
    /// The read that is offered may be replaced.
    pub read: Signal<In, Bit>,
    /// There is another one, of this walk, depth, page and SM; its table below the root, and whether the page is large.
    pub reads: Signal<Out, Bit>,
    pub read_context: Signal<Out, Bits<CONTEXT>>,
    pub read_depth: Signal<Out, Bits<3>>,
    pub read_page: Signal<Out, Bits<PAGE>>,
    pub read_core: Signal<Out, Bits<CORE>>,
    pub read_table: Signal<Out, Bits<TABLE>>,
    pub read_large: Signal<Out, Bit>,
    /// The entry that a walk reads: its bits, its permissions, and its table or frame of 4 KB.
    pub data: Signal<In, Bit>,
    pub data_context: Signal<In, Bits<CONTEXT>>,
    pub data_valid: Signal<In, Bit>,
    pub data_large: Signal<In, Bit>,
    pub data_disabled: Signal<In, Bit>,
    pub data_perm: Signal<In, Bits<4>>,
    pub data_table: Signal<In, Bits<TABLE>>,
    /// What was read of the pages that are this one in the bits of the mask is out of date.
    pub flush: Signal<In, Bit>,
    pub flush_page: Signal<In, Bits<PAGE>>,
    pub flush_mask: Signal<In, Bits<PAGE>>,
    /// A walk ends: its page, the SMs that wait for it, and what it has found.
    pub ends: Signal<Out, Bit>,
    pub end_page: Signal<Out, Bits<PAGE>>,
    pub end_waiters: Signal<Out, Bits<CORES>>,
    pub end_found: Signal<Out, Bit>,
    pub end_large: Signal<Out, Bit>,
    pub end_perm: Signal<Out, Bits<4>>,
    pub end_table: Signal<Out, Bits<TABLE>>,
    busy: DffR<Bits<CONTEXTS>>,
    ready: DffR<Bits<CONTEXTS>>,
    over: DffR<Bits<CONTEXTS>>,
    poisoned: DffR<Bits<CONTEXTS>>,
    /// The entry above the last depth has the large bit, and has been read once more.
    is_large: Dff<Bits<CONTEXTS>>,
    retried: Dff<Bits<CONTEXTS>>,
    found: Dff<Bits<CONTEXTS>>,
    /// The walk whose turn it is to read, and to end, as one bit of a word; where the search for the next one begins, as `mask_round_robin` has it.
    read_turn: DffR<Bits<CONTEXTS>>,
    end_turn: DffR<Bits<CONTEXTS>>,
    next_read: DffR<Bits<CONTEXTS>>,
    next_end: DffR<Bits<CONTEXTS>>,
    page: Vec<Dff<Bits<PAGE>>> = array(CONTEXTS),
    core: Vec<Dff<Bits<CORE>>> = array(CONTEXTS),
    waiters: Vec<Dff<Bits<CORES>>> = array(CONTEXTS),
    depth: Vec<Dff<Bits<3>>> = array(CONTEXTS),
    /// The table of the depth to be read, at the end the frame; and the table of the depth above.
    node: Vec<Dff<Bits<TABLE>>> = array(CONTEXTS),
    above: Vec<Dff<Bits<TABLE>>> = array(CONTEXTS),
    perm: Vec<Dff<Bits<4>>> = array(CONTEXTS),
    reader: MaskRoundRobin<CONTEXTS, CONTEXT> = MaskRoundRobin::new(),
    ender: MaskRoundRobin<CONTEXTS, CONTEXT> = MaskRoundRobin::new(),
    to_read: Signal<Local, Bits<CONTEXTS>>,
    to_end: Signal<Local, Bits<CONTEXTS>>,
    turn_depth: Signal<Local, Bits<3>>,
    turn_page: Signal<Local, Bits<PAGE>>,
    turn_core: Signal<Local, Bits<CORE>>,
    turn_table: Signal<Local, Bits<TABLE>>,
    last_page: Signal<Local, Bits<PAGE>>,
    last_waiters: Signal<Local, Bits<CORES>>,
    last_perm: Signal<Local, Bits<4>>,
    last_table: Signal<Local, Bits<TABLE>>,
    number: Signal<Local, Bits<CONTEXT>>,
    /// Bits of the mask in which a page is another one than that which is flushed.
    apart: Signal<Local, Bits<PAGE>>,
    flushed: Signal<Local, Bits<CONTEXTS>>,
    stale: Signal<Local, Bits<CONTEXTS>>,
    issued: Signal<Local, Bits<CONTEXTS>>,
    ended: Signal<Local, Bits<CONTEXTS>>,
    answered: Signal<Local, Bits<CONTEXTS>>,
    anew: Signal<Local, Bits<CONTEXTS>>,
    /// Of the walk that has read: whether its page is large and it has read again, its depth, what becomes of it.
    was_large: Signal<Local, Bit>,
    was_retried: Signal<Local, Bit>,
    was_depth: Signal<Local, Bits<3>>,
    at_leaf: Signal<Local, Bit>,
    again: Signal<Local, Bit>,
    goes_on: Signal<Local, Bit>,
    finds: Signal<Local, Bit>,
    deeper: Signal<Local, Bits<CONTEXTS>>,
    retries: Signal<Local, Bits<CONTEXTS>>,
    finished: Signal<Local, Bits<CONTEXTS>>,
    /// Walks that are free as the cycle begins.
    free: FirstFew<CONTEXTS, PORTS, CONTEXT> = FirstFew::new(),
    ready_ports: Signal<Local, Bits<PORTS>>,
    taken: Signal<Local, Bits<PORTS>>,
    /// Walks that lookups before this one have begun.
    begun: Signal<Local, Bits<CONTEXTS>>,
    same: Signal<Local, Bit>,
    /// The next of the free ones, and which of them that is.
    next_free: Signal<Local, Bits<CONTEXTS>>,
    turn: Signal<Local, Bits<PORTS>>,
    /// A lookup's page has a walk; those in which it waits.
    known: Signal<Local, Bit>,
    waits: Signal<Local, Bits<CONTEXTS>>,
    /// Ports that begin a walk.
    beginners: Signal<Local, Bits<PORTS>>,
    /// Of each port: its page and SM, the walk that was busy with its page, that which it begins, and that in which it waits.
    with_page: Vec<Signal<Local, Bits<CONTEXTS>>> = array(PORTS),
    miss_page: Vec<Signal<Local, Bits<PAGE>>> = array(PORTS),
    miss_core: Vec<Signal<Local, Bits<CORE>>> = array(PORTS),
    miss_sm: Vec<Signal<Local, Bits<CORES>>> = array(PORTS),
    begins_in: Vec<Signal<Local, Bits<CONTEXTS>>> = array(PORTS),
    waits_in: Vec<Signal<Local, Bits<CONTEXTS>>> = array(PORTS),
    waiter: Signal<Local, Bits<CORES>>,
    joined: Signal<Local, Bits<CORES>>,
    one: Constant<Bits<CONTEXTS>> = Constant::new(1.into()),
    one_core: Constant<Bits<CORES>> = Constant::new(1.into()),
    leaf: Constant<Bits<3>> = Constant::new(u64::from(levels).into()),
    page_bits: Constant<Bits<32>> = Constant::new((PAGE as u64).into()),
    core_bits: Constant<Bits<32>> = Constant::new((CORE as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, busy, ready, over, poisoned, read_turn, end_turn, next_read, next_end);
        clock!(self, clock, is_large, retried, found);
        self.busy.reset.next = self.reset.val();
        self.ready.reset.next = self.reset.val();
        self.over.reset.next = self.reset.val();
        self.poisoned.reset.next = self.reset.val();
        self.read_turn.reset.next = self.reset.val();
        self.end_turn.reset.next = self.reset.val();
        self.next_read.reset.next = self.reset.val();
        self.next_end.reset.next = self.reset.val();
        for i in 0..CONTEXTS {
            self.page[i].clock.next = self.clock.val();
            self.page[i].d.next = self.page[i].q.val();
            self.core[i].clock.next = self.clock.val();
            self.core[i].d.next = self.core[i].q.val();
            self.waiters[i].clock.next = self.clock.val();
            self.waiters[i].d.next = self.waiters[i].q.val();
            self.depth[i].clock.next = self.clock.val();
            self.depth[i].d.next = self.depth[i].q.val();
            self.node[i].clock.next = self.clock.val();
            self.node[i].d.next = self.node[i].q.val();
            self.above[i].clock.next = self.clock.val();
            self.above[i].d.next = self.above[i].q.val();
            self.perm[i].clock.next = self.clock.val();
            self.perm[i].d.next = self.perm[i].q.val();
        }

        comment!("What has been read of the pages that are flushed is out of date.");
        self.flushed.next = 0.into();
        self.apart.next = 0.into();
        if self.flush.val() {
            for i in 0..CONTEXTS {
                self.apart.next = (self.page[i].q.val() ^ self.flush_page.val()) & self.flush_mask.val();
                if !self.apart.val().any() {
                    self.flushed.next = self.flushed.val().replace_bit(i, true);
                }
            }
        }
        self.stale.next = (self.flushed.val() & self.busy.q.val()) | self.poisoned.q.val();

        comment!("The next read, and whose turn is then: a walk keeps its turn until it has read.");
        self.issued.next = 0.into();
        if self.read.val() {
            self.issued.next = self.read_turn.q.val() & (!self.stale.val());
        }
        self.to_read.next = self.ready.q.val() & (!self.read_turn.q.val());
        self.reader.requests.next = self.to_read.val();
        self.reader.from.next = self.next_read.q.val();
        if self.issued.val().any() || !self.read_turn.q.val().any() {
            self.read_turn.d.next = self.reader.grant.val();
            if self.to_read.val().any() {
                self.next_read.d.next = self.reader.after.val();
            }
        }
        self.reads.next = self.issued.val().any();
        self.number.next = 0.into();
        self.turn_depth.next = 0.into();
        self.turn_page.next = 0.into();
        self.turn_core.next = 0.into();
        self.turn_table.next = 0.into();
        for i in 0..CONTEXTS {
            if self.read_turn.q.val().get_bit(i) {
                self.number.next = self.number.val() | i.to_bits();
                self.turn_depth.next = self.turn_depth.val() | self.depth[i].q.val();
                self.turn_page.next = self.turn_page.val() | self.page[i].q.val();
                self.turn_core.next = self.turn_core.val() | self.core[i].q.val();
                self.turn_table.next = self.turn_table.val() | self.node[i].q.val();
            }
        }
        self.read_context.next = self.number.val();
        self.read_depth.next = self.turn_depth.val();
        self.read_page.next = self.turn_page.val();
        self.read_core.next = self.turn_core.val();
        self.read_table.next = self.turn_table.val();
        self.read_large.next = (self.is_large.q.val() & self.read_turn.q.val()).any();

        comment!("The walk that ends, and whose turn is then.");
        self.ended.next = (self.end_turn.q.val() & self.over.q.val()) & (!self.stale.val());
        self.to_end.next = self.over.q.val() & (!self.end_turn.q.val());
        self.ender.requests.next = self.to_end.val();
        self.ender.from.next = self.next_end.q.val();
        self.end_turn.d.next = self.ender.grant.val();
        if self.to_end.val().any() {
            self.next_end.d.next = self.ender.after.val();
        }
        self.last_page.next = 0.into();
        self.last_waiters.next = 0.into();
        self.last_perm.next = 0.into();
        self.last_table.next = 0.into();
        for i in 0..CONTEXTS {
            if self.end_turn.q.val().get_bit(i) {
                self.last_page.next = self.last_page.val() | self.page[i].q.val();
                self.last_waiters.next = self.last_waiters.val() | self.waiters[i].q.val();
                self.last_perm.next = self.last_perm.val() | self.perm[i].q.val();
                self.last_table.next = self.last_table.val() | self.node[i].q.val();
            }
        }

        comment!("An entry that was read: the walk goes deeper, reads the entry above once more, or is over.");
        self.answered.next = 0.into();
        if self.data.val() {
            self.answered.next = ((self.one.val() << self.data_context.val()) & self.busy.q.val())
                & ((!self.ready.q.val()) & (!self.over.q.val()));
        }
        self.was_large.next = self.is_large.q.val().get_bit(self.data_context.val().index());
        self.was_retried.next = self.retried.q.val().get_bit(self.data_context.val().index());
        self.was_depth.next = self.depth[self.data_context.val().index()].q.val();
        self.at_leaf.next = self.was_depth.val() == self.leaf.val();
        self.goes_on.next = self.data_valid.val() && !self.at_leaf.val();
        self.again.next = ((self.data_valid.val() && self.data_disabled.val())
            && (self.at_leaf.val() && !self.was_large.val()))
            && !self.was_retried.val();
        self.finds.next = self.at_leaf.val() && (self.data_valid.val() || self.was_large.val());
        self.deeper.next = 0.into();
        self.retries.next = 0.into();
        self.finished.next = 0.into();
        if self.goes_on.val() {
            self.deeper.next = self.answered.val() & (!self.stale.val());
        } else if self.again.val() {
            self.retries.next = self.answered.val() & (!self.stale.val());
        } else {
            self.finished.next = self.answered.val() & (!self.stale.val());
        }
        comment!("What is out of date is read from the root on.");
        self.anew.next =
            self.stale.val() & ((self.ready.q.val() | self.over.q.val()) | self.answered.val());

        comment!("Lookups join the walk of their page, or begin one in a place that was free as the cycle began.");
        self.free.bits.next = !self.busy.q.val();
        self.ready_ports.next = self.free.there.val();
        self.room.next = self.ready_ports.val();
        self.taken.next = self.misses.val() & self.ready_ports.val();
        self.begun.next = 0.into();
        self.next_free.next = 0.into();
        self.turn.next = 1.into();
        self.same.next = false;
        self.known.next = false;
        self.waits.next = 0.into();
        for port in 0..PORTS {
            self.with_page[port].next = 0.into();
            self.begins_in[port].next = 0.into();
            self.waits_in[port].next = 0.into();
            self.miss_page[port].next = self.pages.val().get_bits::<PAGE>(port * self.page_bits.val().index());
            self.miss_core[port].next = self.cores.val().get_bits::<CORE>(port * self.core_bits.val().index());
            self.miss_sm[port].next = self.one_core.val() << self.miss_core[port].val();
        }
        self.beginners.next = 0.into();
        if self.misses.val().any() {
            for port in 0..PORTS {
                if self.taken.val().get_bit(port) {
                    for i in 0..CONTEXTS {
                        self.same.next =
                            self.busy.q.val().get_bit(i) && (self.page[i].q.val() == self.miss_page[port].val());
                        self.with_page[port].next = self.with_page[port].val().replace_bit(i, self.same.val());
                    }
                    self.known.next = self.with_page[port].val().any();
                    self.waits.next = self.with_page[port].val();
                    comment!("A walk that the port before has begun.");
                    for other in 0..PORTS {
                        self.same.next = self.miss_page[other].val() == self.miss_page[port].val();
                        if self.beginners.val().get_bit(other) && self.same.val() {
                            self.known.next = true;
                            self.waits.next = self.waits.val() | self.begins_in[other].val();
                        }
                    }
                    self.next_free.next = 0.into();
                    for k in 0..PORTS {
                        if self.turn.val().get_bit(k) {
                            self.next_free.next = self.next_free.val() | self.free.each[k].val();
                        }
                    }
                    if !self.known.val() {
                        self.beginners.next = self.beginners.val().replace_bit(port, true);
                        self.begins_in[port].next = self.next_free.val();
                        self.waits.next = self.next_free.val();
                        // Doubled and not shifted: a shift by one of a word of one bit is out of its range.
                        self.turn.next = self.turn.val() + self.turn.val();
                    }
                    self.begun.next = self.begun.val() | self.begins_in[port].val();
                    self.waits_in[port].next = self.waits.val();
                }
            }
        }

        comment!("The answer is for those, too, that wait since this cycle.");
        self.joined.next = 0.into();
        for port in 0..PORTS {
            if (self.with_page[port].val() & self.ended.val()).any() {
                self.joined.next = self.joined.val() | self.miss_sm[port].val();
            }
        }
        self.ends.next = self.ended.val().any();
        self.end_page.next = self.last_page.val();
        self.end_waiters.next = self.last_waiters.val() | self.joined.val();
        self.end_found.next = (self.found.q.val() & self.end_turn.q.val()).any();
        self.end_large.next = (self.is_large.q.val() & self.end_turn.q.val()).any();
        self.end_perm.next = self.last_perm.val();
        self.end_table.next = self.last_table.val();

        self.busy.d.next = (self.busy.q.val() & (!self.ended.val())) | self.begun.val();
        self.ready.d.next = ((self.ready.q.val() & (!self.issued.val())) | self.anew.val())
            | ((self.deeper.val() | self.retries.val()) | self.begun.val());
        self.over.d.next =
            ((self.over.q.val() & (!self.ended.val())) & (!self.anew.val())) | self.finished.val();
        self.poisoned.d.next = self.stale.val() & (!self.anew.val());
        self.retried.d.next =
            (self.retried.q.val() & (!(self.anew.val() | self.begun.val()))) | self.retries.val();
        self.is_large.d.next = self.is_large.q.val() & (!(self.deeper.val() | self.begun.val()));
        if self.data_large.val() && ((self.was_depth.val() + 1) == self.leaf.val()) {
            self.is_large.d.next = (self.is_large.q.val() & (!self.begun.val())) | self.deeper.val();
        }
        self.found.d.next = self.found.q.val() & (!self.finished.val());
        if self.finds.val() {
            self.found.d.next = self.found.q.val() | self.finished.val();
        }
        if (self.misses.val().any() || self.flush.val()) || self.data.val() {
            for i in 0..CONTEXTS {
                if self.begun.val().get_bit(i) || self.anew.val().get_bit(i) {
                    self.depth[i].d.next = 1.into();
                } else if self.deeper.val().get_bit(i) {
                    self.depth[i].d.next = self.was_depth.val() + 1;
                    self.above[i].d.next = self.node[i].q.val();
                    self.node[i].d.next = self.data_table.val();
                } else if self.retries.val().get_bit(i) {
                    self.depth[i].d.next = self.was_depth.val() - 1;
                    self.node[i].d.next = self.above[i].q.val();
                } else if self.finished.val().get_bit(i) {
                    self.node[i].d.next = self.data_table.val();
                    self.perm[i].d.next = self.data_perm.val();
                }
            }
        }
        self.waiter.next = 0.into();
        for i in 0..CONTEXTS {
            self.waiter.next = 0.into();
            if !self.begun.val().get_bit(i) {
                self.waiter.next = self.waiters[i].q.val();
            }
            if self.misses.val().any() {
                for port in 0..PORTS {
                    if self.waits_in[port].val().get_bit(i) {
                        self.waiter.next = self.waiter.val() | self.miss_sm[port].val();
                    }
                }
            }
            if self.misses.val().any() {
                for port in 0..PORTS {
                    if self.begins_in[port].val().get_bit(i) {
                        self.page[i].d.next = self.miss_page[port].val();
                        self.core[i].d.next = self.miss_core[port].val();
                    }
                }
                self.waiters[i].d.next = self.waiter.val();
            }
        }
    }
}
