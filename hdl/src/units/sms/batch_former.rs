// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::prim::{Dff, DffR, Fifo};

block! {
    /// Stage 1 of SMS for one source: its FIFO, in which successive requests to one row of one bank form a batch
    /// (specification section 2.1), and its count of requests in flight.
    /// Only the youngest batch can be open, so one age, one closed flag and one row register are enough.
    /// `PLACE` is the part of a request that names bank and row, `JOB` the width that all sources count in.
    pub struct BatchFormer<DEPTH, REQUEST, PLACE, POINTER, COUNT, AGE, INFLIGHT, JOB> = "sms_batch_former"
        where POINTER = bits(DEPTH), COUNT = clog2(DEPTH + 1);
    fn new(place_at: u64, limited: bool, full_closes: u64);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// A request of this source arrives; it counts only while `ready` is high.
    pub arrive: Signal<In, Bit>,
    /// The request.
    pub request: Signal<In, Bits<REQUEST>>,
    /// The youngest batch is older than the source's threshold, which closes it.
    pub late: Signal<In, Bit>,
    /// Batches are not to wait at all: the threshold is 0.
    pub bypass: Signal<In, Bit>,
    /// A batch of this source is picked, or has been and not all of it has left.
    pub drained: Signal<In, Bit>,
    /// Remove the head request.
    pub pop: Signal<In, Bit>,
    /// What is removed leaves by its own path (`fresh`): a request that arrives begins a batch.
    pub direct: Signal<In, Bit>,
    /// A request of this source is complete.
    pub complete: Signal<In, Bit>,
    /// A request that arrives in this cycle is accepted.
    pub ready: Signal<Out, Bit>,
    /// One has arrived and is accepted.
    pub accept: Signal<Out, Bit>,
    /// The head batch can be picked.
    pub batch_ready: Signal<Out, Bit>,
    /// The head request.
    pub head: Signal<Out, Bits<REQUEST>>,
    /// It is the last one of its batch.
    pub head_is_last: Signal<Out, Bit>,
    /// It has arrived in the previous cycle and is the only one here.
    pub fresh: Signal<Out, Bit>,
    /// Requests in flight: here, in stage 3, and on the way to completion.
    pub inflight: Signal<Out, Bits<JOB>>,
    /// Cycles since the youngest batch began.
    pub age: Signal<Out, Bits<AGE>>,
    /// Marks the requests that begin a batch, in the order of the FIFO, the head lowest.
    firsts: DffR<Bits<DEPTH>>,
    /// Batches in the FIFO.
    batches: DffR<Bits<COUNT>>,
    /// Bank and row of the youngest request.
    last_place: Dff<Bits<PLACE>>,
    waited: DffR<Bits<AGE>>,
    /// The youngest batch was closed before this cycle.
    tail_closed: DffR<Bit>,
    in_flight: DffR<Bits<INFLIGHT>>,
    place: Signal<Local, Bits<PLACE>>,
    full: Signal<Local, Bit>,
    empty: Signal<Local, Bit>,
    /// The youngest batch is closed if it need not wait, and if it must.
    closed_at_once: Signal<Local, Bit>,
    closed_in_time: Signal<Local, Bit>,
    closed: Signal<Local, Bit>,
    /// No other batch is in the FIFO than the youngest one.
    alone: Signal<Local, Bit>,
    /// A FIFO that is full closes the youngest batch; or the only one can be picked, and is closed then.
    closed_if_full: Signal<Local, Bit>,
    ready_if_full: Signal<Local, Bit>,
    closed_by_pick: Signal<Local, Bit>,
    /// The request that arrives begins a batch.
    begin_batch: Signal<Local, Bit>,
    end_batch: Signal<Local, Bit>,
    /// What the FIFO comes to if its head stays: full, or empty; and if it leaves: empty.
    fills: Signal<Local, Bit>,
    stays_empty: Signal<Local, Bit>,
    runs_empty: Signal<Local, Bit>,
    marked: Signal<Local, Bits<DEPTH>>,
    fifo: Fifo<DEPTH, REQUEST, POINTER, COUNT> = Fifo::new(),
    one: Constant<Bits<DEPTH>> = Constant::new(1.into()),
    depth: Constant<Bits<COUNT>> = Constant::new((DEPTH as u64).into()),
    nearly_full: Constant<Bits<COUNT>> = Constant::new((DEPTH as u64 - 1).into()),
    place_at: Constant<Bits<32>> = Constant::new(place_at.into()),
    /// A full FIFO closes its youngest batch: never, if it is the only one, or always (DEC-12).
    full_closes: Constant<Bits<2>> = Constant::new(full_closes.into()),
    /// The count in flight is too narrow for all, so the source is refused at its largest value.
    limited: Constant<Bit> = Constant::new(limited),
}

