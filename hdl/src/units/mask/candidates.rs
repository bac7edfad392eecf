// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{DffR, FirstIndex, ShiftList, Upward};

block! {
    /// The silver or the normal queue of a DRAM channel (specification section 2.8): FR-FCFS among the requests whose bank takes one. They are
    /// kept in the order of their arrival, the oldest at place 0, so no ages are compared: the first hit of an open row and the
    /// first request at all are looked for at the same time. A request is `REST`, row, and lowest its bank.
    pub struct Candidates<N, INDEX, COUNT, BANKS, BANK, ROW, REST, REQUEST> = "mask_candidates"
        where INDEX = bits(N), COUNT = clog2(N + 1), BANK = clog2(BANKS), REQUEST = BANK + ROW + REST;
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
    /// The one that goes first.
    pub chosen: Signal<Out, Bits<REQUEST>>,
    /// Requests, and whether there is no place for another.
    pub count: Signal<Out, Bits<COUNT>>,
    pub full: Signal<Out, Bit>,
    waiting: DffR<Bits<COUNT>>,
    list: ShiftList<N, REQUEST> = ShiftList::new(),
    /// Of the banks that take one, those with an open row.
    rows_go: Signal<Local, Bits<BANKS>>,
    bank: Signal<Local, Bits<BANK>>,
    row: Signal<Local, Bits<ROW>>,
    /// Requests whose bank takes one, and those of them whose row is open.
    any: Signal<Local, Bits<N>>,
    hits: Signal<Local, Bits<N>>,
    candidates: Signal<Local, Bits<N>>,
    place: Signal<Local, Bits<INDEX>>,
    first_any: FirstIndex<N, INDEX> = FirstIndex::new(),
    first_hit: FirstIndex<N, INDEX> = FirstIndex::new(),
    behind: Upward<N, INDEX> = Upward::new(),
    unused: Signal<Local, Bit>,
    row_at: Constant<Bits<32>> = Constant::new((BANK as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, waiting);
        clock!(self, clock, list);
        self.waiting.reset.next = self.reset.val();
        self.list.reset.next = self.reset.val();

        comment!("A comparator at every place.");
        self.rows_go.next = self.ready.val() & self.open.val();
        self.any.next = 0.into();
        self.hits.next = 0.into();
        self.bank.next = 0.into();
        self.row.next = 0.into();
        if self.ready.val().any() {
            for i in 0..N {
                if self.list.used.val().get_bit(i) {
                    self.bank.next = self.list.words[i].val().get_bits::<BANK>(0);
                    self.row.next = self.list.words[i].val().get_bits::<ROW>(self.row_at.val().index());
                    self.any.next =
                        self.any.val().replace_bit(i, self.ready.val().get_bit(self.bank.val().index()));
                    self.hits.next = self.hits.val().replace_bit(
                        i,
                        self.rows_go.val().get_bit(self.bank.val().index())
                            && (self.open_row[self.bank.val().index()].val() == self.row.val()),
                    );
                }
            }
        }
        self.some.next = self.any.val().any();
        self.first_any.requests.next = self.any.val();
        self.first_hit.requests.next = self.hits.val();
        self.candidates.next = self.any.val();
        self.place.next = self.first_any.index.val();
        if self.hits.val().any() {
            self.candidates.next = self.hits.val();
            self.place.next = self.first_hit.index.val();
        }
        self.chosen.next = self.list.words[self.place.val().index()].val();

        self.behind.bits.next = self.candidates.val();
        self.list.clear.next = false;
        self.list.take.next = self.take.val();
        self.list.up.next = self.behind.from.val();
        self.list.offer.next = self.insert.val();
        self.list.push.next = self.insert.val();
        self.list.data.next = self.request.val();
        self.unused.next = self.list.first_next.val().any();

        if self.insert.val() && !self.take.val() {
            self.waiting.d.next = self.waiting.q.val() + 1;
        }
        if self.take.val() && !self.insert.val() {
            self.waiting.d.next = self.waiting.q.val() - 1;
        }
        self.count.next = self.waiting.q.val();
        self.full.next = self.list.used.val().all();
    }
}
