// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::legality::Legality;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Cam, Dff, DffR, MinTree};

block! {
    /// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and S17). An entry
    /// stays where it is; a tree of comparators finds the oldest of those that come first.
    /// `REST` is what no one compares: identification, source, column.
    pub struct TimestampBuffer<N, INDEX, BANKS, BANK, ROW, REST, AGE, NODES> = "frfcfs_timestamp_buffer"
        where INDEX = clog2(N), BANK = clog2(BANKS), NODES = (2 << INDEX) - 1;
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Store a request; must be low while the buffer is full.
    pub insert: Signal<In, Bit>,
    /// It is a write.
    pub insert_wr: Signal<In, Bit>,
    /// Its bank.
    pub insert_bank: Signal<In, Bits<BANK>>,
    /// Its row.
    pub insert_row: Signal<In, Bits<ROW>>,
    /// The rest of it.
    pub insert_rest: Signal<In, Bits<REST>>,
    /// Banks with an open row.
    pub open: Signal<In, Bits<BANKS>>,
    /// The open row of each bank.
    pub open_row: Vec<Signal<In, Bits<ROW>>> = array(BANKS),
    /// Banks that PRE may go to.
    pub pre_ok: Signal<In, Bits<BANKS>>,
    /// Banks that ACT may go to.
    pub act_ok: Signal<In, Bits<BANKS>>,
    /// Banks that RD may go to.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks that WR may go to.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// Some entry is served in this cycle.
    pub serve: Signal<Out, Bit>,
    /// Its row is open; it leaves the buffer.
    pub hit: Signal<Out, Bit>,
    /// It is a write.
    pub wr: Signal<Out, Bit>,
    /// Its bank.
    pub bank: Signal<Out, Bits<BANK>>,
    /// Its row.
    pub row: Signal<Out, Bits<ROW>>,
    /// The rest of it.
    pub rest: Signal<Out, Bits<REST>>,
    writes: Dff<Bits<N>>,
    /// Arrival time of each entry.
    arrived: Vec<Dff<Bits<AGE>>> = array(N),
    payload: Vec<Dff<Bits<REST>>> = array(N),
    /// Entries that wait too long.
    urgent: DffR<Bits<N>>,
    /// Time.
    now: DffR<Bits<AGE>>,
    /// The entry whose age is looked at.
    scrub: DffR<Bits<INDEX>>,
    stored: Signal<Local, Bits<N>>,
    age: Signal<Local, Bits<AGE>>,
    overdue: Signal<Local, Bits<N>>,
    candidates: Signal<Local, Bits<N>>,
    removed: Signal<Local, Bits<N>>,
    winner: Signal<Local, Bits<INDEX>>,
    entries: Cam<N, ROW, BANKS, BANK, INDEX> = Cam::new(),
    legality: Legality<N, BANKS, BANK> = Legality::new(),
    oldest: MinTree<N, AGE, INDEX, NODES> = MinTree::new(),
    one: Constant<Bits<N>> = Constant::new(1.into()),
    last: Constant<Bits<INDEX>> = Constant::new((N as u64 - 1).into()),
    /// Age above which an entry becomes urgent.
    limit: Constant<Bits<AGE>> = Constant::new((1u64 << (params.age_bits - 2)).into()),
}

impl<
        const N: usize,
        const INDEX: usize,
        const BANKS: usize,
        const BANK: usize,
        const ROW: usize,
        const REST: usize,
        const AGE: usize,
        const NODES: usize,
    > Logic for TimestampBuffer<N, INDEX, BANKS, BANK, ROW, REST, AGE, NODES>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, writes, urgent, now, scrub);
        clock!(self, clock, entries);
        self.entries.reset.next = self.reset.val();
        self.urgent.reset.next = self.reset.val();
        self.now.reset.next = self.reset.val();
        self.scrub.reset.next = self.reset.val();
        for i in 0..N {
            self.arrived[i].clock.next = self.clock.val();
            self.arrived[i].d.next = self.arrived[i].q.val();
            self.payload[i].clock.next = self.clock.val();
            self.payload[i].d.next = self.payload[i].q.val();
        }

        self.entries.insert.next = self.insert.val();
        self.entries.insert_select.next = self.insert_bank.val();
        self.entries.insert_key.next = self.insert_row.val();
        self.entries.search.next = self.open.val();
        for b in 0..BANKS {
            self.entries.search_key[b].next = self.open_row[b].val();
        }
        self.now.d.next = self.now.q.val() + 1;
        self.stored.next = 0.into();
        if self.insert.val() {
            self.stored.next = self.entries.free.val();
        }
        if self.insert.val() {
            self.payload[self.entries.free_index.val().index()].d.next = self.insert_rest.val();
        }
        if self.insert.val() {
            self.writes.d.next = self.writes.q.val() & (!self.stored.val());
            if self.insert_wr.val() {
                self.writes.d.next = self.writes.q.val() | self.stored.val();
            }
        }
        if self.insert.val() {
            for i in 0..N {
                if self.stored.val().get_bit(i) {
                    self.arrived[i].d.next = self.now.q.val();
                }
            }
        }

        comment!("The scrubber looks at one entry a cycle, before its age could wrap (S17).");
        self.scrub.d.next = self.scrub.q.val() + 1;
        if self.scrub.q.val() == self.last.val() {
            self.scrub.d.next = 0.into();
        }
        self.age.next = self.now.q.val() - self.arrived[self.scrub.q.val().index()].q.val();
        self.overdue.next = 0.into();
        if self.age.val() > self.limit.val() {
            self.overdue.next = (self.one.val() << self.scrub.q.val()) & self.entries.valid.val();
        }
        self.urgent.d.next = (self.urgent.q.val() | self.overdue.val()) & (!self.stored.val());

        self.legality.valid.next = self.entries.valid.val();
        self.legality.hits.next = self.entries.hits.val();
        self.legality.urgent.next = self.urgent.q.val();
        self.legality.writes.next = self.writes.q.val();
        for i in 0..N {
            self.legality.banks[i].next = self.entries.selects[i].val();
        }
        self.legality.open.next = self.open.val();
        self.legality.pre_ok.next = self.pre_ok.val();
        self.legality.act_ok.next = self.act_ok.val();
        self.legality.rd_ok.next = self.rd_ok.val();
        self.legality.wr_ok.next = self.wr_ok.val();

        comment!("Hits first, then the oldest.");
        self.candidates.next = self.legality.eligible.val();
        if (self.legality.eligible.val() & self.entries.hits.val()).any() {
            self.candidates.next = self.legality.eligible.val() & self.entries.hits.val();
        }
        self.oldest.candidates.next = self.candidates.val();
        for i in 0..N {
            self.oldest.keys[i].next = self.arrived[i].q.val();
        }
        self.winner.next = self.oldest.index.val();
        self.entries.read.next = self.winner.val();

        self.serve.next = self.candidates.val().any();
        self.hit.next = self.entries.hits.val().get_bit(self.winner.val().index());
        self.wr.next = self.writes.q.val().get_bit(self.winner.val().index());
        self.bank.next = self.entries.selects[self.winner.val().index()].val();
        self.row.next = self.entries.read_key.val();
        self.rest.next = self.payload[self.winner.val().index()].q.val();
        self.removed.next = 0.into();
        if self.serve.val() && self.hit.val() {
            self.removed.next = self.one.val() << self.winner.val();
        }
        self.entries.remove.next = self.removed.val();
    }
}
