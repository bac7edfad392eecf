// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;
use warpsmith_units::frfcfs::params::Params;

use crate::block;
use crate::comment;
use crate::declare::{words, ToBits};
use crate::prim::{Dff, DffR, FirstSet};

block! {
    /// What the entries of the request buffer wait for, and the first of each group: a hit if it has one that may be served, and of these the oldest, by an age matrix, in the same cycle or for the next one.
    /// Entries are in groups; a word has the entries of all groups at one place, a bit each, so that all groups are looked at together.
    pub struct Entries<
        N, INDEX, BANKS, BANK, ROW, REST, SIZE, PLACE, GROUPS, GROUP, SLOTS, PLACES, PLANES, PAIRS
    > = "frfcfs_entries"
        where INDEX = clog2(N), BANK = clog2(BANKS), SIZE = 1 << (INDEX / 2), PLACE = bits(SIZE), GROUPS = div_ceil(N, SIZE),
            GROUP = bits(GROUPS), SLOTS = GROUPS * SIZE, PLACES = GROUPS * PLACE, PLANES = BANK * SIZE, PAIRS = SIZE * SIZE;
    fn new(params: &Params);
    /// Clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
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
    /// A command went in the cycle before.
    pub served: Signal<In, Bit>,
    /// It opened or closed the row of its bank.
    pub changed: Signal<In, Bit>,
    /// It opened it.
    pub opened: Signal<In, Bit>,
    /// Its bank.
    pub served_bank: Signal<In, Bits<BANK>>,
    /// Its row.
    pub served_row: Signal<In, Bits<ROW>>,
    /// Banks whose row may be closed or opened for an entry that waits.
    pub miss_ok: Signal<In, Bits<BANKS>>,
    /// Banks that have an entry that RD may go for.
    pub rd_ok: Signal<In, Bits<BANKS>>,
    /// Banks that have an entry that WR may go for.
    pub wr_ok: Signal<In, Bits<BANKS>>,
    /// Some entry of the buffer is urgent: no other is considered.
    pub only_urgent: Signal<In, Bit>,
    /// The entry whose age is looked at, which is too old.
    pub overdue: Signal<In, Bit>,
    pub scrub_group: Signal<In, Bits<GROUP>>,
    pub scrub_place: Signal<In, Bits<PLACE>>,
    /// That of the next cycle.
    pub next_group: Signal<In, Bits<GROUP>>,
    pub next_place: Signal<In, Bits<PLACE>>,
    /// The group whose first entry is served.
    pub pick: Signal<In, Bits<GROUPS>>,
    /// The lowest free entry.
    pub slot: Signal<Out, Bits<INDEX>>,
    /// Groups that have a first entry, and the place of each.
    pub with_first: Signal<Out, Bits<GROUPS>>,
    pub first_places: Signal<Out, Bits<PLACES>>,
    /// Groups with an entry that is to be served now, and those whose row is open.
    pub some: Signal<Out, Bits<GROUPS>>,
    pub hit: Signal<Out, Bits<GROUPS>>,
    /// The one that is served: whether it is a write, its bank, its row, and the rest of it.
    pub wr: Signal<Out, Bit>,
    pub bank: Signal<Out, Bits<BANK>>,
    pub row: Signal<Out, Bits<ROW>>,
    pub rest: Signal<Out, Bits<REST>>,
    /// What entries of the bank of the command before wait for: its row, RD, WR.
    pub left_misses: Signal<Out, Bit>,
    pub left_reads: Signal<Out, Bit>,
    pub left_writes: Signal<Out, Bit>,
    /// The entry whose age is looked at in the next cycle is in use.
    pub scrubs: Signal<Out, Bit>,
    /// Some entry will be urgent in the next cycle.
    pub urgent_next: Signal<Out, Bit>,
    valid: Vec<DffR<Bits<GROUPS>>> = words(SIZE),
    /// Entries that are in use, with all those of the group below them, or that there are not: known a cycle before, so that a place is found at once.
    filled: Vec<DffR<Bits<GROUPS>>> = words(SIZE),
    /// Entries that wait too long; of free ones without meaning.
    urgent: Vec<DffR<Bits<GROUPS>>> = words(SIZE),
    /// Entries whose row is open.
    hits: Vec<Dff<Bits<GROUPS>>> = words(SIZE),
    writes: Vec<Dff<Bits<GROUPS>>> = words(SIZE),
    /// Bit k of the banks, place by place.
    banks: Vec<Dff<Bits<GROUPS>>> = words(PLANES),
    /// The row of each entry, group by group, and the rest of it.
    rows: Vec<Dff<Bits<ROW>>> = words(SLOTS),
    payload: Vec<Dff<Bits<REST>>> = words(SLOTS),
    /// Whether the entry at place i came before the one at a place j above it.
    older: Vec<Dff<Bits<GROUPS>>> = words(PAIRS),
    /// The first entries of the cycle before, for a choice in two cycles (decision S24).
    waits: DffR<Bits<GROUPS>>,
    chosen: Vec<Dff<Bits<GROUPS>>> = words(SIZE),
    chosen_places: Dff<Bits<PLACES>>,
    chosen_bank: Vec<Dff<Bits<GROUPS>>> = words(BANK),
    chosen_hit: Dff<Bits<GROUPS>>,
    chosen_wr: Dff<Bits<GROUPS>>,
    any_ok: Signal<Local, Bit>,
    /// A bank, and words of ones for those of its bits that are 0.
    number: Signal<Local, Bits<BANK>>,
    others: Vec<Signal<Local, Bits<GROUPS>>> = words(BANK),
    /// Entries that take part, and those at a place that wait for a bank.
    waiting: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    asks: Signal<Local, Bits<GROUPS>>,
    eligible: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    candidates: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    /// Candidates at a place that another one of their group came before.
    beaten: Signal<Local, Bits<GROUPS>>,
    first: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    first_place: Vec<Signal<Local, Bits<GROUPS>>> = words(PLACE),
    first_bank: Vec<Signal<Local, Bits<GROUPS>>> = words(BANK),
    first_some: Signal<Local, Bits<GROUPS>>,
    first_hit: Signal<Local, Bits<GROUPS>>,
    first_wr: Signal<Local, Bits<GROUPS>>,
    /// The entries that leave if they are served.
    leaving: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    leaving_places: Signal<Local, Bits<PLACES>>,
    leaving_bank: Vec<Signal<Local, Bits<GROUPS>>> = words(BANK),
    leaving_wr: Signal<Local, Bits<GROUPS>>,
    now_some: Signal<Local, Bits<GROUPS>>,
    now_hit: Signal<Local, Bits<GROUPS>>,
    leave: Signal<Local, Bits<GROUPS>>,
    exists: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    slots: Signal<Local, Bits<SLOTS>>,
    /// The group of the lowest free entry, and the entry.
    into: Signal<Local, Bits<GROUPS>>,
    place: Signal<Local, Bits<PLACE>>,
    stored: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    below: Signal<Local, Bits<GROUPS>>,
    all_below: Signal<Local, Bits<GROUPS>>,
    left_below: Signal<Local, Bits<GROUPS>>,
    /// The group that a request comes into; so if its row is open, if it is a write, if a bit of its bank is 1.
    comes: Signal<Local, Bits<GROUPS>>,
    comes_hit: Signal<Local, Bits<GROUPS>>,
    comes_wr: Signal<Local, Bits<GROUPS>>,
    comes_bit: Signal<Local, Bits<GROUPS>>,
    /// A place, as a number, and that of a group's first entry.
    at: Signal<Local, Bits<PLACE>>,
    found: Signal<Local, Bits<PLACE>>,
    /// The group and the place of the one that is served.
    picked_group: Signal<Local, Bits<GROUP>>,
    picked_place: Signal<Local, Bits<PLACE>>,
    picked: Signal<Local, Bits<INDEX>>,
    /// As `others`, of the bank before.
    left_others: Vec<Signal<Local, Bits<GROUPS>>> = words(BANK),
    of_bank: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    next_hits: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    misses: Signal<Local, Bits<GROUPS>>,
    reads: Signal<Local, Bits<GROUPS>>,
    next_writes: Signal<Local, Bits<GROUPS>>,
    late_group: Signal<Local, Bits<GROUPS>>,
    next_urgent: Vec<Signal<Local, Bits<GROUPS>>> = words(SIZE),
    stays_urgent: Signal<Local, Bits<GROUPS>>,
    free: FirstSet<GROUPS, GROUP> = FirstSet::new(),
    one: Constant<Bits<GROUPS>> = Constant::new(1.into()),
    entries: Constant<Bits<N>> = Constant::new(!Bits::default()),
    size: Constant<Bits<32>> = Constant::new((SIZE as u64).into()),
    /// Bits of an entry's number that name its place in the group.
    place_bits: Constant<Bits<INDEX>> = Constant::new((clog2(SIZE) as u64).into()),
    place_width: Constant<Bits<32>> = Constant::new((PLACE as u64).into()),
    /// The last place of a group.
    last: Constant<Bits<32>> = Constant::new((SIZE as u64 - 1).into()),
    two_cycles: Constant<Bit> = Constant::new(params.choice_cycles == 2),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, waits, chosen_places, chosen_hit, chosen_wr);
        self.waits.reset.next = self.reset.val();
        for s in 0..SIZE {
            self.valid[s].clock.next = self.clock.val();
            self.valid[s].reset.next = self.reset.val();
            self.valid[s].d.next = self.valid[s].q.val();
        }
        for s in 0..SIZE {
            self.filled[s].clock.next = self.clock.val();
            self.filled[s].reset.next = self.reset.val();
            self.filled[s].d.next = self.filled[s].q.val();
        }
        for s in 0..SIZE {
            self.urgent[s].clock.next = self.clock.val();
            self.urgent[s].reset.next = self.reset.val();
            self.urgent[s].d.next = self.urgent[s].q.val();
        }
        for s in 0..SIZE {
            self.hits[s].clock.next = self.clock.val();
            self.hits[s].d.next = self.hits[s].q.val();
        }
        for s in 0..SIZE {
            self.writes[s].clock.next = self.clock.val();
            self.writes[s].d.next = self.writes[s].q.val();
        }
        for p in 0..PLANES {
            self.banks[p].clock.next = self.clock.val();
            self.banks[p].d.next = self.banks[p].q.val();
        }
        for e in 0..SLOTS {
            self.rows[e].clock.next = self.clock.val();
            self.rows[e].d.next = self.rows[e].q.val();
            self.payload[e].clock.next = self.clock.val();
            self.payload[e].d.next = self.payload[e].q.val();
        }
        for p in 0..PAIRS {
            self.older[p].clock.next = self.clock.val();
            self.older[p].d.next = self.older[p].q.val();
        }
        for s in 0..SIZE {
            self.chosen[s].clock.next = self.clock.val();
        }
        for k in 0..BANK {
            self.chosen_bank[k].clock.next = self.clock.val();
        }

        comment!("Which entries could be served: their bank takes the command that they wait for. A simulator passes over banks that take none.");
        self.any_ok.next = (self.miss_ok.val().any() || self.rd_ok.val().any()) || self.wr_ok.val().any();
        self.number.next = 0.into();
        self.at.next = 0.into();
        self.asks.next = 0.into();
        for s in 0..SIZE {
            self.waiting[s].next = 0.into();
            self.eligible[s].next = 0.into();
            self.candidates[s].next = 0.into();
            self.first[s].next = 0.into();
        }
        for k in 0..PLACE {
            self.first_place[k].next = 0.into();
        }
        for k in 0..BANK {
            self.first_bank[k].next = 0.into();
            self.others[k].next = 0.into();
        }
        self.beaten.next = 0.into();
        self.first_some.next = 0.into();
        self.first_hit.next = 0.into();
        self.first_wr.next = 0.into();
        if self.any_ok.val() {
            for s in 0..SIZE {
                self.waiting[s].next = self.valid[s].q.val();
                if self.only_urgent.val() {
                    self.waiting[s].next = self.valid[s].q.val() & self.urgent[s].q.val();
                }
            }
            for b in 0..BANKS {
                if (self.miss_ok.val().get_bit(b) || self.rd_ok.val().get_bit(b)) || self.wr_ok.val().get_bit(b) {
                    self.number.next = b.to_bits();
                    for k in 0..BANK {
                        self.others[k].next = 0.into();
                        if !self.number.val().get_bit(k) {
                            self.others[k].next = !self.others[k].val();
                        }
                    }
                    for s in 0..SIZE {
                        self.asks.next = self.waiting[s].val();
                        for k in 0..BANK {
                            self.asks.next = self.asks.val()
                                & (self.banks[k * self.size.val().index() + s].q.val() ^ self.others[k].val());
                        }
                        if self.miss_ok.val().get_bit(b) {
                            self.eligible[s].next =
                                self.eligible[s].val() | (self.asks.val() & (!self.hits[s].q.val()));
                        }
                        if self.rd_ok.val().get_bit(b) {
                            self.eligible[s].next = self.eligible[s].val()
                                | ((self.asks.val() & self.hits[s].q.val()) & (!self.writes[s].q.val()));
                        }
                        if self.wr_ok.val().get_bit(b) {
                            self.eligible[s].next = self.eligible[s].val()
                                | ((self.asks.val() & self.hits[s].q.val()) & self.writes[s].q.val());
                        }
                    }
                }
            }
            comment!("Hits first, then the oldest of the group.");
            for s in 0..SIZE {
                self.first_some.next = self.first_some.val() | self.eligible[s].val();
                self.first_hit.next =
                    self.first_hit.val() | (self.eligible[s].val() & self.hits[s].q.val());
            }
            for s in 0..SIZE {
                self.candidates[s].next =
                    self.eligible[s].val() & (self.hits[s].q.val() | (!self.first_hit.val()));
            }
            for i in 0..SIZE {
                self.beaten.next = 0.into();
                for j in 0..SIZE {
                    if j < i {
                        self.beaten.next = self.beaten.val()
                            | (self.candidates[j].val() & self.older[j * self.size.val().index() + i].q.val());
                    }
                    if i < j {
                        self.beaten.next = self.beaten.val()
                            | (self.candidates[j].val() & (!self.older[i * self.size.val().index() + j].q.val()));
                    }
                }
                self.first[i].next = self.candidates[i].val() & (!self.beaten.val());
            }
            for s in 0..SIZE {
                self.first_wr.next = self.first_wr.val() | (self.first[s].val() & self.writes[s].q.val());
                self.at.next = s.to_bits();
                for k in 0..PLACE {
                    if self.at.val().get_bit(k) {
                        self.first_place[k].next = self.first_place[k].val() | self.first[s].val();
                    }
                }
                for k in 0..BANK {
                    self.first_bank[k].next = self.first_bank[k].val()
                        | (self.first[s].val() & self.banks[k * self.size.val().index() + s].q.val());
                }
            }
        }
        self.with_first.next = self.first_some.val();
        self.first_places.next = 0.into();
        self.found.next = 0.into();
        for g in 0..GROUPS {
            if self.first_some.val().get_bit(g) {
                for k in 0..PLACE {
                    self.found.next = self.found.val().replace_bit(k, self.first_place[k].val().get_bit(g));
                }
                for k in 0..PLACE {
                    self.first_places.next = self
                        .first_places
                        .val()
                        .replace_bit(g * self.place_width.val().index() + k, self.found.val().get_bit(k));
                }
            }
        }

        comment!("Served in the same cycle, or in the next.");
        self.chosen_places.d.next = self.first_places.val();
        self.chosen_hit.d.next = self.first_hit.val();
        self.chosen_wr.d.next = self.first_wr.val();
        for s in 0..SIZE {
            self.chosen[s].d.next = self.first[s].val();
        }
        for k in 0..BANK {
            self.chosen_bank[k].d.next = self.first_bank[k].val();
        }
        if self.two_cycles.val() {
            self.now_some.next = self.waits.q.val();
            self.now_hit.next = self.waits.q.val() & self.chosen_hit.q.val();
            self.leaving_places.next = self.chosen_places.q.val();
            self.leaving_wr.next = self.chosen_wr.q.val();
            for s in 0..SIZE {
                self.leaving[s].next = self.chosen[s].q.val();
            }
            for k in 0..BANK {
                self.leaving_bank[k].next = self.chosen_bank[k].q.val();
            }
        } else {
            self.now_some.next = self.first_some.val();
            self.now_hit.next = self.first_hit.val();
            self.leaving_places.next = self.first_places.val();
            self.leaving_wr.next = self.first_wr.val();
            for s in 0..SIZE {
                self.leaving[s].next = self.first[s].val();
            }
            for k in 0..BANK {
                self.leaving_bank[k].next = self.first_bank[k].val();
            }
        }
        self.waits.d.next = self.first_some.val();
        if self.now_some.val().any() {
            self.waits.d.next = 0.into();
        }
        self.some.next = self.now_some.val();
        self.hit.next = self.now_hit.val();
        self.wr.next = (self.pick.val() & self.leaving_wr.val()).any();
        self.bank.next = 0.into();
        for k in 0..BANK {
            self.bank.next =
                self.bank.val().replace_bit(k, (self.pick.val() & self.leaving_bank[k].val()).any());
        }
        self.leave.next = self.pick.val() & self.now_hit.val();
        self.row.next = 0.into();
        self.rest.next = 0.into();
        self.picked_group.next = 0.into();
        self.picked_place.next = 0.into();
        self.picked.next = 0.into();
        for g in 0..GROUPS {
            if self.pick.val().get_bit(g) {
                self.picked_group.next = g.to_bits();
                self.picked_place.next =
                    self.leaving_places.val().get_bits::<PLACE>(g * self.place_width.val().index());
                self.picked.next = (bit_cast::<INDEX, GROUP>(self.picked_group.val()) << self.place_bits.val())
                    | bit_cast::<INDEX, PLACE>(self.picked_place.val());
                self.row.next = self.row.val() | self.rows[self.picked.val().index()].q.val();
                self.rest.next = self.rest.val() | self.payload[self.picked.val().index()].q.val();
            }
        }

        comment!("The lowest free entry.");
        self.free.requests.next = !self.filled[self.last.val().index()].q.val();
        self.into.next = self.free.first.val();
        self.place.next = 0.into();
        self.below.next = 0.into();
        for s in 0..SIZE {
            self.stored[s].next = 0.into();
        }
        if self.insert.val() {
            self.below.next = self.into.val();
            for s in 0..SIZE {
                self.stored[s].next = self.below.val() & (!self.filled[s].q.val());
                self.below.next = self.into.val() & self.filled[s].q.val();
                if self.stored[s].val().any() {
                    self.place.next = self.place.val() | s.to_bits();
                }
            }
        }
        self.slot.next = (bit_cast::<INDEX, GROUP>(self.free.index.val()) << self.place_bits.val())
            | bit_cast::<INDEX, PLACE>(self.place.val());
        self.comes.next = 0.into();
        self.comes_hit.next = 0.into();
        self.comes_wr.next = 0.into();
        if self.insert.val() {
            self.comes.next = self.into.val();
            if self.insert_hit.val() {
                self.comes_hit.next = self.into.val();
            }
            if self.insert_wr.val() {
                self.comes_wr.next = self.into.val();
            }
        }
        self.slots.next = bit_cast::<SLOTS, N>(self.entries.val());
        for s in 0..SIZE {
            self.exists[s].next = 0.into();
            for g in 0..GROUPS {
                self.exists[s].next = self.exists[s]
                    .val()
                    .replace_bit(g, self.slots.val().get_bit(g * self.size.val().index() + s));
            }
        }
        self.all_below.next = 0.into();
        self.left_below.next = 0.into();
        if self.insert.val() || self.now_hit.val().any() {
            self.all_below.next = self.into.val();
            for s in 0..SIZE {
                self.left_below.next = self.left_below.val() | self.leaving[s].val();
                self.valid[s].d.next = (self.valid[s].q.val() | self.stored[s].val())
                    & (!(self.leaving[s].val() & self.leave.val()));
                self.all_below.next = self.all_below.val()
                    & ((self.valid[s].q.val() | self.stored[s].val()) | (!self.exists[s].val()));
                self.filled[s].d.next = ((self.filled[s].q.val() & (!self.comes.val()))
                    | (self.all_below.val() & self.comes.val()))
                    & (!(self.left_below.val() & self.leave.val()));
            }
        }
        self.comes_bit.next = 0.into();
        if self.insert.val() {
            self.rows[self.slot.val().index()].d.next = self.insert_row.val();
            self.payload[self.slot.val().index()].d.next = self.insert_rest.val();
            for s in 0..SIZE {
                if self.place.val() == s.to_bits() {
                    self.writes[s].d.next = (self.writes[s].q.val() & (!self.comes.val())) | self.comes_wr.val();
                    for k in 0..BANK {
                        self.comes_bit.next = 0.into();
                        if self.insert_bank.val().get_bit(k) {
                            self.comes_bit.next = self.comes.val();
                        }
                        self.banks[k * self.size.val().index() + s].d.next =
                            (self.banks[k * self.size.val().index() + s].q.val() & (!self.comes.val()))
                                | self.comes_bit.val();
                    }
                }
            }
            for i in 0..SIZE {
                for j in 0..SIZE {
                    if i < j {
                        self.older[i * self.size.val().index() + j].d.next = (self.older
                            [i * self.size.val().index() + j]
                            .q
                            .val()
                            & (!self.stored[i].val()))
                            | self.stored[j].val();
                    }
                }
            }
        }

        comment!("What the entries of the bank wait for that a command went to: one comparator an entry, with the row that was opened last.");
        for s in 0..SIZE {
            self.of_bank[s].next = 0.into();
            self.next_hits[s].next = self.hits[s].q.val();
        }
        self.misses.next = 0.into();
        self.reads.next = 0.into();
        self.next_writes.next = 0.into();
        for k in 0..BANK {
            self.left_others[k].next = 0.into();
        }
        if self.served.val() {
            for k in 0..BANK {
                if !self.served_bank.val().get_bit(k) {
                    self.left_others[k].next = !self.left_others[k].val();
                }
            }
            for s in 0..SIZE {
                self.of_bank[s].next = self.valid[s].q.val();
                for k in 0..BANK {
                    self.of_bank[s].next = self.of_bank[s].val()
                        & (self.banks[k * self.size.val().index() + s].q.val() ^ self.left_others[k].val());
                }
                if self.changed.val() {
                    self.next_hits[s].next = self.hits[s].q.val() & (!self.of_bank[s].val());
                    if self.opened.val() && self.of_bank[s].val().any() {
                        for g in 0..GROUPS {
                            if self.of_bank[s].val().get_bit(g) {
                                self.next_hits[s].next = self.next_hits[s].val().replace_bit(
                                    g,
                                    self.rows[g * self.size.val().index() + s].q.val() == self.served_row.val(),
                                );
                            }
                        }
                    }
                }
                self.misses.next =
                    self.misses.val() | (self.of_bank[s].val() & (!self.next_hits[s].val()));
                self.reads.next = self.reads.val()
                    | ((self.of_bank[s].val() & self.next_hits[s].val()) & (!self.writes[s].q.val()));
                self.next_writes.next = self.next_writes.val()
                    | ((self.of_bank[s].val() & self.next_hits[s].val()) & self.writes[s].q.val());
            }
        }
        self.left_misses.next = self.misses.val().any();
        self.left_reads.next = self.reads.val().any();
        self.left_writes.next = self.next_writes.val().any();
        if self.insert.val() || self.changed.val() {
            for s in 0..SIZE {
                self.hits[s].d.next = (self.next_hits[s].val() & (!self.stored[s].val()))
                    | (self.stored[s].val() & self.comes_hit.val());
            }
        }

        comment!("The scrubber looks at one entry a cycle, before its age could wrap (S17).");
        self.scrubs.next = self.valid[self.next_place.val().index()]
            .q
            .val()
            .get_bit(self.next_group.val().index());
        self.late_group.next = 0.into();
        self.stays_urgent.next = 0.into();
        for s in 0..SIZE {
            self.next_urgent[s].next = self.urgent[s].q.val();
        }
        if self.overdue.val() {
            self.late_group.next = self.one.val() << self.scrub_group.val();
            for s in 0..SIZE {
                if self.scrub_place.val() == s.to_bits() {
                    self.next_urgent[s].next =
                        self.urgent[s].q.val() | (self.late_group.val() & self.valid[s].q.val());
                }
            }
        }
        if self.overdue.val() || self.only_urgent.val() {
            for s in 0..SIZE {
                self.stays_urgent.next = self.stays_urgent.val()
                    | ((self.next_urgent[s].val() & self.valid[s].q.val())
                        & (!(self.leaving[s].val() & self.leave.val())));
            }
        }
        self.urgent_next.next = self.stays_urgent.val().any();
        if self.overdue.val() || self.insert.val() {
            for s in 0..SIZE {
                self.urgent[s].d.next = self.next_urgent[s].val() & (!self.stored[s].val());
            }
        }
    }
}
