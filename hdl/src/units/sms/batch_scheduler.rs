// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{DffR, Lfsr, MinPairs, RoundRobin};

block! {
    /// Stage 2 of SMS: picks a ready batch, shortest job first with the probability p / 1024 and else round robin, and
    /// drains it, one request a cycle (specification section 2.2). The shortest job is that of the source with the
    /// fewest requests in flight; equal ones come in cyclic order.
    /// `KEY` is the count in flight, one bit for the cyclic order below it, and one above it for comparisons.
    pub struct BatchScheduler<SRCS, SRC, INFLIGHT, KEY, KEYS, LENGTH> = "sms_batch_scheduler"
        where SRC = bits(SRCS), KEY = INFLIGHT + 2, KEYS = SRCS * KEY;
    fn new();
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Sources with a batch that may be picked.
    pub ready: Signal<In, Bits<SRCS>>,
    /// Requests in flight of each source.
    pub inflight: Vec<Signal<In, Bits<INFLIGHT>>> = array(SRCS),
    /// Few requests are in the controller: round robin only.
    pub bypass: Signal<In, Bit>,
    /// Probability p of shortest job first, times 1024.
    pub p_q10: Signal<In, Bits<11>>,
    /// Sources whose head request cannot move to stage 3 in this cycle.
    pub blocked: Signal<In, Bits<SRCS>>,
    /// Sources whose head request is the last one of its batch.
    pub last: Signal<In, Bits<SRCS>>,
    /// The source of the batch that is being drained; without meaning if there is none.
    pub source: Signal<Out, Bits<SRC>>,
    /// The same one-hot; zero if there is none.
    pub source_bit: Signal<Out, Bits<SRCS>>,
    /// Pulse: a batch was drained in the previous cycle (S3).
    pub stat_pick: Signal<Out, Bit>,
    /// Its source.
    pub stat_pick_src: Signal<Out, Bits<SRC>>,
    /// It was picked shortest job first.
    pub stat_sjf: Signal<Out, Bit>,
    /// Its requests.
    pub stat_batch_len: Signal<Out, Bits<LENGTH>>,
    /// A batch picked before this cycle is not drained yet.
    draining: DffR<Bit>,
    /// Its source.
    active: DffR<Bits<SRC>>,
    /// It was picked shortest job first.
    active_sjf: DffR<Bit>,
    /// Its requests that have moved.
    length: DffR<Bits<LENGTH>>,
    /// The source that round robin considers first.
    rr_ptr: DffR<Bits<SRC>>,
    done: DffR<Bit>,
    done_source: DffR<Bits<SRC>>,
    done_sjf: DffR<Bit>,
    done_length: DffR<Bits<LENGTH>>,
    pick: Signal<Local, Bit>,
    use_sjf: Signal<Local, Bit>,
    sjf: Signal<Local, Bit>,
    wraps: Signal<Local, Bit>,
    job: Signal<Local, Bits<INFLIGHT>>,
    key: Signal<Local, Bits<KEY>>,
    keys: Signal<Local, Bits<KEYS>>,
    picked: Signal<Local, Bits<SRCS>>,
    chosen: Signal<Local, Bits<SRCS>>,
    index: Signal<Local, Bits<SRC>>,
    /// The next source in turn is not needed as a number.
    unused: Signal<Local, Bit>,
    moved: Signal<Local, Bit>,
    finished: Signal<Local, Bit>,
    random: Lfsr<16, 16, 10> = Lfsr::new(0xb400, 0xace1),
    shortest: MinPairs<SRCS, KEY, KEYS> = MinPairs::new(),
    next: RoundRobin<SRCS, SRC> = RoundRobin::new(),
    one: Constant<Bits<SRCS>> = Constant::new(1.into()),
    key_bits: Constant<Bits<32>> = Constant::new((KEY as u64).into()),
    last_source: Constant<Bits<SRC>> = Constant::new((SRCS as u64 - 1).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, draining, active, active_sjf, length, rr_ptr);
        clock!(self, clock, done, done_source, done_sjf, done_length, random);
        self.draining.reset.next = self.reset.val();
        self.active.reset.next = self.reset.val();
        self.active_sjf.reset.next = self.reset.val();
        self.length.reset.next = self.reset.val();
        self.rr_ptr.reset.next = self.reset.val();
        self.done.reset.next = self.reset.val();
        self.done_source.reset.next = self.reset.val();
        self.done_sjf.reset.next = self.reset.val();
        self.done_length.reset.next = self.reset.val();
        self.random.reset.next = self.reset.val();

        self.pick.next = !self.draining.q.val() && self.ready.val().any();
        self.use_sjf.next =
            !self.bypass.val() && (bit_cast::<11, 10>(self.random.value.val()) < self.p_q10.val());
        self.random.advance.next = self.pick.val() && !self.bypass.val();

        comment!("Sources from rr_ptr on come before those below it, where the order wraps.");
        self.job.next = 0.into();
        self.key.next = 0.into();
        self.wraps.next = false;
        self.keys.next = 0.into();
        for i in 0..SRCS {
            self.wraps.next = self.rr_ptr.q.val() > i.to_bits();
            self.job.next = self.inflight[i].val();
            self.key.next = (bit_cast::<KEY, INFLIGHT>(self.job.val()) << 1)
                | bit_cast::<KEY, 1>(self.wraps.val().into());
            for b in 0..KEY {
                self.keys.next = self
                    .keys
                    .val()
                    .replace_bit(i * self.key_bits.val().index() + b, self.key.val().get_bit(b));
            }
        }
        self.shortest.candidates.next = self.ready.val();
        self.shortest.keys.next = self.keys.val();
        self.next.requests.next = self.ready.val();
        self.next.start.next = self.rr_ptr.q.val();
        self.unused.next = self.next.index.val().any();
        self.picked.next = self.next.grant.val();
        if self.use_sjf.val() {
            self.picked.next = self.shortest.pick.val();
        }

        self.chosen.next = self.picked.val();
        self.sjf.next = self.use_sjf.val();
        if self.draining.q.val() {
            self.chosen.next = self.one.val() << self.active.q.val();
            self.sjf.next = self.active_sjf.q.val();
        }
        self.index.next = 0.into();
        for i in 0..SRCS {
            if self.chosen.val().get_bit(i) {
                self.index.next = self.index.val() | i.to_bits();
            }
        }
        self.source.next = self.index.val();
        self.source_bit.next = self.chosen.val();
        self.moved.next = (self.chosen.val() & (!self.blocked.val())).any();
        self.finished.next = ((self.chosen.val() & (!self.blocked.val())) & self.last.val()).any();
        if self.pick.val() {
            self.draining.d.next = true;
            self.active.d.next = self.index.val();
            self.active_sjf.d.next = self.use_sjf.val();
        }
        if self.finished.val() {
            self.draining.d.next = false;
        }
        if self.pick.val() && !self.use_sjf.val() {
            self.rr_ptr.d.next = self.index.val() + 1;
            if self.index.val() == self.last_source.val() {
                self.rr_ptr.d.next = 0.into();
            }
        }

        self.stat_pick.next = self.done.q.val();
        self.stat_pick_src.next = self.done_source.q.val();
        self.stat_sjf.next = self.done_sjf.q.val();
        self.stat_batch_len.next = self.done_length.q.val();
        if self.moved.val() {
            self.length.d.next = self.length.q.val() + 1;
            if self.finished.val() {
                self.length.d.next = 0.into();
            }
        }
        self.done.d.next = false;
        self.done_source.d.next = 0.into();
        self.done_sjf.d.next = false;
        self.done_length.d.next = 0.into();
        if self.finished.val() {
            self.done.d.next = true;
            self.done_source.d.next = self.index.val();
            self.done_sjf.d.next = self.sjf.val();
            self.done_length.d.next = self.length.q.val() + 1;
        }
    }
}
