// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::victim::Victim;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::{Dff, DffR};

block! {
    /// The prefetch table (specification section 3) but for the states: it is searched by PC for the entry of a load (FOA or SCALAR) and
    /// for its triggers (TRIG), and by line for a trigger that fetches it. One entry is read and one is written in a cycle.
    /// SCALAR is not stored: an entry is SCALAR from a load that goes by an offset of 0 to the next load.
    pub struct Table<
        ENTRIES, ENTRY, PC, ADDRESS, OFFSET, CONF, LANE, DIST, WARP, KEY, LEAVES, FOURS, NODES, TOP_LEAVES, MEETINGS,
        TOP_NODES
    > = "apogee_table"
        where ENTRY = bits(ENTRIES), KEY = CONF + 1, LEAVES = 1 << ENTRY, FOURS = LEAVES / 4, NODES = LEAVES + FOURS,
            TOP_LEAVES = larger(4, 1 << (2 * ((ENTRY - 1) / 2))), MEETINGS = TOP_LEAVES / 3, TOP_NODES = TOP_LEAVES + MEETINGS;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// All entries are cleared at the end of this cycle.
    pub clear: Signal<In, Bit>,
    /// A load is looked up.
    pub look: Signal<In, Bit>,
    /// Its PC.
    pub look_pc: Signal<In, Bits<PC>>,
    /// It has an entry.
    pub hit: Signal<Out, Bit>,
    /// That entry.
    pub place: Signal<Out, Bits<ENTRY>>,
    /// Its triggers.
    pub triggers: Signal<Out, Bits<ENTRIES>>,
    /// A line is looked for.
    pub look_for_line: Signal<In, Bit>,
    /// That line.
    pub look_line: Signal<In, Bits<ADDRESS>>,
    /// A trigger fetches it.
    pub has_line: Signal<Out, Bit>,
    /// Entries that are FOA or SCALAR, and those that are TRIG.
    pub fixed: Signal<Out, Bits<ENTRIES>>,
    pub chained: Signal<Out, Bits<ENTRIES>>,
    /// The first cycle of the search for a victim, and the second.
    pub look_victim: Signal<In, Bit>,
    pub choose_victim: Signal<In, Bit>,
    /// An entry may be written in the first: which one, and its confidence then.
    pub changes: Signal<In, Bit>,
    pub changed: Signal<In, Bits<ENTRY>>,
    pub changed_confidence: Signal<In, Bits<CONF>>,
    /// The entry that a new one replaces, and whether it is in use, as the last search has found.
    pub victim: Signal<Out, Bits<ENTRY>>,
    pub victim_in_use: Signal<Out, Bit>,
    /// The entry that is read.
    pub read: Signal<In, Bits<ENTRY>>,
    /// Its fields.
    pub read_address: Signal<Out, Bits<ADDRESS>>,
    pub read_offset: Signal<Out, Bits<OFFSET>>,
    pub read_confidence: Signal<Out, Bits<CONF>>,
    pub read_lane: Signal<Out, Bits<LANE>>,
    pub read_distance: Signal<Out, Bits<DIST>>,
    pub read_warp: Signal<Out, Bits<WARP>>,
    pub read_since: Signal<Out, Bits<WARP>>,
    /// An entry is written.
    pub write: Signal<In, Bit>,
    /// That entry.
    pub write_place: Signal<In, Bits<ENTRY>>,
    /// Its fields; the first says that it is TRIG.
    pub write_trigger: Signal<In, Bit>,
    pub write_pc: Signal<In, Bits<PC>>,
    pub write_address: Signal<In, Bits<ADDRESS>>,
    pub write_offset: Signal<In, Bits<OFFSET>>,
    pub write_confidence: Signal<In, Bits<CONF>>,
    pub write_lane: Signal<In, Bits<LANE>>,
    pub write_distance: Signal<In, Bits<DIST>>,
    pub write_warp: Signal<In, Bits<WARP>>,
    pub write_since: Signal<In, Bits<WARP>>,
    valid: DffR<Bits<ENTRIES>>,
    trigger: Dff<Bits<ENTRIES>>,
    pc: Vec<Dff<Bits<PC>>> = array(ENTRIES),
    /// Of FOA and SCALAR that of the last active lane of the last load, of TRIG that of the line.
    address: Vec<Dff<Bits<ADDRESS>>> = array(ENTRIES),
    offset: Vec<Dff<Bits<OFFSET>>> = array(ENTRIES),
    confidence: Vec<Dff<Bits<CONF>>> = array(ENTRIES),
    /// The last active lane of the last load.
    lane: Vec<Dff<Bits<LANE>>> = array(ENTRIES),
    /// Iterations ahead; of TRIG hops.
    distance: Vec<Dff<Bits<DIST>>> = array(ENTRIES),
    last_warp: Vec<Dff<Bits<WARP>>> = array(ENTRIES),
    since: Vec<Dff<Bits<WARP>>> = array(ENTRIES),
    matching: Signal<Local, Bits<ENTRIES>>,
    found: Signal<Local, Bits<ENTRIES>>,
    found_place: Signal<Local, Bits<ENTRY>>,
    with_line: Signal<Local, Bits<ENTRIES>>,
    written: Signal<Local, Bits<ENTRIES>>,
    victims: Victim<ENTRIES, ENTRY, CONF, KEY, LEAVES, FOURS, NODES, TOP_LEAVES, MEETINGS, TOP_NODES> = Victim::new(),
    one: Constant<Bits<ENTRIES>> = Constant::new(1.into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, trigger);
        self.valid.reset.next = self.reset.val();
        self.victims.clock.next = self.clock.val();
        for i in 0..ENTRIES {
            self.pc[i].clock.next = self.clock.val();
            self.pc[i].d.next = self.pc[i].q.val();
            self.address[i].clock.next = self.clock.val();
            self.address[i].d.next = self.address[i].q.val();
            self.offset[i].clock.next = self.clock.val();
            self.offset[i].d.next = self.offset[i].q.val();
            self.confidence[i].clock.next = self.clock.val();
            self.confidence[i].d.next = self.confidence[i].q.val();
            self.lane[i].clock.next = self.clock.val();
            self.lane[i].d.next = self.lane[i].q.val();
            self.distance[i].clock.next = self.clock.val();
            self.distance[i].d.next = self.distance[i].q.val();
            self.last_warp[i].clock.next = self.clock.val();
            self.last_warp[i].d.next = self.last_warp[i].q.val();
            self.since[i].clock.next = self.clock.val();
            self.since[i].d.next = self.since[i].q.val();
        }
        self.fixed.next = self.valid.q.val() & (!self.trigger.q.val());
        self.chained.next = self.valid.q.val() & self.trigger.q.val();

        comment!("By PC: at most one entry, and any number of triggers.");
        self.matching.next = 0.into();
        self.found_place.next = 0.into();
        if self.look.val() {
            for i in 0..ENTRIES {
                self.matching.next = self.matching.val().replace_bit(
                    i,
                    self.valid.q.val().get_bit(i) && (self.pc[i].q.val() == self.look_pc.val()),
                );
            }
        }
        self.found.next = self.matching.val() & (!self.trigger.q.val());
        if self.found.val().any() {
            for i in 0..ENTRIES {
                if self.found.val().get_bit(i) {
                    self.found_place.next = self.found_place.val() | i.to_bits();
                }
            }
        }
        self.hit.next = self.found.val().any();
        self.place.next = self.found_place.val();
        self.triggers.next = self.matching.val() & self.trigger.q.val();

        comment!("By line.");
        self.with_line.next = 0.into();
        if self.look_for_line.val() {
            for i in 0..ENTRIES {
                self.with_line.next =
                    self.with_line.val().replace_bit(i, self.address[i].q.val() == self.look_line.val());
            }
        }
        self.has_line.next = ((self.with_line.val() & self.valid.q.val()) & self.trigger.q.val()).any();

        self.victims.look.next = self.look_victim.val();
        self.victims.choose.next = self.choose_victim.val();
        self.victims.changes.next = self.changes.val();
        self.victims.changed.next = self.changed.val();
        self.victims.changed_confidence.next = self.changed_confidence.val();
        self.victims.valid.next = self.valid.q.val();
        for i in 0..ENTRIES {
            self.victims.confidence[i].next = self.confidence[i].q.val();
        }
        self.victim.next = self.victims.victim.val();
        self.victim_in_use.next = self.victims.in_use.val();

        self.read_address.next = self.address[self.read.val().index()].q.val();
        self.read_offset.next = self.offset[self.read.val().index()].q.val();
        self.read_confidence.next = self.confidence[self.read.val().index()].q.val();
        self.read_lane.next = self.lane[self.read.val().index()].q.val();
        self.read_distance.next = self.distance[self.read.val().index()].q.val();
        self.read_warp.next = self.last_warp[self.read.val().index()].q.val();
        self.read_since.next = self.since[self.read.val().index()].q.val();

        self.written.next = 0.into();
        if self.write.val() {
            self.written.next = self.one.val() << self.write_place.val();
        }
        self.valid.d.next = self.valid.q.val() | self.written.val();
        if self.clear.val() {
            self.valid.d.next = 0.into();
        }
        self.trigger.d.next = self.trigger.q.val() & (!self.written.val());
        if self.write_trigger.val() {
            self.trigger.d.next = self.trigger.q.val() | self.written.val();
        }
        comment!("These are searched, so all are at hand.");
        if self.write.val() {
            for i in 0..ENTRIES {
                if self.written.val().get_bit(i) {
                    self.pc[i].d.next = self.write_pc.val();
                    self.address[i].d.next = self.write_address.val();
                    self.confidence[i].d.next = self.write_confidence.val();
                }
            }
        }
        if self.write.val() {
            self.offset[self.write_place.val().index()].d.next = self.write_offset.val();
        }
        if self.write.val() {
            self.lane[self.write_place.val().index()].d.next = self.write_lane.val();
        }
        if self.write.val() {
            self.distance[self.write_place.val().index()].d.next = self.write_distance.val();
        }
        if self.write.val() {
            self.last_warp[self.write_place.val().index()].d.next = self.write_warp.val();
        }
        if self.write.val() {
            self.since[self.write_place.val().index()].d.next = self.write_since.val();
        }
    }
}
