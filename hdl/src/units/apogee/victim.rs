// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::fours::Fours;
use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::Dff;

block! {
    /// The entry that a new one replaces (decision P13): a free one, else one with the lowest confidence; of equal ones the lowest.
    /// It is found two cycles ahead: in the first cycle the least entry of each four, in the second the least of those. An entry that is
    /// written at the end of the first cycle is seen as it is afterwards.
    pub struct Victim<ENTRIES, ENTRY, CONF, KEY, LEAVES, FOURS, NODES, TOP_LEAVES, MEETINGS, TOP_NODES> = "apogee_victim"
        where ENTRY = bits(ENTRIES), KEY = CONF + 1, LEAVES = 1 << ENTRY, FOURS = LEAVES / 4, NODES = LEAVES + FOURS,
            TOP_LEAVES = larger(4, 1 << (2 * ((ENTRY - 1) / 2))), MEETINGS = TOP_LEAVES / 3, TOP_NODES = TOP_LEAVES + MEETINGS;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// The first cycle of a search.
    pub look: Signal<In, Bit>,
    /// The second.
    pub choose: Signal<In, Bit>,
    /// Entries in use.
    pub valid: Signal<In, Bits<ENTRIES>>,
    /// Their confidence.
    pub confidence: Vec<Signal<In, Bits<CONF>>> = array(ENTRIES),
    /// An entry may be written in the first cycle.
    pub changes: Signal<In, Bit>,
    /// Which one.
    pub changed: Signal<In, Bits<ENTRY>>,
    /// Its confidence then.
    pub changed_confidence: Signal<In, Bits<CONF>>,
    /// The victim of the last search.
    pub victim: Signal<Out, Bits<ENTRY>>,
    /// It is in use.
    pub in_use: Signal<Out, Bit>,
    confident: Signal<Local, Bits<CONF>>,
    changed_key: Signal<Local, Bits<KEY>>,
    /// Confidence of each entry, above that whether it is in use.
    key: Vec<Signal<Local, Bits<KEY>>> = array(LEAVES),
    member: Vec<Signal<Local, Bits<ENTRY>>> = array(LEAVES),
    /// The least entry of each four.
    four_key: Vec<Dff<Bits<KEY>>> = array(FOURS),
    four_member: Vec<Dff<Bits<ENTRY>>> = array(FOURS),
    chosen: Dff<Bits<ENTRY>>,
    chosen_in_use: Dff<Bit>,
    /// Only the last one of all is the least.
    unused: Signal<Local, Bit>,
    of_four: Fours<LEAVES, FOURS, NODES, ENTRY, KEY> = Fours::new(),
    of_all: Fours<TOP_LEAVES, MEETINGS, TOP_NODES, ENTRY, KEY> = Fours::new(),
    root: Constant<Bits<32>> = Constant::new((MEETINGS as u64 - 1).into()),
    used: Constant<Bits<KEY>> = Constant::new((1u64 << CONF).into()),
    used_at: Constant<Bits<32>> = Constant::new((CONF as u64).into()),
    none: Constant<Bits<KEY>> = Constant::new(!Bits::<KEY>::default()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, chosen, chosen_in_use);
        for i in 0..FOURS {
            self.four_key[i].clock.next = self.clock.val();
            self.four_key[i].d.next = self.four_key[i].q.val();
            self.four_member[i].clock.next = self.clock.val();
            self.four_member[i].d.next = self.four_member[i].q.val();
        }

        comment!("Places behind the last entry are never the least.");
        self.changed_key.next = bit_cast::<KEY, CONF>(self.changed_confidence.val()) | self.used.val();
        self.confident.next = 0.into();
        for i in 0..LEAVES {
            self.key[i].next = self.none.val();
        }
        for i in 0..LEAVES {
            self.member[i].next = 0.into();
        }
        if self.look.val() {
            for i in 0..ENTRIES {
                self.confident.next = self.confidence[i].val();
                self.key[i].next = 0.into();
                self.member[i].next = i.to_bits();
                if self.valid.val().get_bit(i) {
                    self.key[i].next = bit_cast::<KEY, CONF>(self.confident.val()) | self.used.val();
                }
                if self.changes.val() && (self.changed.val() == i.to_bits()) {
                    self.key[i].next = self.changed_key.val();
                }
            }
        }
        self.of_four.enable.next = self.look.val();
        for i in 0..LEAVES {
            self.of_four.keys[i].next = self.key[i].val();
            self.of_four.members[i].next = self.member[i].val();
        }
        if self.look.val() {
            for i in 0..FOURS {
                self.four_key[i].d.next = self.of_four.least_keys[i].val();
                self.four_member[i].d.next = self.of_four.least_members[i].val();
            }
        }

        comment!("A cycle later.");
        for i in 0..TOP_LEAVES {
            self.of_all.keys[i].next = self.none.val();
        }
        for i in 0..TOP_LEAVES {
            self.of_all.members[i].next = 0.into();
        }
        self.of_all.enable.next = self.choose.val();
        if self.choose.val() {
            for i in 0..FOURS {
                self.of_all.keys[i].next = self.four_key[i].q.val();
                self.of_all.members[i].next = self.four_member[i].q.val();
            }
        }
        if self.choose.val() {
            self.chosen.d.next = self.of_all.least_members[self.root.val().index()].val();
            self.chosen_in_use.d.next =
                self.of_all.least_keys[self.root.val().index()].val().get_bit(self.used_at.val().index());
        }
        self.unused.next = false;
        for k in 0..MEETINGS {
            self.unused.next = self.unused.val()
                || self.of_all.least_keys[k].val().any()
                || self.of_all.least_members[k].val().any();
        }
        self.victim.next = self.chosen.q.val();
        self.in_use.next = self.chosen_in_use.q.val();
    }
}
