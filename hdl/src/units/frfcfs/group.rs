// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::legality::Legality;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{AgeMatrix, Dff, DffR};

block! {
    /// Some entries of the request buffer with time stamps, and the first of them: a hit if it has one that may be served, and of these the oldest,
    /// by an age matrix, in the same cycle or for the next one. So time stamps are compared with those of other groups only, which halves the depth of the choice.
    /// `REST` is what no one compares: identification, source, column.
    pub struct Group<SIZE, PLACE, BANKS, BANK, ROW, REST, AGE> = "frfcfs_group"
        where PLACE = bits(SIZE), BANK = clog2(BANKS);
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Entries that there are: the last group may have fewer.
    pub exists: Signal<In, Bits<SIZE>>,
    /// Store a request, into the lowest free entry.
    pub insert: Signal<In, Bit>,
    /// It is a write.
    pub insert_wr: Signal<In, Bit>,
    /// Its row is open.
    pub insert_hit: Signal<In, Bit>,
    /// Its bank.
    pub insert_bank: Signal<In, Bits<BANK>>,
    /// Its row.
    pub insert_row: Signal<In, Bits<ROW>>,
    /// The rest of it.
    pub insert_rest: Signal<In, Bits<REST>>,
    /// Time.
    pub now: Signal<In, Bits<AGE>>,
    /// The row of a bank was opened or closed in the cycle before.
    pub changed: Signal<In, Bit>,
    /// It was opened.
    pub opened: Signal<In, Bit>,
    /// That bank.
    pub changed_bank: Signal<In, Bits<BANK>>,
    /// That row.
    pub changed_row: Signal<In, Bits<ROW>>,
    /// Banks whose row may be closed or opened.
    pub miss_ok: Signal<In, Bits<BANKS>>,
    /// Banks that RD may go to.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks that WR may go to.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// Some entry of the buffer is urgent: no other is considered.
    pub only_urgent: Signal<In, Bit>,
    /// The entry of each group whose age is looked at.
    pub scrub: Signal<In, Bits<PLACE>>,
    /// That of the next cycle.
    pub next_scrub: Signal<In, Bits<PLACE>>,
    /// That of this group is too old.
    pub overdue: Signal<In, Bit>,
    /// The first entry is served and leaves.
    pub leave: Signal<In, Bit>,
    /// An entry of some group is served; if the choice takes two cycles none is chosen meanwhile.
    pub serve: Signal<In, Bit>,
    /// An entry is free.
    pub room: Signal<Out, Bit>,
    /// When the entry that is looked at in the next cycle came, and whether there is one.
    pub scrubbed: Signal<Out, Bits<AGE>>,
    pub scrubs: Signal<Out, Bit>,
    /// Banks for which an entry has a hit.
    pub bank_hits: Signal<Out, Bits<BANKS>>,
    /// Some entry will be urgent in the next cycle.
    pub urgent_next: Signal<Out, Bit>,
    /// Some entry could be served.
    pub some: Signal<Out, Bit>,
    /// The row of the first one is open.
    pub hit: Signal<Out, Bit>,
    /// It is a write.
    pub wr: Signal<Out, Bit>,
    /// When it came.
    pub since: Signal<Out, Bits<AGE>>,
    /// Its bank.
    pub bank: Signal<Out, Bits<BANK>>,
    /// Its row.
    pub row: Signal<Out, Bits<ROW>>,
    /// The rest of it.
    pub rest: Signal<Out, Bits<REST>>,
    valid: DffR<Bits<SIZE>>,
    /// Entries that are in use, with all those below them, or that there are not: known a cycle before, so that a place is found at once.
    filled: DffR<Bits<SIZE>>,
    /// Entries that wait too long; of free ones without meaning.
    urgent: DffR<Bits<SIZE>>,
    /// Entries whose row is open.
    hits: Dff<Bits<SIZE>>,
    writes: Dff<Bits<SIZE>>,
    banks: Vec<Dff<Bits<BANK>>> = array(SIZE),
    rows: Vec<Dff<Bits<ROW>>> = array(SIZE),
    /// Arrival time of each entry.
    arrived: Vec<Dff<Bits<AGE>>> = array(SIZE),
    payload: Vec<Dff<Bits<REST>>> = array(SIZE),
    /// The first entry of the cycle before, for a choice in two cycles (decision S24).
    waits: DffR<Bit>,
    chosen: Dff<Bits<SIZE>>,
    chosen_hit: Dff<Bit>,
    chosen_wr: Dff<Bit>,
    chosen_since: Dff<Bits<AGE>>,
    chosen_bank: Dff<Bits<BANK>>,
    chosen_row: Dff<Bits<ROW>>,
    chosen_rest: Dff<Bits<REST>>,
    stored: Signal<Local, Bits<SIZE>>,
    kept: Signal<Local, Bits<SIZE>>,
    /// The lowest free entry, and its number.
    free: Signal<Local, Bits<SIZE>>,
    free_place: Signal<Local, Bits<PLACE>>,
    late: Signal<Local, Bits<SIZE>>,
    next_urgent: Signal<Local, Bits<SIZE>>,
    next_hits: Signal<Local, Bits<SIZE>>,
    eligible_hits: Signal<Local, Bits<SIZE>>,
    candidates: Signal<Local, Bits<SIZE>>,
    first: Signal<Local, Bits<SIZE>>,
    place: Signal<Local, Bits<PLACE>>,
    first_since: Signal<Local, Bits<AGE>>,
    first_bank: Signal<Local, Bits<BANK>>,
    first_row: Signal<Local, Bits<ROW>>,
    first_rest: Signal<Local, Bits<REST>>,
    first_some: Signal<Local, Bit>,
    first_hit: Signal<Local, Bit>,
    first_wr: Signal<Local, Bit>,
    /// The entry that leaves if it is served.
    leaving: Signal<Local, Bits<SIZE>>,
    /// Entries in use with the one that comes, and those that there are not; `filled` with it, before the first one leaves.
    taken: Signal<Local, Bits<SIZE>>,
    filled_if_it_stays: Signal<Local, Bits<SIZE>>,
    legality: Legality<SIZE, BANKS, BANK> = Legality::new(),
    order: AgeMatrix<SIZE> = AgeMatrix::new(),
    one: Constant<Bits<SIZE>> = Constant::new(1.into()),
    two_cycles: Constant<Bit> = Constant::new(params.choice_cycles == 2),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, filled, urgent, hits, writes, waits);
        clock!(self, clock, order, chosen, chosen_hit, chosen_wr, chosen_since, chosen_bank, chosen_row, chosen_rest);
        self.valid.reset.next = self.reset.val();
        self.filled.reset.next = self.reset.val();
        self.urgent.reset.next = self.reset.val();
        self.waits.reset.next = self.reset.val();
        self.order.reset.next = self.reset.val();
        for i in 0..SIZE {
            self.banks[i].clock.next = self.clock.val();
            self.banks[i].d.next = self.banks[i].q.val();
            self.rows[i].clock.next = self.clock.val();
            self.rows[i].d.next = self.rows[i].q.val();
            self.arrived[i].clock.next = self.clock.val();
            self.arrived[i].d.next = self.arrived[i].q.val();
            self.payload[i].clock.next = self.clock.val();
            self.payload[i].d.next = self.payload[i].q.val();
        }

        self.free.next = (!self.filled.q.val()) & ((self.filled.q.val() << 1) | self.one.val());
        self.room.next = self.free.val().any();
        self.free_place.next = 0.into();
        if self.insert.val() {
            for i in 0..SIZE {
                if self.free.val().get_bit(i) {
                    self.free_place.next = self.free_place.val() | i.to_bits();
                }
            }
        }
        self.stored.next = 0.into();
        if self.insert.val() {
            self.stored.next = self.free.val();
        }
        if self.insert.val() {
            self.payload[self.free_place.val().index()].d.next = self.insert_rest.val();
        }
        if self.insert.val() {
            for i in 0..SIZE {
                if self.stored.val().get_bit(i) {
                    self.banks[i].d.next = self.insert_bank.val();
                    self.rows[i].d.next = self.insert_row.val();
                    self.arrived[i].d.next = self.now.val();
                }
            }
        }
        if self.insert.val() {
            self.writes.d.next = self.writes.q.val() & (!self.free.val());
            if self.insert_wr.val() {
                self.writes.d.next = self.writes.q.val() | self.free.val();
            }
        }

        comment!("One comparator an entry: with the row that was opened last.");
        self.next_hits.next = self.hits.q.val();
        if self.changed.val() {
            for i in 0..SIZE {
                if self.banks[i].q.val() == self.changed_bank.val() {
                    self.next_hits.next = self.next_hits.val().replace_bit(
                        i,
                        self.opened.val() && (self.rows[i].q.val() == self.changed_row.val()),
                    );
                }
            }
        }
        self.hits.d.next = self.next_hits.val();
        if self.insert.val() {
            self.hits.d.next = self.next_hits.val() & (!self.free.val());
            if self.insert_hit.val() {
                self.hits.d.next = self.next_hits.val() | self.free.val();
            }
        }

        self.legality.valid.next = self.valid.q.val();
        self.legality.hits.next = self.hits.q.val();
        self.legality.urgent.next = self.urgent.q.val();
        self.legality.only_urgent.next = self.only_urgent.val();
        self.legality.writes.next = self.writes.q.val();
        for i in 0..SIZE {
            self.legality.banks[i].next = self.banks[i].q.val();
        }
        self.legality.miss_ok.next = self.miss_ok.val();
        self.legality.rd_ok.next = self.rd_ok.val();
        self.legality.wr_ok.next = self.wr_ok.val();
        self.bank_hits.next = self.legality.bank_hits.val();

        comment!("Hits first, then the oldest.");
        self.eligible_hits.next = self.legality.eligible.val() & self.hits.q.val();
        self.candidates.next = self.legality.eligible.val();
        if self.eligible_hits.val().any() {
            self.candidates.next = self.eligible_hits.val();
        }
        self.order.launch.next = self.stored.val();
        self.order.candidates.next = self.candidates.val();
        self.order.youngest.next = false;
        self.first.next = self.order.pick.val();
        self.first_some.next = self.legality.eligible.val().any();
        self.first_hit.next = self.eligible_hits.val().any();
        self.place.next = 0.into();
        self.first_since.next = 0.into();
        self.first_bank.next = 0.into();
        self.first_row.next = 0.into();
        self.first_wr.next = false;
        comment!("A simulator is done with a group without candidates at once.");
        if self.first_some.val() {
            for i in 0..SIZE {
                if self.first.val().get_bit(i) {
                    self.place.next = self.place.val() | i.to_bits();
                    self.first_since.next = self.first_since.val() | self.arrived[i].q.val();
                    self.first_bank.next = self.first_bank.val() | self.banks[i].q.val();
                    self.first_row.next = self.first_row.val() | self.rows[i].q.val();
                    self.first_wr.next = self.first_wr.val() || self.writes.q.val().get_bit(i);
                }
            }
        }
        self.first_rest.next = self.payload[self.place.val().index()].q.val();

        comment!("Served in the same cycle, or in the next.");
        self.waits.d.next = self.first_some.val() && !self.serve.val();
        self.chosen.d.next = self.first.val();
        self.chosen_hit.d.next = self.first_hit.val();
        self.chosen_wr.d.next = self.first_wr.val();
        self.chosen_since.d.next = self.first_since.val();
        self.chosen_bank.d.next = self.first_bank.val();
        self.chosen_row.d.next = self.first_row.val();
        self.chosen_rest.d.next = self.first_rest.val();
        if self.two_cycles.val() {
            self.some.next = self.waits.q.val();
            self.hit.next = self.waits.q.val() && self.chosen_hit.q.val();
            self.wr.next = self.chosen_wr.q.val();
            self.since.next = self.chosen_since.q.val();
            self.bank.next = self.chosen_bank.q.val();
            self.row.next = self.chosen_row.q.val();
            self.rest.next = self.chosen_rest.q.val();
            self.leaving.next = self.chosen.q.val();
        } else {
            self.some.next = self.first_some.val();
            self.hit.next = self.first_hit.val();
            self.wr.next = self.first_wr.val();
            self.since.next = self.first_since.val();
            self.bank.next = self.first_bank.val();
            self.row.next = self.first_row.val();
            self.rest.next = self.first_rest.val();
            self.leaving.next = self.first.val();
        }
        self.kept.next = self.valid.q.val() & (!self.leaving.val());
        self.valid.d.next = self.valid.q.val() | self.stored.val();
        if self.leave.val() {
            self.valid.d.next = self.kept.val() | self.stored.val();
        }
        comment!("With a request that comes, all below the lowest zero are filled, which adding 1 carries to; from one that leaves on none is.");
        self.taken.next = 0.into();
        self.filled_if_it_stays.next = self.filled.q.val();
        if self.insert.val() {
            self.taken.next = (self.valid.q.val() | self.stored.val()) | (!self.exists.val());
            self.filled_if_it_stays.next = self.taken.val() & (!(self.taken.val() + 1));
        }
        self.filled.d.next = self.filled_if_it_stays.val();
        if self.leave.val() {
            self.filled.d.next = self.filled_if_it_stays.val() & (self.leaving.val() - 1);
        }

        comment!("The scrubber looks at one entry a cycle, before its age could wrap (S17).");
        self.scrubbed.next = self.arrived[self.next_scrub.val().index()].q.val();
        self.scrubs.next = self.valid.q.val().get_bit(self.next_scrub.val().index());
        self.late.next = 0.into();
        if self.overdue.val() {
            self.late.next = (self.one.val() << self.scrub.val()) & self.valid.q.val();
        }
        self.next_urgent.next = self.urgent.q.val() | self.late.val();
        self.urgent.d.next = self.next_urgent.val() & (!self.stored.val());
        self.urgent_next.next = false;
        if self.next_urgent.val().any() {
            self.urgent_next.next = (self.next_urgent.val() & self.valid.q.val()).any();
            if self.leave.val() {
                self.urgent_next.next = (self.next_urgent.val() & self.kept.val()).any();
            }
        }
    }
}
