// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use super::entries::Entries;
use super::rows::Rows;
use crate::block;
use crate::comment;
use crate::declare::{array, words, ToBits};
use crate::prim::{Dff, DffR, MinPairs};

block! {
    /// Request buffer with a time stamp in every entry (specification section 8.3.1, decisions S16 and S17). An entry
    /// stays where it is. The entries are in groups, of which each finds its first; of these the hits come first, then the oldest.
    /// `REST` is what no one compares: identification, source, column.
    pub struct TimestampBuffer<
        N, INDEX, BANKS, BANK, ROW, REST, AGE, SIZE, PLACE, GROUPS, GROUP, SLOTS, STAMPS, PLACES, PLANES, PAIRS
    > = "frfcfs_timestamp_buffer"
        where INDEX = clog2(N), BANK = clog2(BANKS), SIZE = 1 << (INDEX / 2), PLACE = bits(SIZE), GROUPS = div_ceil(N, SIZE),
            GROUP = bits(GROUPS), SLOTS = GROUPS * SIZE, STAMPS = GROUPS * AGE, PLACES = GROUPS * PLACE, PLANES = BANK * SIZE, PAIRS = SIZE * SIZE;
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
    /// When each entry came, group by group.
    arrived: Vec<Dff<Bits<AGE>>> = words(SLOTS),
    /// `first_stamps` of the cycle before, for a choice in two cycles (decision S24).
    chosen_stamps: Dff<Bits<STAMPS>>,
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
    /// A group, the place of its first entry, and that entry.
    first_group: Signal<Local, Bits<GROUP>>,
    first_place: Signal<Local, Bits<PLACE>>,
    first: Signal<Local, Bits<INDEX>>,
    /// When the first entry of a group came, and those of all groups.
    since: Signal<Local, Bits<AGE>>,
    first_stamps: Signal<Local, Bits<STAMPS>>,
    stamps: Signal<Local, Bits<STAMPS>>,
    passes: Signal<Local, Bit>,
    next_scrub: Signal<Local, Bits<INDEX>>,
    scrub_group: Signal<Local, Bits<GROUP>>,
    next_group: Signal<Local, Bits<GROUP>>,
    age: Signal<Local, Bits<AGE>>,
    overdue: Signal<Local, Bit>,
    served_hit: Signal<Local, Bit>,
    entries: Entries<N, INDEX, BANKS, BANK, ROW, REST, SIZE, PLACE, GROUPS, GROUP, SLOTS, PLACES, PLANES, PAIRS> = Entries::new(params),
    rows: Rows<BANKS, BANK, ROW> = Rows::new(),
    oldest: MinPairs<GROUPS, AGE, STAMPS> = MinPairs::new(),
    size: Constant<Bits<32>> = Constant::new((SIZE as u64).into()),
    /// Bits of an entry's number that name its place in the group.
    place_bits: Constant<Bits<INDEX>> = Constant::new((clog2(SIZE) as u64).into()),
    two_cycles: Constant<Bit> = Constant::new(params.choice_cycles == 2),
    place_width: Constant<Bits<32>> = Constant::new((PLACE as u64).into()),
    stamp_bits: Constant<Bits<32>> = Constant::new((AGE as u64).into()),
    last: Constant<Bits<INDEX>> = Constant::new((N as u64 - 1).into()),
    /// Age above which an entry becomes urgent.
    limit: Constant<Bits<AGE>> = Constant::new((1u64 << (params.age_bits - 2)).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, now, scrub, scrubs, urgent);
        clock!(self, clock, entries, rows, scrubbed, chosen_stamps);
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
        self.entries.insert_row.next = self.insert_row.val();
        self.entries.insert_rest.next = self.insert_rest.val();
        self.entries.served_row.next = self.rows.served_row.val();
        self.entries.miss_ok.next = self.rows.miss_ok.val();
        self.entries.rd_ok.next = self.rows.read_ok.val();
        self.entries.wr_ok.next = self.rows.write_ok.val();
        self.entries.only_urgent.next = self.urgent.q.val();
        self.entries.pick.next = self.oldest.pick.val();
        self.served_hit.next = self.entries.hit.val().any();

        comment!("An entry that is old is urgent (S17).");
        self.scrub_group.next = self.scrub.q.val().get_bits::<GROUP>(self.place_bits.val().index());
        self.next_group.next = self.next_scrub.val().get_bits::<GROUP>(self.place_bits.val().index());
        self.scrubbed.d.next = self.arrived[self.next_scrub.val().index()].q.val();
        self.scrubs.d.next = self.entries.scrubs.val();
        self.age.next = self.now.q.val() - self.scrubbed.q.val();
        self.overdue.next = self.scrubs.q.val() && (self.age.val() > self.limit.val());

        self.entries.overdue.next = self.overdue.val();
        self.entries.scrub_group.next = self.scrub_group.val();
        self.entries.scrub_place.next = self.scrub.q.val().get_bits::<PLACE>(0);
        self.entries.next_group.next = self.next_group.val();
        self.entries.next_place.next = self.next_scrub.val().get_bits::<PLACE>(0);
        self.urgent.d.next = self.entries.urgent_next.val();

        for e in 0..SLOTS {
            self.arrived[e].clock.next = self.clock.val();
            self.arrived[e].d.next = self.arrived[e].q.val();
        }
        if self.insert.val() {
            self.arrived[self.entries.slot.val().index()].d.next = self.now.q.val();
        }

        comment!("Hits first, then the oldest; the time stamps are compared meanwhile.");
        self.candidates.next = self.entries.some.val();
        if self.served_hit.val() {
            self.candidates.next = self.entries.hit.val();
        }
        self.first_stamps.next = 0.into();
        self.first_group.next = 0.into();
        self.first_place.next = 0.into();
        self.first.next = 0.into();
        self.since.next = 0.into();
        for i in 0..GROUPS {
            if self.entries.with_first.val().get_bit(i) {
                self.first_group.next = i.to_bits();
                self.first_place.next =
                    self.entries.first_places.val().get_bits::<PLACE>(i * self.place_width.val().index());
                self.first.next = (bit_cast::<INDEX, GROUP>(self.first_group.val()) << self.place_bits.val())
                    | bit_cast::<INDEX, PLACE>(self.first_place.val());
                self.since.next = self.arrived[self.first.val().index()].q.val();
                for b in 0..AGE {
                    self.first_stamps.next = self
                        .first_stamps
                        .val()
                        .replace_bit(i * self.stamp_bits.val().index() + b, self.since.val().get_bit(b));
                }
            }
        }
        self.chosen_stamps.d.next = self.first_stamps.val();
        self.stamps.next = self.first_stamps.val();
        if self.two_cycles.val() {
            self.stamps.next = self.chosen_stamps.q.val();
        }
        self.oldest.candidates.next = self.candidates.val();
        self.oldest.keys.next = self.stamps.val();
        self.serve.next = self.entries.some.val().any();
        self.hit.next = self.served_hit.val();
        self.wr.next = self.entries.wr.val();
        self.bank.next = self.entries.bank.val();
        self.row.next = self.entries.row.val();
        self.rest.next = self.entries.rest.val();

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
        self.rows.row.next = self.entries.row.val();
        self.rows.left_misses.next = self.entries.left_misses.val();
        self.rows.left_reads.next = self.entries.left_reads.val();
        self.rows.left_writes.next = self.entries.left_writes.val();
        self.rows.only_urgent.next = self.urgent.q.val();
    }
}
