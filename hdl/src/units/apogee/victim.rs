// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::{array, ToBits};
use crate::prim::Dff;

block! {
    /// The entry that a new one replaces (decision P13): a free one, else one with the lowest confidence; of equal ones the lowest.
    /// A tree of comparators over two cycles: the least entry of each group, and then the least of those.
    pub struct Victim<ENTRIES, ENTRY, CONF, KEY, GROUPS, LEAVES, MERGES, NODES, TOP_NODES> = "apogee_victim"
        where ENTRY = bits(ENTRIES), KEY = CONF + 1, GROUPS = 1 << (ENTRY / 2), LEAVES = 1 << ENTRY,
        MERGES = LEAVES - GROUPS,
            NODES = LEAVES + MERGES, TOP_NODES = 2 * GROUPS - 1;
    fn new();
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// A victim may be needed in the next cycle.
    pub look: Signal<In, Bit>,
    /// Entries in use.
    pub valid: Signal<In, Bits<ENTRIES>>,
    /// Their confidence.
    pub confidence: Vec<Signal<In, Bits<CONF>>> = array(ENTRIES),
    /// The victim, of the entries as they were in the cycle before.
    pub victim: Signal<Out, Bits<ENTRY>>,
    /// It is in use.
    pub in_use: Signal<Out, Bit>,
    /// Confidence of each node's least entry, above that whether it is in use: the entries, then what each two nodes make.
    key: Vec<Signal<Local, Bits<KEY>>> = array(NODES),
    confident: Signal<Local, Bits<CONF>>,
    /// That entry.
    member: Vec<Signal<Local, Bits<ENTRY>>> = array(NODES),
    /// Those of the groups.
    group_key: Vec<Dff<Bits<KEY>>> = array(GROUPS),
    group_member: Vec<Dff<Bits<ENTRY>>> = array(GROUPS),
    top_key: Vec<Signal<Local, Bits<KEY>>> = array(TOP_NODES),
    top_member: Vec<Signal<Local, Bits<ENTRY>>> = array(TOP_NODES),
    leaves: Constant<Bits<32>> = Constant::new((LEAVES as u64).into()),
    groups: Constant<Bits<32>> = Constant::new((GROUPS as u64).into()),
    /// The least nodes of the groups are the last ones, and the least of all is the last.
    first_group: Constant<Bits<32>> = Constant::new((NODES as u64 - GROUPS as u64).into()),
    root: Constant<Bits<32>> = Constant::new((TOP_NODES as u64 - 1).into()),
    used: Constant<Bits<KEY>> = Constant::new((1u64 << CONF).into()),
    used_at: Constant<Bits<32>> = Constant::new((CONF as u64).into()),
    none: Constant<Bits<KEY>> = Constant::new(!Bits::<KEY>::default()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..GROUPS {
            self.group_key[i].clock.next = self.clock.val();
            self.group_key[i].d.next = self.group_key[i].q.val();
            self.group_member[i].clock.next = self.clock.val();
            self.group_member[i].d.next = self.group_member[i].q.val();
        }

        comment!("Places behind the last entry are never the least.");
        self.confident.next = 0.into();
        for i in 0..NODES {
            self.key[i].next = self.none.val();
        }
        for i in 0..NODES {
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
            }
            comment!("The nodes 2k and 2k+1 meet in the node leaves + k.");
            for k in 0..MERGES {
                self.key[k + self.leaves.val().index()].next = self.key[2 * k].val();
                self.member[k + self.leaves.val().index()].next = self.member[2 * k].val();
                if self.key[2 * k + 1].val() < self.key[2 * k].val() {
                    self.key[k + self.leaves.val().index()].next = self.key[2 * k + 1].val();
                    self.member[k + self.leaves.val().index()].next = self.member[2 * k + 1].val();
                }
            }
            for i in 0..GROUPS {
                self.group_key[i].d.next = self.key[i + self.first_group.val().index()].val();
                self.group_member[i].d.next = self.member[i + self.first_group.val().index()].val();
            }
        }

        comment!("A cycle later.");
        for i in 0..TOP_NODES {
            self.top_key[i].next = self.none.val();
        }
        for i in 0..TOP_NODES {
            self.top_member[i].next = 0.into();
        }
        for i in 0..GROUPS {
            self.top_key[i].next = self.group_key[i].q.val();
            self.top_member[i].next = self.group_member[i].q.val();
        }
        for k in 0..(GROUPS - 1) {
            self.top_key[k + self.groups.val().index()].next = self.top_key[2 * k].val();
            self.top_member[k + self.groups.val().index()].next = self.top_member[2 * k].val();
            if self.top_key[2 * k + 1].val() < self.top_key[2 * k].val() {
                self.top_key[k + self.groups.val().index()].next = self.top_key[2 * k + 1].val();
                self.top_member[k + self.groups.val().index()].next = self.top_member[2 * k + 1].val();
            }
        }
        self.victim.next = self.top_member[self.root.val().index()].val();
        self.in_use.next = self.top_key[self.root.val().index()].val().get_bit(self.used_at.val().index());
    }
}