impl<
        const DEPTH: usize,
        const REQUEST: usize,
        const PLACE: usize,
        const POINTER: usize,
        const COUNT: usize,
        const AGE: usize,
        const INFLIGHT: usize,
        const JOB: usize,
    > Logic for BatchFormer<DEPTH, REQUEST, PLACE, POINTER, COUNT, AGE, INFLIGHT, JOB>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, firsts, batches, last_place, waited, tail_closed, in_flight);
        clock!(self, clock, fifo);
        self.fifo.reset.next = self.reset.val();
        self.firsts.reset.next = self.reset.val();
        self.batches.reset.next = self.reset.val();
        self.waited.reset.next = self.reset.val();
        self.tail_closed.reset.next = self.reset.val();
        self.in_flight.reset.next = self.reset.val();

        self.full.next = self.fifo.count.val() == self.depth.val();
        self.empty.next = !self.fifo.count.val().any();
        self.ready.next = !(self.full.val() || (self.limited.val() && self.in_flight.q.val().all()));
        self.accept.next = self.arrive.val() && self.ready.val();
        self.fifo.push.next = self.accept.val();
        self.fifo.data.next = self.request.val();
        self.fifo.pop.next = self.pop.val();
        self.head.next = self.fifo.head.val();

        self.place.next = self.request.val().get_bits::<PLACE>(self.place_at.val().index());
        self.closed_at_once.next =
            self.tail_closed.q.val() || (!self.empty.val() && self.waited.q.val().any());
        self.closed_in_time.next = self.tail_closed.q.val() || (!self.empty.val() && self.late.val());
        self.closed.next = self.closed_in_time.val();
        if self.bypass.val() {
            self.closed.next = self.closed_at_once.val();
        }
        self.begin_batch.next = self.accept.val()
            && (self.empty.val()
                || self.closed.val()
                || self.direct.val()
                || (self.place.val() != self.last_place.q.val()));
        if self.accept.val() {
            self.last_place.d.next = self.place.val();
        }
        self.age.next = self.waited.q.val();
        if self.begin_batch.val() {
            self.waited.d.next = 1.into();
        } else if !self.empty.val() && !self.waited.q.val().all() {
            self.waited.d.next = self.waited.q.val() + 1;
        }

        comment!("A batch that a full FIFO closes stays closed when space appears. Whether the head leaves is known last.");
        self.alone.next = self.batches.q.val() == 1;
        self.fills.next =
            self.full.val() || (self.accept.val() && (self.fifo.count.val() == self.nearly_full.val()));
        self.closed_if_full.next = (self.full_closes.val() == 2)
            || ((self.full_closes.val() == 1) && self.alone.val() && !self.begin_batch.val());
        self.stays_empty.next = self.empty.val() && !self.accept.val();
        self.runs_empty.next = (self.fifo.count.val() == 1) && !self.accept.val();
        self.closed_by_pick.next = (self.full_closes.val() == 0) && self.drained.val() && self.alone.val();
        self.tail_closed.d.next = (self.closed.val() || self.closed_by_pick.val()) && !self.begin_batch.val();
        if self.pop.val() {
            if self.runs_empty.val() {
                self.tail_closed.d.next = false;
            }
        } else {
            if self.stays_empty.val() {
                self.tail_closed.d.next = false;
            }
            if self.fills.val() && self.closed_if_full.val() {
                self.tail_closed.d.next = true;
            }
        }

        self.marked.next = self.firsts.q.val();
        if self.begin_batch.val() {
            self.marked.next = self.firsts.q.val() | (self.one.val() << self.fifo.count.val());
        }
        self.firsts.d.next = self.marked.val();
        if self.pop.val() {
            self.firsts.d.next = self.marked.val() >> 1;
        }
        self.head_is_last.next = (self.fifo.count.val() == 1) || self.firsts.q.val().get_bit(1);
        self.fresh.next = (self.fifo.count.val() == 1) && (self.waited.q.val() == 1);
        self.end_batch.next = self.pop.val() && self.head_is_last.val();
        if self.begin_batch.val() && !self.end_batch.val() {
            self.batches.d.next = self.batches.q.val() + 1;
        }
        if self.end_batch.val() && !self.begin_batch.val() {
            self.batches.d.next = self.batches.q.val() - 1;
        }
        comment!("Whether a batch must wait is known last.");
        self.ready_if_full.next = (self.full_closes.val() == 0) && self.full.val();
        self.batch_ready.next = (self.batches.q.val() > 1)
            || (self.alone.val() && (self.closed_in_time.val() || self.ready_if_full.val()));
        if self.bypass.val() {
            self.batch_ready.next = (self.batches.q.val() > 1)
                || (self.alone.val() && (self.closed_at_once.val() || self.ready_if_full.val()));
        }

        self.inflight.next = bit_cast::<JOB, INFLIGHT>(self.in_flight.q.val());
        if self.accept.val() && !self.complete.val() {
            self.in_flight.d.next = self.in_flight.q.val() + 1;
        }
        if self.complete.val() && !self.accept.val() {
            self.in_flight.d.next = self.in_flight.q.val() - 1;
        }
    }
}
