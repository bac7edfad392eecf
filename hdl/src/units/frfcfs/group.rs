// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::Dff;

block! {
    /// When the requests of some entries of the buffer came, their rows, and the rest of them, which no one compares: identification, source, column.
    /// Says them of the group's first entry, in the same cycle or in the next. So time stamps are compared with those of other groups only, which halves the depth of the choice.
    pub struct Group<SIZE, PLACE, ROW, REST, AGE> = "frfcfs_group"
        where PLACE = bits(SIZE);
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Store a request.
    pub insert: Signal<In, Bit>,
    /// Its place.
    pub insert_place: Signal<In, Bits<PLACE>>,
    /// Its row.
    pub insert_row: Signal<In, Bits<ROW>>,
    /// The rest of it.
    pub insert_rest: Signal<In, Bits<REST>>,
    /// Time.
    pub now: Signal<In, Bits<AGE>>,
    /// A row was opened in the cycle before.
    pub opened: Signal<In, Bit>,
    /// That row.
    pub opened_row: Signal<In, Bits<ROW>>,
    /// The entry of each group whose age is looked at in the next cycle.
    pub next_place: Signal<In, Bits<PLACE>>,
    /// The group has a first entry.
    pub some: Signal<In, Bit>,
    /// It, one-hot.
    pub first: Signal<In, Bits<SIZE>>,
    /// Entries of the row that was opened, in whatever bank.
    pub same_row: Signal<Out, Bits<SIZE>>,
    /// When the entry came whose age is looked at in the next cycle.
    pub scrubbed: Signal<Out, Bits<AGE>>,
    /// When the first entry came.
    pub since: Signal<Out, Bits<AGE>>,
    /// Its row.
    pub row: Signal<Out, Bits<ROW>>,
    /// The rest of it.
    pub rest: Signal<Out, Bits<REST>>,
    rows: Vec<Dff<Bits<ROW>>> = array(SIZE),
    /// Arrival time of each entry.
    arrived: Vec<Dff<Bits<AGE>>> = array(SIZE),
    payload: Vec<Dff<Bits<REST>>> = array(SIZE),
    /// Those of the first entry of the cycle before, for a choice in two cycles (decision S24).
    chosen_since: Dff<Bits<AGE>>,
    chosen_row: Dff<Bits<ROW>>,
    chosen_rest: Dff<Bits<REST>>,
    place: Signal<Local, Bits<PLACE>>,
    first_since: Signal<Local, Bits<AGE>>,
    first_row: Signal<Local, Bits<ROW>>,
    first_rest: Signal<Local, Bits<REST>>,
    two_cycles: Constant<Bit> = Constant::new(params.choice_cycles == 2),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, chosen_since, chosen_row, chosen_rest);
        for i in 0..SIZE {
            self.rows[i].clock.next = self.clock.val();
            self.rows[i].d.next = self.rows[i].q.val();
            self.arrived[i].clock.next = self.clock.val();
            self.arrived[i].d.next = self.arrived[i].q.val();
            self.payload[i].clock.next = self.clock.val();
            self.payload[i].d.next = self.payload[i].q.val();
        }
        if self.insert.val() {
            self.payload[self.insert_place.val().index()].d.next = self.insert_rest.val();
            for i in 0..SIZE {
                if self.insert_place.val() == i.to_bits() {
                    self.rows[i].d.next = self.insert_row.val();
                    self.arrived[i].d.next = self.now.val();
                }
            }
        }

        self.same_row.next = 0.into();
        if self.opened.val() {
            for i in 0..SIZE {
                self.same_row.next =
                    self.same_row.val().replace_bit(i, self.rows[i].q.val() == self.opened_row.val());
            }
        }
        self.scrubbed.next = self.arrived[self.next_place.val().index()].q.val();

        self.place.next = 0.into();
        self.first_since.next = 0.into();
        self.first_row.next = 0.into();
        comment!("A simulator is done with a group without a first entry at once.");
        if self.some.val() {
            for i in 0..SIZE {
                if self.first.val().get_bit(i) {
                    self.place.next = self.place.val() | i.to_bits();
                    self.first_since.next = self.first_since.val() | self.arrived[i].q.val();
                    self.first_row.next = self.first_row.val() | self.rows[i].q.val();
                }
            }
        }
        self.first_rest.next = self.payload[self.place.val().index()].q.val();

        comment!("Served in the same cycle, or in the next.");
        self.chosen_since.d.next = self.first_since.val();
        self.chosen_row.d.next = self.first_row.val();
        self.chosen_rest.d.next = self.first_rest.val();
        if self.two_cycles.val() {
            self.since.next = self.chosen_since.q.val();
            self.row.next = self.chosen_row.q.val();
            self.rest.next = self.chosen_rest.q.val();
        } else {
            self.since.next = self.first_since.val();
            self.row.next = self.first_row.val();
            self.rest.next = self.first_rest.val();
        }
    }
}
