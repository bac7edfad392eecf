// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::entries::Entries;
use super::group::Group;
use super::rows::Rows;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR, MinPairs};

block! {
    /// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and S17). An entry
    /// stays where it is. The entries are in groups, of which each finds its first; of these the hits come first, then the oldest.
    /// `REST` is what no one compares: identification, source, column.
    pub struct TimestampBuffer<
        N, INDEX, BANKS, BANK, ROW, REST, AGE, SIZE, PLACE, GROUPS, GROUP, SLOTS, STAMPS, PLANES, PAIRS
    > = "frfcfs_timestamp_buffer"
        where INDEX = clog2(N), BANK = clog2(BANKS), SIZE = 1 << (INDEX / 2), PLACE = bits(SIZE), GROUPS = div_ceil(N, SIZE),
            GROUP = bits(GROUPS), SLOTS = GROUPS * SIZE, STAMPS = GROUPS * AGE, PLANES = SIZE * BANK, PAIRS = SIZE * SIZE;
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// An entry is in use.
    pub used: Signal<In, Bit>,
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
    /// Time, which passes only while there is what could grow old.
    now: DffR<Bits<AGE>>,
    /// The entry whose age is looked at.
    scrub: DffR<Bits<INDEX>>,
    /// When that entry came, read a cycle before, and whether there was one: then no other can have come into its place.
    scrubbed: Dff<Bits<AGE>>,
    scrubs: DffR<Bit>,
    /// Some entry is urgent.
    urgent: DffR<Bit>,
    /// Groups that take part: those with a hit if there is one, otherwise those with an entry that could be served.
    candidates: Signal<Local, Bits<GROUPS>>,
    same_row: Signal<Local, Bits<SLOTS>>,
    firsts: Signal<Local, Bits<SLOTS>>,
    since: Vec<Signal<Local, Bits<AGE>>> = array(GROUPS),
    stamps: Signal<Local, Bits<STAMPS>>,
    passes: Signal<Local, Bit>,
    next_scrub: Signal<Local, Bits<INDEX>>,
    next_scrubbed: Signal<Local, Bits<AGE>>,
    scrub_group: Signal<Local, Bits<GROUP>>,
    next_group: Signal<Local, Bits<GROUP>>,
    age: Signal<Local, Bits<AGE>>,
    overdue: Signal<Local, Bit>,
    served_hit: Signal<Local, Bit>,
    served_row: Signal<Local, Bits<ROW>>,
    served_rest: Signal<Local, Bits<REST>>,
    entries: Entries<N, INDEX, BANKS, BANK, SIZE, PLACE, GROUPS, GROUP, SLOTS, PLANES, PAIRS> = Entries::new(params),
    group: Vec<Group<SIZE, PLACE, ROW, REST, AGE>> = (0..GROUPS).map(|_| Group::new(params)).collect(),
    rows: Rows<BANKS, BANK, ROW> = Rows::new(),
    oldest: MinPairs<GROUPS, AGE, STAMPS> = MinPairs::new(),
    size: Constant<Bits<32>> = Constant::new((SIZE as u64).into()),
    /// Bits of an entry's number that name its place in the group.
    place_bits: Constant<Bits<32>> = Constant::new((clog2(SIZE) as u64).into()),
    stamp_bits: Constant<Bits<32>> = Constant::new((AGE as u64).into()),
    last: Constant<Bits<INDEX>> = Constant::new((N as u64 - 1).into()),
    /// Age above which an entry becomes urgent.
    limit: Constant<Bits<AGE>> = Constant::new((1u64 << (params.age_bits - 2)).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, now, scrub, scrubs, urgent);
        clock!(self, clock, entries, rows, scrubbed);
        self.now.reset.next = self.reset.val();
        self.scrub.reset.next = self.reset.val();
        self.scrubs.reset.next = self.reset.val();
        self.urgent.reset.next = self.reset.val();
        self.entries.reset.next = self.reset.val();
        self.rows.reset.next = self.reset.val();

        self.passes.next = self.used.val() || self.insert.val();
        if self.passes.val() {
            self.now.d.next = self.now.q.val() + 1;
        }
        self.next_scrub.next = self.scrub.q.val();
        if self.passes.val() {
            self.next_scrub.next = self.scrub.q.val() + 1;
            if self.scrub.q.val() == self.last.val() {
                self.next_scrub.next = 0.into();
            }
        }
        self.scrub.d.next = self.next_scrub.val();

        self.entries.insert.next = self.insert.val();
        self.entries.insert_wr.next = self.insert_wr.val();
        self.entries.insert_hit.next = self.rows.insert_hit.val();
        self.entries.insert_bank.next = self.insert_bank.val();
        self.entries.served.next = self.rows.served.val();
        self.entries.changed.next = self.rows.changed.val();
        self.entries.opened.next = self.rows.opened.val();
        self.entries.served_bank.next = self.rows.served_bank.val();
        self.same_row.next = 0.into();
        for i in 0..GROUPS {
            for s in 0..SIZE {
                self.same_row.next = self
                    .same_row
                    .val()
                    .replace_bit(i * self.size.val().index() + s, self.group[i].same_row.val().get_bit(s));
            }
        }
        self.entries.same_row.next = self.same_row.val();
        self.entries.miss_ok.next = self.rows.miss_ok.val();
        self.entries.rd_ok.next = self.rows.read_ok.val();
        self.entries.wr_ok.next = self.rows.write_ok.val();
        self.entries.only_urgent.next = self.urgent.q.val();
        self.entries.pick.next = self.oldest.pick.val();
        self.firsts.next = self.entries.firsts.val();
        self.served_hit.next = self.entries.hit.val().any();

        comment!("An entry that is old is urgent (S17).");
        self.scrub_group.next = self.scrub.q.val().get_bits::<GROUP>(self.place_bits.val().index());
        self.next_group.next = self.next_scrub.val().get_bits::<GROUP>(self.place_bits.val().index());
        self.next_scrubbed.next = 0.into();
        for i in 0..GROUPS {
            if self.next_group.val() == i.to_bits() {
                self.next_scrubbed.next = self.group[i].scrubbed.val();
            }
        }
        self.scrubbed.d.next = self.next_scrubbed.val();
        self.scrubs.d.next = self.entries.scrubs.val();
        self.age.next = self.now.q.val() - self.scrubbed.q.val();
        self.overdue.next = self.scrubs.q.val() && (self.age.val() > self.limit.val());

        self.entries.overdue.next = self.overdue.val();
        self.entries.scrub_group.next = self.scrub_group.val();
        self.entries.scrub_place.next = self.scrub.q.val().get_bits::<PLACE>(0);
        self.entries.next_group.next = self.next_group.val();
        self.entries.next_place.next = self.next_scrub.val().get_bits::<PLACE>(0);
        self.urgent.d.next = self.entries.urgent_next.val();

        for i in 0..GROUPS {
            self.group[i].clock.next = self.clock.val();
            self.group[i].insert.next = self.insert.val() && self.entries.into.val().get_bit(i);
            self.group[i].insert_place.next = self.entries.place.val();
            self.group[i].insert_row.next = self.insert_row.val();
            self.group[i].insert_rest.next = self.insert_rest.val();
            self.group[i].now.next = self.now.q.val();
            self.group[i].opened.next = self.rows.changed.val() && self.rows.opened.val();
            self.group[i].opened_row.next = self.rows.served_row.val();
            self.group[i].next_place.next = self.next_scrub.val().get_bits::<PLACE>(0);
            self.group[i].some.next = self.entries.with_first.val().get_bit(i);
            self.group[i].first.next = self.firsts.val().get_bits::<SIZE>(i * self.size.val().index());
        }

        comment!("Hits first, then the oldest; the time stamps are compared meanwhile.");
        self.candidates.next = self.entries.some.val();
        if self.served_hit.val() {
            self.candidates.next = self.entries.hit.val();
        }
        for i in 0..GROUPS {
            self.since[i].next = self.group[i].since.val();
        }
        self.stamps.next = 0.into();
        for i in 0..GROUPS {
            for b in 0..AGE {
                self.stamps.next = self
                    .stamps
                    .val()
                    .replace_bit(i * self.stamp_bits.val().index() + b, self.since[i].val().get_bit(b));
            }
        }
        self.oldest.candidates.next = self.candidates.val();
        self.oldest.keys.next = self.stamps.val();
        self.served_row.next = 0.into();
        self.served_rest.next = 0.into();
        for i in 0..GROUPS {
            if self.oldest.pick.val().get_bit(i) {
                self.served_row.next = self.served_row.val() | self.group[i].row.val();
                self.served_rest.next = self.served_rest.val() | self.group[i].rest.val();
            }
        }
        self.serve.next = self.entries.some.val().any();
        self.hit.next = self.served_hit.val();
        self.wr.next = self.entries.wr.val();
        self.bank.next = self.entries.bank.val();
        self.row.next = self.served_row.val();
        self.rest.next = self.served_rest.val();

        self.rows.open.next = self.open.val();
        for b in 0..BANKS {
            self.rows.open_row[b].next = self.open_row[b].val();
        }
        self.rows.pre_ok.next = self.pre_ok.val();
        self.rows.act_ok.next = self.act_ok.val();
        self.rows.rd_ok.next = self.rd_ok.val();
        self.rows.wr_ok.next = self.wr_ok.val();
        self.rows.insert.next = self.insert.val();
        self.rows.insert_wr.next = self.insert_wr.val();
        self.rows.insert_bank.next = self.insert_bank.val();
        self.rows.insert_row.next = self.insert_row.val();
        self.rows.serve.next = self.entries.some.val().any();
        self.rows.hit.next = self.served_hit.val();
        self.rows.bank.next = self.entries.bank.val();
        self.rows.row.next = self.served_row.val();
        self.rows.left_misses.next = self.entries.left_misses.val();
        self.rows.left_reads.next = self.entries.left_reads.val();
        self.rows.left_writes.next = self.entries.left_writes.val();
        self.rows.only_urgent.next = self.urgent.q.val();
    }
}
