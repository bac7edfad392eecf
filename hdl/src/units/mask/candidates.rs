// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, Upward};

block! {
    /// The silver or the normal queue of a DRAM channel (specification section 2.8): FR-FCFS among the requests whose bank takes one. They are
    /// kept in the order of their arrival, the oldest at place 0, and those behind one that leaves move up, so no ages are compared: the
    /// first hit of an open row and the first request at all are looked for at the same time. What is kept is a plane for each bit of a
    /// request, with a bit for every place, so that one operation on words compares, chooses or moves all places. A request is
    /// `REST`, row, and lowest its bank.
    pub struct Candidates<N, PLACE, COUNT, BANKS, BANK, ROW, REST, REQUEST> = "mask_candidates"
        where PLACE = bits(N), COUNT = clog2(N + 1), BANK = clog2(BANKS), REQUEST = BANK + ROW + REST;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Store a request; must be low while the queue is full.
    pub insert: Signal<In, Bit>,
    /// That request.
    pub request: Signal<In, Bits<REQUEST>>,
    /// Banks that take a request in this cycle.
    pub ready: Signal<In, Bits<BANKS>>,
    /// Banks with an open row, and that row.
    pub open: Signal<In, Bits<BANKS>>,
    pub open_row: Vec<Signal<In, Bits<ROW>>> = array(BANKS),
    /// The request that `chosen` offers leaves.
    pub take: Signal<In, Bit>,
    /// There is a request whose bank takes one.
    pub some: Signal<Out, Bit>,
    /// The one that goes first; 0 without.
    pub chosen: Signal<Out, Bits<REQUEST>>,
    /// Requests, and whether there is no place for another.
    pub count: Signal<Out, Bits<COUNT>>,
    pub full: Signal<Out, Bit>,
    waiting: DffR<Bits<COUNT>>,
    /// Places in use, always the lowest ones; what others hold means nothing.
    used: DffR<Bits<N>>,
    plane: Vec<Dff<Bits<N>>> = array(REQUEST),
    number: Signal<Local, Bits<BANK>>,
    /// Requests of a bank.
    of_bank: Signal<Local, Bits<N>>,
    /// Each bit of the open row of each request's bank.
    row: Vec<Signal<Local, Bits<N>>> = array(ROW),
    differ: Signal<Local, Bits<N>>,
    /// Requests whose bank takes one, and those of them whose row is open.
    any: Signal<Local, Bits<N>>,
    hits: Signal<Local, Bits<N>>,
    from_any: Upward<N, PLACE> = Upward::new(),
    from_hit: Upward<N, PLACE> = Upward::new(),
    /// The place of the one that goes first and all places behind it; that place.
    behind: Signal<Local, Bits<N>>,
    pick: Signal<Local, Bits<N>>,
    word: Signal<Local, Bits<REQUEST>>,
    /// Places in use after a request has left, and those of them whose request stays or comes from the next place.
    kept: Signal<Local, Bits<N>>,
    stay: Signal<Local, Bits<N>>,
    follow: Signal<Local, Bits<N>>,
    fresh: Signal<Local, Bits<N>>,
    row_at: Constant<Bits<32>> = Constant::new((BANK as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, waiting, used);
        self.waiting.reset.next = self.reset.val();
        self.used.reset.next = self.reset.val();
        for w in 0..REQUEST {
            self.plane[w].clock.next = self.clock.val();
            self.plane[w].d.next = self.plane[w].q.val();
        }

        comment!("Requests whose bank takes one, and whether its open row is theirs.");
        self.any.next = 0.into();
        self.hits.next = 0.into();
        self.number.next = 0.into();
        self.of_bank.next = 0.into();
        self.differ.next = 0.into();
        for r in 0..ROW {
            self.row[r].next = 0.into();
        }
        if self.used.q.val().get_bit(0) {
            for b in 0..BANKS {
                self.number.next = b.to_bits();
                self.of_bank.next = self.used.q.val();
                for w in 0..BANK {
                    if self.number.val().get_bit(w) {
                        self.of_bank.next = self.of_bank.val() & self.plane[w].q.val();
                    } else {
                        self.of_bank.next = self.of_bank.val() & (!self.plane[w].q.val());
                    }
                }
                if self.ready.val().get_bit(b) {
                    self.any.next = self.any.val() | self.of_bank.val();
                }
                if self.open.val().get_bit(b) {
                    self.hits.next = self.hits.val() | self.of_bank.val();
                }
                for r in 0..ROW {
                    if self.open_row[b].val().get_bit(r) {
                        self.row[r].next = self.row[r].val() | self.of_bank.val();
                    }
                }
            }
            for r in 0..ROW {
                self.differ.next = self.differ.val() | (self.row[r].val() ^ self.plane[r + self.row_at.val().index()].q.val());
            }
            self.hits.next = (self.any.val() & self.hits.val()) & (!self.differ.val());
        }

        comment!("The first hit, else the first.");
        self.some.next = self.any.val().any();
        self.from_any.bits.next = self.any.val();
        self.from_hit.bits.next = self.hits.val();
        self.behind.next = self.from_any.from.val();
        if self.hits.val().any() {
            self.behind.next = self.from_hit.from.val();
        }
        self.pick.next = self.behind.val() & (!(self.behind.val() << 1));
        self.word.next = 0.into();
        if self.used.q.val().get_bit(0) {
            for w in 0..REQUEST {
                self.word.next =
                    self.word.val().replace_bit(w, (self.plane[w].q.val() & self.pick.val()).any());
            }
        }
        self.chosen.next = self.word.val();

        comment!("Those behind it move up; every place behind the last one in use takes what arrives.");
        self.kept.next = self.used.q.val();
        self.follow.next = 0.into();
        if self.take.val() {
            self.kept.next = self.used.q.val() >> 1;
            self.follow.next = (self.used.q.val() >> 1) & self.behind.val();
        }
        self.stay.next = self.kept.val() & (!self.follow.val());
        self.used.d.next = self.kept.val();
        if self.insert.val() {
            self.used.d.next = (self.kept.val() << 1) | 1;
        }
        self.fresh.next = 0.into();
        for w in 0..REQUEST {
            self.fresh.next = 0.into();
            if self.request.val().get_bit(w) {
                self.fresh.next = !self.kept.val();
            }
            if self.insert.val() || self.take.val() {
                self.plane[w].d.next = (self.fresh.val() | (self.plane[w].q.val() & self.stay.val()))
                    | ((self.plane[w].q.val() >> 1) & self.follow.val());
            }
        }

        if self.insert.val() && !self.take.val() {
            self.waiting.d.next = self.waiting.q.val() + 1;
        }
        if self.take.val() && !self.insert.val() {
            self.waiting.d.next = self.waiting.q.val() - 1;
        }
        self.count.next = self.waiting.q.val();
        self.full.next = self.used.q.val().all();
    }
}
