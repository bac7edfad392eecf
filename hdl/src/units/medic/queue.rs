// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::arrivals::Arrivals;
use super::oldest::Oldest;
use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// One of the two request queues of MeDiC's memory controller (specification section 2.6): FR-FCFS, row hits first, then the oldest.
    /// Each entry knows whether the row that was last opened in its bank is its own; it learns of an ACT a cycle late, when neither RD, WR nor
    /// PRE may follow yet. What entries make of the banks stands in registers too, which learn a cycle late that one has left, when no
    /// command of its bank may follow (decision P4). Arrival is kept as a matrix, so no ages are compared.
    /// `REST` is what no one looks at: identification and column.
    pub struct Queue<N, INDEX, BANKS, BANK, ROW, REST> = "medic_queue" where INDEX = bits(N), BANK = clog2(BANKS);
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Store a request; must be low while the queue is full.
    pub insert: Signal<In, Bit>,
    /// It is a write.
    pub insert_wr: Signal<In, Bit>,
    /// Its bank.
    pub insert_bank: Signal<In, Bits<BANK>>,
    /// Its row, and whether that is the one last opened in its bank.
    pub insert_row: Signal<In, Bits<ROW>>,
    pub insert_same: Signal<In, Bit>,
    /// The rest of it.
    pub insert_rest: Signal<In, Bits<REST>>,
    /// An ACT was issued in the cycle before.
    pub opened: Signal<In, Bit>,
    /// Its bank and row.
    pub opened_bank: Signal<In, Bits<BANK>>,
    pub opened_row: Signal<In, Bits<ROW>>,
    /// Banks with an open row.
    pub open: Signal<In, Bits<BANKS>>,
    /// Banks whose row may be closed or, if none is open, opened.
    pub miss_ok: Signal<In, Bits<BANKS>>,
    /// Banks with an open row that RD may go to.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks with an open row that WR may go to.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// Banks that are left to others.
    pub blocked: Signal<In, Bits<BANKS>>,
    /// RD and WR are left to others.
    pub column_blocked: Signal<In, Bit>,
    /// The entry that has waited too long, one-hot, if any (P22).
    pub starved: Signal<In, Bits<N>>,
    /// The entry that `serve` offers is served.
    pub take: Signal<In, Bit>,
    /// Entries in use.
    pub used: Signal<Out, Bits<N>>,
    /// For each entry those above it that have arrived after it.
    pub younger: Vec<Signal<Out, Bits<N>>> = array(N),
    /// The entry that leaves, one-hot, if any.
    pub removed: Signal<Out, Bits<N>>,
    /// All entries are in use.
    pub full: Signal<Out, Bit>,
    /// Banks that entries wait for.
    pub wanted: Signal<Out, Bits<BANKS>>,
    /// The bank of the starved entry, one-hot, and whether it needs RD or WR.
    pub starved_bank: Signal<Out, Bits<BANKS>>,
    pub starved_column: Signal<Out, Bit>,
    /// The command of an entry may be issued.
    pub serve: Signal<Out, Bit>,
    /// The entry is the starved one.
    pub urgent: Signal<Out, Bit>,
    /// Its row is open.
    pub hit: Signal<Out, Bit>,
    /// Its bank is closed.
    pub closed: Signal<Out, Bit>,
    /// It is a write.
    pub wr: Signal<Out, Bit>,
    /// Its bank, row, and the rest of it.
    pub bank: Signal<Out, Bits<BANK>>,
    pub row: Signal<Out, Bits<ROW>>,
    pub rest: Signal<Out, Bits<REST>>,
    valid: DffR<Bits<N>>,
    writes: Dff<Bits<N>>,
    /// Entries whose row was last opened in their bank, but for an ACT of the cycle before.
    same: Dff<Bits<N>>,
    /// There are entries, or were a cycle ago.
    busy: DffR<Bit>,
    /// An entry has left in the cycle before.
    left: DffR<Bit>,
    /// Banks that entries wait for, or did a cycle ago, and those whose last row such an entry has.
    waits: DffR<Bits<BANKS>>,
    has_same: DffR<Bits<BANKS>>,
    banks: Vec<Dff<Bits<BANK>>> = array(N),
    rows: Vec<Dff<Bits<ROW>>> = array(N),
    payload: Vec<Dff<Bits<REST>>> = array(N),
    enter: Signal<Local, Bits<N>>,
    leave: Signal<Local, Bits<N>>,
    /// `same` with that ACT.
    same_now: Signal<Local, Bits<N>>,
    same_next: Signal<Local, Bits<N>>,
    next_waits: Signal<Local, Bits<BANKS>>,
    next_has_same: Signal<Local, Bits<BANKS>>,
    /// Bank of the starved entry.
    starves: Signal<Local, Bits<BANKS>>,
    starved_same: Signal<Local, Bit>,
    /// The starved entry needs RD or WR.
    starves_column: Signal<Local, Bit>,
    /// Banks in which commands of each kind may be issued.
    rd_go: Signal<Local, Bits<BANKS>>,
    wr_go: Signal<Local, Bits<BANKS>>,
    miss_go: Signal<Local, Bits<BANKS>>,
    /// Entries in a bank with an open row.
    in_open: Signal<Local, Bits<N>>,
    /// Entries whose RD or WR, whose ACT or PRE may be issued, and the starved one if its command may.
    columns: Signal<Local, Bits<N>>,
    others: Signal<Local, Bits<N>>,
    first: Signal<Local, Bits<N>>,
    place: Signal<Local, Bits<BANK>>,
    starved_place: Signal<Local, Bits<BANK>>,
    candidates: Signal<Local, Bits<N>>,
    is_hit: Signal<Local, Bit>,
    /// What of the entry at hand stands in the result: its own if it is the chosen one, else 0.
    chosen_bank: Signal<Local, Bits<BANK>>,
    chosen_row: Signal<Local, Bits<ROW>>,
    chosen_rest: Signal<Local, Bits<REST>>,
    any_bank: Signal<Local, Bits<BANK>>,
    any_row: Signal<Local, Bits<ROW>>,
    any_rest: Signal<Local, Bits<REST>>,
    /// Which entry is free stands in one bit of many.
    unused: Signal<Local, Bit>,
    arrivals: Arrivals<N> = Arrivals::new(),
    oldest: Oldest<N> = Oldest::new(),
    lowest: FirstSet<N, INDEX> = FirstSet::new(),
    one: Constant<Bits<BANKS>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, writes);
        clock!(self, clock, same, busy, left, waits, has_same, arrivals);
        self.valid.reset.next = self.reset.val();
        self.busy.reset.next = self.reset.val();
        self.left.reset.next = self.reset.val();
        self.waits.reset.next = self.reset.val();
        self.has_same.reset.next = self.reset.val();
        self.arrivals.reset.next = self.reset.val();
        for i in 0..N {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].d.next = self.banks[i].q.val();
            self.rows[i].clock.next = self.clock.val();
            self.rows[i].d.next = self.rows[i].q.val();
            self.payload[i].clock.next = self.clock.val();
            self.payload[i].d.next = self.payload[i].q.val();
        }
        self.used.next = self.valid.q.val();
        self.full.next = self.valid.q.val().all();

        comment!("A request goes into the lowest free entry.");
        self.lowest.requests.next = !self.valid.q.val();
        self.unused.next = self.lowest.index.val().any();
        self.enter.next = 0.into();
        if self.insert.val() {
            self.enter.next = self.lowest.first.val();
        }
        self.busy.d.next = self.insert.val() || self.valid.q.val().any();
        self.arrivals.inserted.next = self.enter.val();
        for i in 0..N {
            self.younger[i].next = self.arrivals.younger[i].val();
        }
        if self.insert.val() {
            self.writes.d.next = self.writes.q.val() & (!self.enter.val());
            if self.insert_wr.val() {
                self.writes.d.next = self.writes.q.val() | self.enter.val();
            }
        }
        if self.insert.val() {
            for i in 0..N {
                if self.enter.val().get_bit(i) {
                    self.banks[i].d.next = self.insert_bank.val();
                    self.rows[i].d.next = self.insert_row.val();
                    self.payload[i].d.next = self.insert_rest.val();
                }
            }
        }

        comment!("An ACT changes which entries of its bank have the open row.");
        self.same_now.next = self.same.q.val();
        if self.opened.val() {
            for i in 0..N {
                if self.banks[i].q.val() == self.opened_bank.val() {
                    self.same_now.next = self
                        .same_now
                        .val()
                        .replace_bit(i, self.rows[i].q.val() == self.opened_row.val());
                }
            }
        }
        self.same_next.next = self.same_now.val();
        if self.insert.val() {
            self.same_next.next = self.same_now.val() & (!self.enter.val());
            if self.insert_same.val() {
                self.same_next.next = self.same_now.val() | self.enter.val();
            }
        }
        self.same.d.next = self.same_next.val();

        comment!("What entries make of the banks: an OR over all; it is associative, so synthesis balances it.");
        comment!("It is another one only if an entry comes, or has left, or after an ACT.");
        self.next_waits.next = self.waits.q.val();
        self.next_has_same.next = self.has_same.q.val();
        if self.left.q.val() || self.opened.val() {
            self.next_waits.next = 0.into();
            self.next_has_same.next = 0.into();
            for i in 0..N {
                if self.valid.q.val().get_bit(i) {
                    self.next_waits.next = self.next_waits.val() | (self.one.val() << self.banks[i].q.val());
                    if self.same_now.val().get_bit(i) {
                        self.next_has_same.next =
                            self.next_has_same.val() | (self.one.val() << self.banks[i].q.val());
                    }
                }
            }
        }
        if self.insert.val() {
            self.next_waits.next = self.next_waits.val() | (self.one.val() << self.insert_bank.val());
            if self.insert_same.val() {
                self.next_has_same.next =
                    self.next_has_same.val() | (self.one.val() << self.insert_bank.val());
            }
        }
        self.waits.d.next = self.next_waits.val();
        self.has_same.d.next = self.next_has_same.val();
        self.wanted.next = self.waits.q.val();

        comment!("The bank of the starved entry, and whether it hits the open row.");
        self.starves.next = 0.into();
        self.starved_same.next = false;
        if self.starved.val().any() {
            for i in 0..N {
                if self.starved.val().get_bit(i) {
                    self.starves.next = self.starves.val() | (self.one.val() << self.banks[i].q.val());
                }
            }
            self.starved_same.next = (self.starved.val() & self.same_now.val()).any();
        }
        self.starves_column.next =
            self.starved_same.val() && (self.starves.val() & self.open.val()).any();
        self.starved_bank.next = self.starves.val();
        self.starved_column.next = self.starves_column.val();

        comment!("Banks whose commands may be issued. A row that some entry hits is not closed for another.");
        self.rd_go.next = (self.rd_ok.val() & (!self.blocked.val())) & (!self.starves.val());
        self.wr_go.next = (self.wr_ok.val() & (!self.blocked.val())) & (!self.starves.val());
        if self.column_blocked.val() || self.starves_column.val() {
            self.rd_go.next = 0.into();
            self.wr_go.next = 0.into();
        }
        self.miss_go.next = ((self.miss_ok.val() & (!(self.has_same.q.val() & self.open.val())))
            & (!self.blocked.val()))
            & (!self.starves.val());

        comment!("Entries whose command may be issued; a miss has no entry that hits beside it.");
        self.in_open.next = 0.into();
        self.columns.next = 0.into();
        self.others.next = 0.into();
        self.place.next = 0.into();
        if self.busy.q.val() {
            for i in 0..N {
                self.place.next = self.banks[i].q.val();
                self.in_open.next =
                    self.in_open.val().replace_bit(i, self.open.val().get_bit(self.place.val().index()));
                if self.writes.q.val().get_bit(i) {
                    self.columns.next =
                        self.columns.val().replace_bit(i, self.wr_go.val().get_bit(self.place.val().index()));
                } else {
                    self.columns.next =
                        self.columns.val().replace_bit(i, self.rd_go.val().get_bit(self.place.val().index()));
                }
                self.others.next =
                    self.others.val().replace_bit(i, self.miss_go.val().get_bit(self.place.val().index()));
            }
        }

        comment!("The starved one minds nothing but the timing.");
        self.first.next = 0.into();
        self.starved_place.next = 0.into();
        if self.starved.val().any() {
            for i in 0..N {
                self.starved_place.next = self.banks[i].q.val();
                if !self.starves_column.val() {
                    self.first.next = self
                        .first
                        .val()
                        .replace_bit(i, self.miss_ok.val().get_bit(self.starved_place.val().index()));
                } else if self.writes.q.val().get_bit(i) {
                    self.first.next =
                        self.first.val().replace_bit(i, self.wr_ok.val().get_bit(self.starved_place.val().index()));
                } else {
                    self.first.next =
                        self.first.val().replace_bit(i, self.rd_ok.val().get_bit(self.starved_place.val().index()));
                }
            }
            self.first.next = self.first.val() & self.starved.val();
        }

        comment!("It comes first, then hits, then the oldest.");
        self.candidates.next =
            self.valid.q.val() & ((self.same.q.val() & self.columns.val()) | self.others.val());
        if self.first.val().any() {
            self.candidates.next = self.first.val();
        }
        self.oldest.enable.next = self.busy.q.val();
        for i in 0..N {
            self.oldest.younger[i].next = self.arrivals.younger[i].val();
        }
        self.oldest.better.next = self.same.q.val() & self.in_open.val();
        self.oldest.candidates.next = self.candidates.val();
        self.serve.next = self.candidates.val().any();
        self.urgent.next = self.first.val().any();
        self.is_hit.next = ((self.oldest.pick.val() & self.same.q.val()) & self.in_open.val()).any();
        self.hit.next = self.is_hit.val();
        self.closed.next = (self.oldest.pick.val() & (!self.in_open.val())).any();
        self.wr.next = (self.oldest.pick.val() & self.writes.q.val()).any();
        self.leave.next = 0.into();
        if self.take.val() && self.is_hit.val() {
            self.leave.next = self.oldest.pick.val();
        }
        self.left.d.next = self.take.val() && self.is_hit.val();
        self.removed.next = self.leave.val();
        self.valid.d.next = (self.valid.q.val() & (!self.leave.val())) | self.enter.val();

        comment!("The chosen entry: of each its own or 0, and an OR over all.");
        self.chosen_bank.next = 0.into();
        self.chosen_row.next = 0.into();
        self.chosen_rest.next = 0.into();
        self.any_bank.next = 0.into();
        self.any_row.next = 0.into();
        self.any_rest.next = 0.into();
        if self.candidates.val().any() {
            for i in 0..N {
                self.chosen_bank.next = 0.into();
                self.chosen_row.next = 0.into();
                self.chosen_rest.next = 0.into();
                if self.oldest.pick.val().get_bit(i) {
                    self.chosen_bank.next = self.banks[i].q.val();
                    self.chosen_row.next = self.rows[i].q.val();
                    self.chosen_rest.next = self.payload[i].q.val();
                }
                self.any_bank.next = self.any_bank.val() | self.chosen_bank.val();
                self.any_row.next = self.any_row.val() | self.chosen_row.val();
                self.any_rest.next = self.any_rest.val() | self.chosen_rest.val();
            }
        }
        self.bank.next = self.any_bank.val();
        self.row.next = self.any_row.val();
        self.rest.next = self.any_rest.val();
    }
}
