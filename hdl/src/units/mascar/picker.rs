// SPDX-License-Identifier: Apache-2.0

use rust_hdl::prelude::*;

use crate::block;
use crate::comment;
use crate::declare::array;
use crate::prim::{DffR, MinTree};

block! {
    /// The warp that one of Mascar's schedulers issues from the group that it may issue from (specification section 2.3).
    /// EP: the warp issued last, then the oldest. MP: the owner first in the memory group, then the oldest.
    /// It knows its `WARPS` warps by their place among its own. `KEY` is an age rank with two bits above it: the lower of
    /// them puts all others behind the favourite.
    pub struct Picker<WARPS, INDEX, RANK, RANKS, KEY, NODES> = "mascar_picker"
        where INDEX = bits(WARPS), KEY = RANK + 2, NODES = (2 << INDEX) - 1;
    fn new(stride: usize);
    /// SM clock.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// Memory access priority mode.
    pub mp: Signal<In, Bit>,
    /// The group is that of the warps that can issue a memory instruction.
    pub memory: Signal<In, Bit>,
    /// Warps of the group; one of them is issued in this cycle.
    pub group: Signal<In, Bits<WARPS>>,
    /// The owner, one-hot; zero if it is not among these warps.
    pub owner: Signal<In, Bits<WARPS>>,
    /// Age ranks, 0 oldest; those of these warps are the lowest and every `stride`-th after it.
    pub age_rank: Signal<In, Bits<RANKS>>,
    /// The warp picked from the group; zero if that is empty.
    pub warp: Signal<Out, Bits<INDEX>>,
    /// Some warp has been issued.
    last_v: DffR<Bit>,
    /// The warp issued last.
    last: DffR<Bits<INDEX>>,
    favourite: Signal<Local, Bits<WARPS>>,
    /// The ranks of the other schedulers' warps are of no use here.
    unused: Signal<Local, Bit>,
    rank: Signal<Local, Bits<RANK>>,
    key: Vec<Signal<Local, Bits<KEY>>> = array(WARPS),
    first: MinTree<WARPS, KEY, INDEX, NODES> = MinTree::new(),
    one: Constant<Bits<WARPS>> = Constant::new(1.into()),
    /// Bits from one warp's age rank to the next one's.
    rank_step: Constant<Bits<32>> = Constant::new(((stride * RANK) as u64).into()),
    behind: Constant<Bits<KEY>> = Constant::new((1u64 << RANK).into()),
}

impl<
        const WARPS: usize,
        const INDEX: usize,
        const RANK: usize,
        const RANKS: usize,
        const KEY: usize,
        const NODES: usize,
    > Logic for Picker<WARPS, INDEX, RANK, RANKS, KEY, NODES>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last_v, last);
        self.last_v.reset.next = self.reset.val();
        self.last.reset.next = self.reset.val();
        if self.group.val().any() {
            self.last_v.d.next = true;
            self.last.d.next = self.first.index.val();
        }

        comment!("The favourite has key 0; all others are behind it, in order of age.");
        self.favourite.next = 0.into();
        if self.mp.val() {
            if self.memory.val() {
                self.favourite.next = self.owner.val();
            }
        } else if self.last_v.q.val() {
            self.favourite.next = self.one.val() << self.last.q.val();
        }
        self.unused.next = self.age_rank.val().any();
        self.rank.next = 0.into();
        for i in 0..WARPS {
            self.key[i].next = 0.into();
        }
        if self.group.val().any() {
            for i in 0..WARPS {
                self.rank.next = self.age_rank.val().get_bits::<RANK>(i * self.rank_step.val().index());
                if self.group.val().get_bit(i) && !self.favourite.val().get_bit(i) {
                    self.key[i].next = self.behind.val() | bit_cast::<KEY, RANK>(self.rank.val());
                }
            }
        }
        self.first.candidates.next = self.group.val();
        for i in 0..WARPS {
            self.first.keys[i].next = self.key[i].val();
        }
        self.warp.next = self.first.index.val();
    }
}
