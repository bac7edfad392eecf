// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::legality::Legality;
use super::rows::Rows;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstSet, Upward};

block! {
    /// Request buffer whose entries are kept in the order of arrival, the oldest at 0 (specification section 8.3.1,
    /// `age_mode` = collapse, decision S20). When one leaves, those behind it move down by one.
    /// `REST` is what no one compares: identification, source, column.
    pub struct CollapsingBuffer<N, INDEX, BANKS, BANK, ROW, REST> = "frfcfs_collapsing_buffer"
        where INDEX = clog2(N), BANK = clog2(BANKS);
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
    /// Entries whose row is open.
    hits: Dff<Bits<N>>,
    banks: Vec<Dff<Bits<BANK>>> = array(N),
    rows: Vec<Dff<Bits<ROW>>> = array(N),
    payload: Vec<Dff<Bits<REST>>> = array(N),
    /// Entries of the bank of the command before, and those of them that are in use.
    of_bank: Signal<Local, Bits<N>>,
    left: Signal<Local, Bits<N>>,
    /// `hits` after a row has been opened or closed.
    next_hits: Signal<Local, Bits<N>>,
    eligible_hits: Signal<Local, Bits<N>>,
    candidates: Signal<Local, Bits<N>>,
    winner: Signal<Local, Bits<INDEX>>,
    served_hit: Signal<Local, Bit>,
    served_bank: Signal<Local, Bits<BANK>>,
    served_row: Signal<Local, Bits<ROW>>,
    remove: Signal<Local, Bit>,
    /// `writes` and `hits` after those behind the served one have moved down.
    moved: Signal<Local, Bits<N>>,
    moved_hits: Signal<Local, Bits<N>>,
    /// The entry behind the last valid one.
    tail: Signal<Local, Bits<N>>,
    /// The entry that takes the request that arrives.
    place: Signal<Local, Bits<N>>,
    legality: Legality<N, BANKS, BANK> = Legality::new(),
    rows_open: Rows<BANKS, BANK, ROW> = Rows::new(),
    encoder: FirstSet<N, INDEX> = FirstSet::new(),
    /// Entries that take what is above them.
    moves: Upward<N, INDEX> = Upward::new(),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, writes, hits);
        clock!(self, clock, rows_open);
        self.valid.reset.next = self.reset.val();
        self.rows_open.reset.next = self.reset.val();
        for i in 0..N {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].d.next = self.banks[i].q.val();
            self.rows[i].clock.next = self.clock.val();
            self.rows[i].d.next = self.rows[i].q.val();
            self.payload[i].clock.next = self.clock.val();
            self.payload[i].d.next = self.payload[i].q.val();
        }

        comment!("What the entries of the bank wait for that a command went to: one comparator an entry, with the row that was opened last.");
        self.of_bank.next = 0.into();
        self.next_hits.next = self.hits.q.val();
        if self.rows_open.served.val() {
            for i in 0..N {
                self.of_bank.next = self
                    .of_bank
                    .val()
                    .replace_bit(i, self.banks[i].q.val() == self.rows_open.served_bank.val());
            }
        }
        if self.rows_open.changed.val() {
            self.next_hits.next = self.hits.q.val() & (!self.of_bank.val());
            if self.rows_open.opened.val() {
                for i in 0..N {
                    if self.of_bank.val().get_bit(i) {
                        self.next_hits.next = self
                            .next_hits
                            .val()
                            .replace_bit(i, self.rows[i].q.val() == self.rows_open.served_row.val());
                    }
                }
            }
        }
        self.left.next = self.of_bank.val() & self.valid.q.val();
        self.rows_open.left_misses.next = (self.left.val() & (!self.next_hits.val())).any();
        self.rows_open.left_reads.next =
            ((self.left.val() & self.next_hits.val()) & (!self.writes.q.val())).any();
        self.rows_open.left_writes.next =
            ((self.left.val() & self.next_hits.val()) & self.writes.q.val()).any();
        self.legality.valid.next = self.valid.q.val();
        self.legality.hits.next = self.hits.q.val();
        self.legality.urgent.next = 0.into();
        self.legality.only_urgent.next = false;
        self.legality.writes.next = self.writes.q.val();
        for i in 0..N {
            self.legality.banks[i].next = self.banks[i].q.val();
        }
        self.legality.miss_ok.next = self.rows_open.miss_ok.val();
        self.legality.rd_ok.next = self.rows_open.read_ok.val();
        self.legality.wr_ok.next = self.rows_open.write_ok.val();

        comment!("Hits first, then the first in order.");
        self.eligible_hits.next = self.legality.eligible.val() & self.hits.q.val();
        self.served_hit.next = self.eligible_hits.val().any();
        self.candidates.next = self.legality.eligible.val();
        if self.served_hit.val() {
            self.candidates.next = self.eligible_hits.val();
        }
        self.encoder.requests.next = self.candidates.val();
        self.moves.bits.next = self.candidates.val();
        self.winner.next = self.encoder.index.val();
        self.serve.next = self.legality.eligible.val().any();
        self.hit.next = self.served_hit.val();
        self.wr.next = (self.encoder.first.val() & self.writes.q.val()).any();
        self.served_bank.next = self.banks[self.winner.val().index()].q.val();
        self.served_row.next = self.rows[self.winner.val().index()].q.val();
        self.bank.next = self.served_bank.val();
        self.row.next = self.served_row.val();
        self.rest.next = self.payload[self.winner.val().index()].q.val();

        self.rows_open.open.next = self.open.val();
        for b in 0..BANKS {
            self.rows_open.open_row[b].next = self.open_row[b].val();
        }
        self.rows_open.pre_ok.next = self.pre_ok.val();
        self.rows_open.act_ok.next = self.act_ok.val();
        self.rows_open.rd_ok.next = self.rd_ok.val();
        self.rows_open.wr_ok.next = self.wr_ok.val();
        self.rows_open.insert.next = self.insert.val();
        self.rows_open.insert_wr.next = self.insert_wr.val();
        self.rows_open.insert_bank.next = self.insert_bank.val();
        self.rows_open.insert_row.next = self.insert_row.val();
        self.rows_open.serve.next = self.legality.eligible.val().any();
        self.rows_open.hit.next = self.served_hit.val();
        self.rows_open.bank.next = self.served_bank.val();
        self.rows_open.row.next = self.served_row.val();
        self.rows_open.only_urgent.next = false;

        comment!("The entries from the served one on move down; a new request goes behind the last one.");
        self.remove.next = self.served_hit.val();
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
        self.moved_hits.next = self.next_hits.val();
        if self.remove.val() {
            self.moved.next = (self.writes.q.val() & (!self.moves.from.val()))
                | ((self.writes.q.val() >> 1) & self.moves.from.val());
            self.moved_hits.next = (self.next_hits.val() & (!self.moves.from.val()))
                | ((self.next_hits.val() >> 1) & self.moves.from.val());
        }
        self.writes.d.next = self.moved.val();
        self.hits.d.next = self.moved_hits.val();
        if self.insert.val() {
            self.writes.d.next = self.moved.val() & (!self.place.val());
            if self.insert_wr.val() {
                self.writes.d.next = self.moved.val() | self.place.val();
            }
            self.hits.d.next = self.moved_hits.val() & (!self.place.val());
            if self.rows_open.insert_hit.val() {
                self.hits.d.next = self.moved_hits.val() | self.place.val();
            }
        }
        if self.remove.val() {
            for i in 0..(N - 1) {
                if self.moves.from.val().get_bit(i) {
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
