// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use super::MinPairs;
use crate::block;
use crate::comment;
use crate::declare::array;

block! {
    /// The candidate with the smallest key, found in two steps of `min_pairs`: in groups of about the root of all members, then among the groups'
    /// smallest. Nearly as shallow as comparing every two of all, with far fewer comparators. Equal keys and the range of keys as there.
    pub struct MinGroups<N, W, KEYS, SIZE, GROUPS, SLOTS, SLOT_KEYS, GROUP_KEYS, TOP_KEYS> = "min_groups"
        where KEYS = N * W, SIZE = 1 << ((bits(N) + 1) / 2), GROUPS = div_ceil(N, SIZE), SLOTS = GROUPS * SIZE,
            SLOT_KEYS = SLOTS * W, GROUP_KEYS = SIZE * W, TOP_KEYS = GROUPS * W;
    fn new();
    /// Members that take part.
    pub candidates: Signal<In, Bits<N>>,
    /// Key of each member, the first lowest.
    pub keys: Signal<In, Bits<KEYS>>,
    /// The chosen member, one-hot; zero without candidates.
    pub pick: Signal<Out, Bits<N>>,
    /// The same of as many members as the groups have places.
    slots: Signal<Local, Bits<SLOTS>>,
    slot_keys: Signal<Local, Bits<SLOT_KEYS>>,
    members: Signal<Local, Bits<SIZE>>,
    /// Groups with a candidate.
    some: Signal<Local, Bits<GROUPS>>,
    /// The chosen one of each group, and its key.
    chosen: Vec<Signal<Local, Bits<SIZE>>> = array(GROUPS),
    key: Vec<Signal<Local, Bits<W>>> = array(GROUPS),
    top_keys: Signal<Local, Bits<TOP_KEYS>>,
    picked: Signal<Local, Bits<SLOTS>>,
    /// The groups may have more places than there are members.
    unused: Signal<Local, Bit>,
    group: Vec<MinPairs<SIZE, W, GROUP_KEYS>> = (0..GROUPS).map(|_| MinPairs::new()).collect(),
    first: MinPairs<GROUPS, W, TOP_KEYS> = MinPairs::new(),
    size: Constant<Bits<32>> = Constant::new((SIZE as u64).into()),
    group_bits: Constant<Bits<32>> = Constant::new((GROUP_KEYS as u64).into()),
    key_bits: Constant<Bits<32>> = Constant::new((W as u64).into()),

    =>
    #[hdl_gen]
    fn update(&mut self) {
        self.slots.next = bit_cast::<SLOTS, N>(self.candidates.val());
        self.slot_keys.next = bit_cast::<SLOT_KEYS, KEYS>(self.keys.val());
        for i in 0..GROUPS {
            self.group[i].candidates.next = self.slots.val().get_bits::<SIZE>(i * self.size.val().index());
            self.group[i].keys.next =
                self.slot_keys.val().get_bits::<GROUP_KEYS>(i * self.group_bits.val().index());
        }
        self.some.next = 0.into();
        self.members.next = 0.into();
        for i in 0..GROUPS {
            self.members.next = self.slots.val().get_bits::<SIZE>(i * self.size.val().index());
            self.some.next = self.some.val().replace_bit(i, self.members.val().any());
        }
        for i in 0..GROUPS {
            self.chosen[i].next = self.group[i].pick.val();
        }
        for i in 0..GROUPS {
            self.key[i].next = 0.into();
        }
        for i in 0..GROUPS {
            for k in 0..SIZE {
                if self.chosen[i].val().get_bit(k) {
                    self.key[i].next = self.key[i].val()
                        | self.slot_keys.val().get_bits::<W>(
                            (i * self.group_bits.val().index()) + (k * self.key_bits.val().index()),
                        );
                }
            }
        }
        self.top_keys.next = 0.into();
        for i in 0..GROUPS {
            for b in 0..W {
                self.top_keys.next = self
                    .top_keys
                    .val()
                    .replace_bit(i * self.key_bits.val().index() + b, self.key[i].val().get_bit(b));
            }
        }
        self.first.candidates.next = self.some.val();
        self.first.keys.next = self.top_keys.val();
        comment!("The chosen one of the chosen group.");
        self.picked.next = 0.into();
        for i in 0..GROUPS {
            if self.first.pick.val().get_bit(i) {
                for k in 0..SIZE {
                    self.picked.next = self
                        .picked
                        .val()
                        .replace_bit(i * self.size.val().index() + k, self.chosen[i].val().get_bit(k));
                }
            }
        }
        self.unused.next = self.picked.val().any();
        self.pick.next = self.picked.val().get_bits::<N>(0);
    }
}
