// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// The least entry of each four, of equal ones the first; then that of each four of these, and so on for `MEETINGS` fours. The pairs of
    /// a four are compared side by side, so it takes the time of one comparison.
    pub struct Fours<LEAVES, MEETINGS, NODES, ENTRY, KEY> = "apogee_fours" where NODES = LEAVES + MEETINGS;
    fn new();
    /// There is something to compare; while it is low all is 0.
    pub enable: Signal<In, Bit>,
    /// The keys of the entries.
    pub keys: Vec<Signal<In, Bits<KEY>>> = array(LEAVES),
    /// The entries.
    pub members: Vec<Signal<In, Bits<ENTRY>>> = array(LEAVES),
    /// Key of the least one of each four.
    pub least_keys: Vec<Signal<Out, Bits<KEY>>> = array(MEETINGS),
    /// That entry.
    pub least_members: Vec<Signal<Out, Bits<ENTRY>>> = array(MEETINGS),
    /// The entries, then the least one of each four.
    key: Vec<Signal<Local, Bits<KEY>>> = array(NODES),
    member: Vec<Signal<Local, Bits<ENTRY>>> = array(NODES),
    /// The later one of a pair is less: 1 of 0, 2 of 0 and so on.
    less_1_0: Signal<Local, Bit>,
    less_2_0: Signal<Local, Bit>,
    less_3_0: Signal<Local, Bit>,
    less_2_1: Signal<Local, Bit>,
    less_3_1: Signal<Local, Bit>,
    less_3_2: Signal<Local, Bit>,
    least_key: Signal<Local, Bits<KEY>>,
    least_member: Signal<Local, Bits<ENTRY>>,
    leaves: Constant<Bits<32>> = Constant::new((LEAVES as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        for i in 0..NODES {
            self.key[i].next = 0.into();
        }
        for i in 0..NODES {
            self.member[i].next = 0.into();
        }
        self.less_1_0.next = false;
        self.less_2_0.next = false;
        self.less_3_0.next = false;
        self.less_2_1.next = false;
        self.less_3_1.next = false;
        self.less_3_2.next = false;
        self.least_key.next = 0.into();
        self.least_member.next = 0.into();
        comment!("The nodes 4k to 4k+3 meet in the node leaves + k. The least is less than all before it, and none behind it is less.");
        if self.enable.val() {
            for i in 0..LEAVES {
                self.key[i].next = self.keys[i].val();
                self.member[i].next = self.members[i].val();
            }
            for k in 0..MEETINGS {
                self.less_1_0.next = self.key[4 * k + 1].val() < self.key[4 * k].val();
                self.less_2_0.next = self.key[4 * k + 2].val() < self.key[4 * k].val();
                self.less_3_0.next = self.key[4 * k + 3].val() < self.key[4 * k].val();
                self.less_2_1.next = self.key[4 * k + 2].val() < self.key[4 * k + 1].val();
                self.less_3_1.next = self.key[4 * k + 3].val() < self.key[4 * k + 1].val();
                self.less_3_2.next = self.key[4 * k + 3].val() < self.key[4 * k + 2].val();
                self.least_key.next = 0.into();
                self.least_member.next = 0.into();
                if !self.less_1_0.val() && !self.less_2_0.val() && !self.less_3_0.val() {
                    self.least_key.next = self.key[4 * k].val();
                    self.least_member.next = self.member[4 * k].val();
                }
                if self.less_1_0.val() && !self.less_2_1.val() && !self.less_3_1.val() {
                    self.least_key.next = self.least_key.val() | self.key[4 * k + 1].val();
                    self.least_member.next = self.least_member.val() | self.member[4 * k + 1].val();
                }
                if self.less_2_0.val() && self.less_2_1.val() && !self.less_3_2.val() {
                    self.least_key.next = self.least_key.val() | self.key[4 * k + 2].val();
                    self.least_member.next = self.least_member.val() | self.member[4 * k + 2].val();
                }
                if self.less_3_0.val() && self.less_3_1.val() && self.less_3_2.val() {
                    self.least_key.next = self.least_key.val() | self.key[4 * k + 3].val();
                    self.least_member.next = self.least_member.val() | self.member[4 * k + 3].val();
                }
                self.key[k + self.leaves.val().index()].next = self.least_key.val();
                self.member[k + self.leaves.val().index()].next = self.least_member.val();
            }
        }
        for k in 0..MEETINGS {
            self.least_keys[k].next = self.key[k + self.leaves.val().index()].val();
        }
        for k in 0..MEETINGS {
            self.least_members[k].next = self.member[k + self.leaves.val().index()].val();
        }
    }
}
