// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::legality::Legality;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// Request buffer whose entries are kept in the order of arrival, the oldest at 0 (specification section 8.3.1,
    /// `age_mode` = collapse, decision S20). When one leaves, those behind it move down by one.
    /// `REST` is what no one compares: identification, source, column.
    pub struct CollapsingBuffer<N, INDEX, BANKS, BANK, ROW, REST, AGE, NODES> = "frfcfs_collapsing_buffer"
        where INDEX = clog2(N), BANK = clog2(BANKS), NODES = (2 << INDEX) - 1;
    fn new(_params: &Params);
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
    valid: DffR<Bits<N>>,
    writes: Dff<Bits<N>>,
    banks: Vec<Dff<Bits<BANK>>> = array(N),
    rows: Vec<Dff<Bits<ROW>>> = array(N),
    payload: Vec<Dff<Bits<REST>>> = array(N),
    /// Entries whose row is open.
    hits: Signal<Local, Bits<N>>,
    named: Signal<Local, Bits<BANK>>,
    candidates: Signal<Local, Bits<N>>,
    winner: Signal<Local, Bits<INDEX>>,
    remove: Signal<Local, Bit>,
    /// Entries that take what is above them.
    moves: Signal<Local, Bits<N>>,
    /// `writes` after that.
    moved: Signal<Local, Bits<N>>,
    /// The entry behind the last valid one.
    tail: Signal<Local, Bits<N>>,
    /// The entry that takes the request that arrives.
    place: Signal<Local, Bits<N>>,
    legality: Legality<N, BANKS, BANK> = Legality::new(),
    encoder: FirstSet<N, INDEX> = FirstSet::new(),
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
    > Logic for CollapsingBuffer<N, INDEX, BANKS, BANK, ROW, REST, AGE, NODES>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, writes);
        self.valid.reset.next = self.reset.val();
        for i in 0..N {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].d.next = self.banks[i].q.val();
            self.rows[i].clock.next = self.clock.val();
            self.rows[i].d.next = self.rows[i].q.val();
            self.payload[i].clock.next = self.clock.val();
            self.payload[i].d.next = self.payload[i].q.val();
        }

        comment!("A comparator at every entry.");
        self.hits.next = 0.into();
        self.named.next = 0.into();
        for i in 0..N {
            if self.valid.q.val().get_bit(i) {
                self.named.next = self.banks[i].q.val();
                self.hits.next = self.hits.val().replace_bit(
                    i,
                    self.open.val().get_bit(self.named.val().index())
                        && (self.rows[i].q.val() == self.open_row[self.named.val().index()].val()),
                );
            }
        }
        self.legality.valid.next = self.valid.q.val();
        self.legality.hits.next = self.hits.val();
        self.legality.urgent.next = 0.into();
        self.legality.writes.next = self.writes.q.val();
        for i in 0..N {
            self.legality.banks[i].next = self.banks[i].q.val();
        }
        self.legality.open.next = self.open.val();
        self.legality.pre_ok.next = self.pre_ok.val();
        self.legality.act_ok.next = self.act_ok.val();
        self.legality.rd_ok.next = self.rd_ok.val();
        self.legality.wr_ok.next = self.wr_ok.val();

        comment!("Hits first, then the first in order.");
        self.candidates.next = self.legality.eligible.val();
        if (self.legality.eligible.val() & self.hits.val()).any() {
            self.candidates.next = self.legality.eligible.val() & self.hits.val();
        }
        self.encoder.requests.next = self.candidates.val();
        self.winner.next = self.encoder.index.val();
        self.serve.next = self.candidates.val().any();
        self.hit.next = (self.encoder.first.val() & self.hits.val()).any();
        self.wr.next = (self.encoder.first.val() & self.writes.q.val()).any();
        self.bank.next = self.banks[self.winner.val().index()].q.val();
        self.row.next = self.rows[self.winner.val().index()].q.val();
        self.rest.next = self.payload[self.winner.val().index()].q.val();

        comment!("The entries from the served one on move down; a new request goes behind the last one.");
        self.remove.next = self.serve.val() && self.hit.val();
        self.moves.next = !(self.encoder.first.val() - 1);
        self.tail.next = ((self.valid.q.val() << 1) | 1) & (!self.valid.q.val());
        self.place.next = self.tail.val();
        if self.remove.val() {
            self.place.next = self.tail.val() >> 1;
        }
        if self.remove.val() {
            self.valid.d.next = self.valid.q.val() >> 1;
        }
        if self.remove.val() && self.insert.val() {
            self.valid.d.next = self.valid.q.val();
        }
        if self.insert.val() && !self.remove.val() {
            self.valid.d.next = self.valid.q.val() | self.tail.val();
        }
        self.moved.next = self.writes.q.val();
        if self.remove.val() {
            self.moved.next =
                (self.writes.q.val() & (!self.moves.val())) | ((self.writes.q.val() >> 1) & self.moves.val());
        }
        self.writes.d.next = self.moved.val();
        if self.insert.val() {
            self.writes.d.next = self.moved.val() & (!self.place.val());
            if self.insert_wr.val() {
                self.writes.d.next = self.moved.val() | self.place.val();
            }
        }
        if self.remove.val() {
            for i in 0..(N - 1) {
                if self.moves.val().get_bit(i) {
                    self.banks[i].d.next = self.banks[i + 1].q.val();
                    self.rows[i].d.next = self.rows[i + 1].q.val();
                    self.payload[i].d.next = self.payload[i + 1].q.val();
                }
            }
        }
        if self.insert.val() {
            for i in 0..N {
                if self.place.val().get_bit(i) {
                    self.banks[i].d.next = self.insert_bank.val();
                    self.rows[i].d.next = self.insert_row.val();
                    self.payload[i].d.next = self.insert_rest.val();
                }
            }
        }
    }
}
